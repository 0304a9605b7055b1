import { readBirthdays } from '../../calendar/birthdays/read'
import { withoutCopies } from '../../calendar/window/copies'
import { merged } from '../../calendar/window/occurrence'
import type { Days, WindowReader } from '../../calendar/window/reader'
import { BIRTHDAYS_CALENDAR } from '../../household/birthdays-calendar'
import { householdCalendars, isOpened, type MemberCalendar, readableCalendars } from '../../household/calendars'
import { readShown } from '../../household/display-choice'
import { readDirectory } from '../../household/people-names'
import type { Context } from '../../platform/context'
import { presentHousehold } from '../shared/household-occurrences'
import { type HouseholdOccurrence, type Occurrence, presentOccurrence } from '../shared/occurrence'

/**
 * What a member may read of these days, from the cache alone, with the birthdays; what the shared calendar holds, too, as
 * shared.
 */
export async function readWindow(
  ctx: Context,
  window: WindowReader,
  memberId: number,
  days: Days,
): Promise<Occurrence[]> {
  const calendars = await readableCalendars(ctx, memberId)
  const byId = new Map([...calendars, BIRTHDAYS_CALENDAR].map((calendar) => [calendar.id, calendar]))
  const sharedId = calendars.find(({ isShared }) => isShared)?.id ?? null
  const ids = calendars.map(({ id }) => id)
  const [cached, birthdays] = await Promise.all([window.read(ids, days), readBirthdays(ctx, days)])
  const occurrences = merged(withoutCopies(cached, sharedId), birthdays)
  return occurrences.map((occurrence) => presentOccurrence(occurrence, byId.get(occurrence.calendarId)!))
}

/** The same of what a member sees of the household. */
export async function readHouseholdWindow(
  ctx: Context,
  window: WindowReader,
  memberId: number,
  days: Days,
): Promise<HouseholdOccurrence[]> {
  return readTogether(ctx, window, householdCalendars(ctx, memberId), days)
}

/** The same of what a display shows. */
export async function readDisplayWindow(
  ctx: Context,
  window: WindowReader,
  displayId: number,
  days: Days,
): Promise<HouseholdOccurrence[]> {
  return readTogether(ctx, window, calendarsOn(ctx, displayId), days)
}

const calendarsOn = async ({ db }: Context, displayId: number) => (await readShown(db)).on(displayId).calendars

async function readTogether(
  ctx: Context,
  window: WindowReader,
  seen: Promise<readonly MemberCalendar[]>,
  days: Days,
): Promise<HouseholdOccurrence[]> {
  const [calendars, directory] = await Promise.all([seen, readDirectory(ctx)])
  const read = (those: readonly MemberCalendar[]) =>
    window.read(
      those.map(({ id }) => id),
      days,
    )
  // What others have opened must not use up what the member's own calendars may cost.
  const [own, opened, birthdays] = await Promise.all([
    read(calendars.filter(isReadable)),
    read(calendars.filter(isOpened)),
    readBirthdays(ctx, days),
  ])
  return presentHousehold(ctx, {
    occurrences: merged(merged(own, opened), birthdays),
    calendars: [...calendars, BIRTHDAYS_CALENDAR],
    directory,
  })
}

const isReadable = (calendar: MemberCalendar) => !isOpened(calendar)
