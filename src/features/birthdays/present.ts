import { formatBirthDate } from '../../calendar/birthdays/dates'
import type { BirthdayRow } from '../../calendar/birthdays/read'
import type { Birthday } from './model'

export const presentBirthday = (row: BirthdayRow): Birthday => ({
  id: row.id,
  name: row.name,
  date: formatBirthDate(row),
  reminder: row.reminder,
})
