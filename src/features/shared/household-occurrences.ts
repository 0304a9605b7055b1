import { withoutCopies } from '../../calendar/window/copies'
import { byStartThenTitle } from '../../calendar/window/occurrence'
import type { CachedOccurrence } from '../../calendar/window/reader'
import { busyUids } from '../../household/busy-uid'
import { isOnlyTimes, type MemberCalendar } from '../../household/calendars'
import { type PeopleDirectory, personIdsOf } from '../../household/people-names'
import type { Context } from '../../platform/context'
import { type EventPerson, type HouseholdOccurrence, presentOccurrence } from './occurrence'

/** What stands in place of every name that a busy calendar has. */
export const BUSY = 'Busy'

interface Household {
  /** In the order of `byStartThenTitle`. */
  occurrences: readonly CachedOccurrence[]
  /** Those that hold the occurrences. */
  calendars: readonly MemberCalendar[]
  directory: PeopleDirectory
}

/**
 * What these calendars hold, as the household sees it, by start and then title. Busy ones stand where what is shown of
 * them belongs, so that their contents have no part in the order; those that take up nobody's time are left out. What the
 * shared calendar holds as well is shown once, as shared.
 */
export function presentHousehold(
  ctx: Pick<Context, 'config'>,
  { occurrences, calendars, directory }: Household,
): HouseholdOccurrence[] {
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]))
  const calendarOf = ({ calendarId }: CachedOccurrence) => byId.get(calendarId)!
  const sharedId = calendars.find(({ isShared }) => isShared)?.id ?? null
  const isBusy = (occurrence: CachedOccurrence) => isOnlyTimes(calendarOf(occurrence), occurrence)
  // A copy that went missing among the busy ones would tell which event it is of.
  const told = withoutCopies(
    occurrences.filter((occurrence) => !isBusy(occurrence)),
    sharedId,
  )
  const present = withPeople(directory)
  const presentBusy = asBusy(ctx, calendars)
  const shown = told.map((one) => placed(one, present(one, calendarOf(one))))
  const busy = occurrences
    .filter((one) => isBusy(one) && !one.isTransparent)
    .map((one) => placed(one, presentBusy(one, calendarOf(one))))
  return [...shown, ...busy].sort(byStartThenTitle).map((one) => one.shown)
}

/** An occurrence with what its place depends on: whoever sees the answer knows all of it already. */
const placed = ({ startsAt }: CachedOccurrence, shown: HouseholdOccurrence) => {
  const { title, calendarId, uid } = shown
  return { startsAt, title, calendarId, uid, shown }
}

function withPeople(directory: PeopleDirectory) {
  const byId = new Map(directory.people.map(({ id, name, color }): [number, EventPerson] => [id, { id, name, color }]))
  return (occurrence: CachedOccurrence, calendar: MemberCalendar): HouseholdOccurrence => {
    const people = personIdsOf(occurrence, calendar, directory).flatMap((id) => byId.get(id) ?? [])
    return {
      ...presentOccurrence(occurrence, calendar),
      access: calendar.access,
      personIds: people.map(({ id }) => id),
      people,
      ...(calendar.source === 'holidays' && { holiday: true as const }),
    }
  }
}

/** Tells when somebody is busy. All busy calendars of one member look like one; what is private in another, too. */
function asBusy({ config }: Pick<Context, 'config'>, calendars: readonly MemberCalendar[]) {
  const uidOf = busyUids(config)
  const idOfOwner = new Map<number, number>()
  for (const { access, id, ownerId } of calendars) {
    if (access === 'busy') idOfOwner.set(ownerId, Math.min(id, idOfOwner.get(ownerId) ?? id))
  }
  return (occurrence: CachedOccurrence, calendar: MemberCalendar): HouseholdOccurrence => ({
    uid: uidOf(occurrence.calendarId, occurrence.uid, occurrence.recurrenceId, occurrence.start),
    title: BUSY,
    location: null,
    allDay: occurrence.allDay,
    start: occurrence.start,
    end: occurrence.end,
    isRecurring: false,
    recurrenceId: null,
    seriesStart: null,
    calendarId: idOfOwner.get(calendar.ownerId) ?? calendar.id,
    calendarName: BUSY,
    color: calendar.ownerColor,
    isShared: false,
    userId: calendar.ownerId,
    ownerName: calendar.ownerName,
    reminderLeadMinutes: null,
    reminderIsCustom: false,
    access: 'busy',
    personIds: [],
    people: [],
  })
}
