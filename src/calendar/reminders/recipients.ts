import { readersOf } from '../../household/calendars'
import type { Person } from '../../household/people'
import { type PeopleDirectory, personIdsOf } from '../../household/people-names'
import type { Wishes } from '../../household/reminder-preferences'
import type { Zone } from '../ical/zone'
import type { Delivery } from './delivery'
import type { Device } from './devices'
import type { Due } from './due'
import { digestOf, entryName } from './ledger'
import { expiryOf, messageOf, tagOf } from './message'
import type { CalendarOwner } from './queries'
import { quietUntil } from './quiet-hours'
import type { Tick } from './tick'

export interface CalendarDue extends Due {
  calendarId: number
  eventId: number
}

/** What decides who is reminded, besides what is due. */
export interface Reminded {
  calendars: ReadonlyMap<number, CalendarOwner>
  directory: PeopleDirectory
  household: Zone
}

/** What decides who is reminded in a tick; its first caller reads the people. */
export async function remindedOf({ calendars, household, readDirectory }: Tick): Promise<Reminded> {
  return { calendars, household, directory: await readDirectory() }
}

/** A reminder for one device; what is held waits for the end of its member's quiet hours, epoch milliseconds. */
export interface PlannedDelivery extends Delivery {
  heldUntil: number | null
}

/**
 * The owner of a personal calendar is reminded, or every member for the shared one who wants to be, on all devices; of an
 * occurrence that stands in several calendars, once. What quiet hours hold until it has begun is left out.
 */
export function deliveriesOf(
  dues: readonly CalendarDue[],
  reminded: Reminded,
  devices: readonly Device[],
  decidedAt: number,
): PlannedDelivery[] {
  const { household } = reminded
  const deliveries = new Map<string, PlannedDelivery>()
  for (const due of dues) {
    const people = peopleOf(due, reminded)
    const occurrenceAt = new Date(due.start)
    const isFor = recipientOf(due, reminded)
    const plans = new Map<number, { digest: string; heldUntil: number | null }>()
    for (const device of devices) {
      if (!isFor(device)) continue
      const { memberId, wishes } = device
      const plan = plans.get(memberId) ?? {
        digest: digestOf(memberId, tagOf(due)),
        heldUntil: quietUntil(due.fireAt, wishes.quietHours, household),
      }
      plans.set(memberId, plan)
      if (plan.heldUntil !== null && plan.heldUntil >= expiryOf(due, household)) continue
      const { eventId, which, fireAt } = due
      const message = (now: Date) => messageOf(due, people, now, household, wishes.language)
      const delivery = {
        device,
        deviceId: device.id,
        eventId,
        which,
        occurrenceAt,
        fireAt,
        decidedAt,
        message,
        ...plan,
      }
      deliveries.set(entryName(delivery), delivery)
    }
  }
  return [...deliveries.values()]
}

/** The names of the persons that an occurrence is for. */
export function peopleOf(due: CalendarDue, { calendars, directory }: Reminded): string[] {
  const calendar = calendars.get(due.calendarId)
  return calendar === undefined ? [] : directory.namesOf(personIdsOf(due, calendar, directory))
}

/** Whether a member is to be reminded of an occurrence in this calendar. */
export function recipientOf(
  occurrence: { calendarId: number; categories: readonly string[] },
  { calendars, directory }: Reminded,
): (member: Pick<Device, 'memberId' | 'wishes'>) => boolean {
  const calendar = calendars.get(occurrence.calendarId)
  if (calendar === undefined) return () => false
  const readers = readersOf(calendar)
  if (readers !== 'everyone') return ({ memberId }) => readers.includes(memberId)
  const ids = personIdsOf(occurrence, calendar, directory)
  const persons = directory.people.filter(({ id }) => ids.includes(id))
  return ({ memberId, wishes }) => isWanted(persons, memberId, wishes)
}

/** Whether a member wants to hear of something shared that is for these persons; what is for nobody is for everybody. */
function isWanted(persons: readonly Person[], memberId: number, { shared }: Pick<Wishes, 'shared'>): boolean {
  if (shared.includes('all') || (persons.length === 0 && shared.length > 0)) return true
  return persons.some(
    (person) =>
      (shared.includes('me') && person.memberId === memberId) ||
      (shared.includes('children') && person.managerIds.includes(memberId)),
  )
}
