import { BIRTHDAYS_CALENDAR_ID } from '../../household/birthdays-calendar'
import type { Context } from '../../platform/context'
import { birthdaysWithin } from '../birthdays/dates'
import { type BirthdayRow, readBirthday, readReminded, titleOf, uidOf } from '../birthdays/read'
import { allDayAlarmInstant } from '../ical/alarms'
import { DAY, formatIsoDate, MINUTES_A_DAY } from '../ical/civil'
import { dayTimeOf, type ReminderTime } from '../ical/reminder-times'
import type { Zone } from '../ical/zone'
import { startDaysOf } from './due'
import type { CalendarOwner } from './queries'
import type { CalendarDue } from './recipients'
import type { TickWindow } from './tick-window'

/** What the ledger has as `which`: a birthday has one reminder a year. */
export const BIRTHDAY = 'birthday'

/** Everybody hears of birthdays who wants to hear of what is shared. */
export const BIRTHDAYS_OWNER: CalendarOwner = { id: BIRTHDAYS_CALENDAR_ID, userId: 0, isShared: true, personId: null }

/** At nine on the day, or at six the evening before, on the household's clock. */
const TIMES: Record<Exclude<BirthdayRow['reminder'], 'none'>, ReminderTime> = {
  morning: 0,
  evening: { daysBefore: 1, time: '18:00' },
}

/** The birthdays that remind in the window. On all other ticks nothing is read. */
export async function birthdayDues(ctx: Context, window: TickWindow, household: Zone): Promise<CalendarDue[]> {
  const dues: CalendarDue[] = []
  for (const reminder of ['morning', 'evening'] as const) {
    for (const day of startDaysOf(TIMES[reminder], window, household)) {
      const rows = await readReminded(ctx, { start: formatIsoDate(day), end: formatIsoDate(day + 1) })
      dues.push(...rows.flatMap((row) => (row.reminder === reminder ? dueOn(row, day, household) : [])))
    }
  }
  return dues
}

/** What one that has waited is about now; null: it was removed, is on another day, or is not to remind any more. */
export async function waitingBirthday(
  ctx: Context,
  { eventId, occurrenceAt }: { eventId: number | null; occurrenceAt: Date },
  household: Zone,
): Promise<CalendarDue | null> {
  const row = await readBirthday(ctx, eventId ?? 0)
  return row === undefined ? null : (dueOn(row, occurrenceAt.getTime() / 1000 / DAY, household)[0] ?? null)
}

function dueOn(row: BirthdayRow, day: number, household: Zone): CalendarDue[] {
  if (row.reminder === 'none') return []
  const time = TIMES[row.reminder]
  const days = { start: formatIsoDate(day), end: formatIsoDate(day + 1) }
  return birthdaysWithin(row, days).map(({ age }) => ({
    calendarId: BIRTHDAYS_CALENDAR_ID,
    eventId: row.id,
    uid: uidOf(row),
    title: `🎂 ${titleOf(row.name, age)}`,
    location: null,
    categories: [],
    allDay: true,
    start: day * DAY * 1000,
    leadMinutes: dayTimeOf(time).daysBefore * MINUTES_A_DAY,
    fireAt: allDayAlarmInstant(day, time, household) * 1000,
    which: BIRTHDAY,
  }))
}
