import { t } from 'elysia'
import { parseBirthDate } from '../../calendar/birthdays/dates'
import { BIRTHDAY_REMINDERS } from '../../platform/db/schema'
import { id, oneOf } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import { MAX_BIRTHDAY_NAME_LENGTH } from '../../platform/limits'

const DATE_RULE = 'a date that exists, as YYYY-MM-DD, or --MM-DD without the year'

const name = trimmedText(MAX_BIRTHDAY_NAME_LENGTH, { description: 'Ends trimmed' })
const date = limitedText(7, 10, {
  description: `The day of birth: ${DATE_RULE}`,
  furtherProblemOf: (text) => (parseBirthDate(text) === null ? `expected ${DATE_RULE}` : null),
})
const reminder = t.Union([t.Literal('none'), t.Literal('morning'), t.Literal('evening')], {
  error: 'expected none, morning or evening',
})

export const NewBirthdayBody = t.Object({ name, date, reminder: t.Optional(reminder) })
export const BirthdayChangeBody = t.Partial(t.Object({ name, date, reminder }))

export const BIRTHDAY = t.Object({
  id,
  name: t.String({ maxLength: MAX_BIRTHDAY_NAME_LENGTH }),
  date: t.String({ description: 'The day of birth, YYYY-MM-DD, or --MM-DD where the year is not known' }),
  reminder: oneOf(...BIRTHDAY_REMINDERS),
})
export const BIRTHDAYS = t.Object({ birthdays: t.Array(BIRTHDAY, { description: 'By day of the year' }) })

export type Birthday = typeof BIRTHDAY.static
export type NewBirthday = typeof NewBirthdayBody.static
export type BirthdayChange = typeof BirthdayChangeBody.static
