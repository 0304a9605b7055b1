import { readersOf } from '../../household/calendars'
import type { Delivery } from './delivery'
import type { Device } from './devices'
import type { Due } from './due'
import { digestOf, entryName } from './ledger'
import { keyOf } from './message'
import type { CalendarOwner } from './queries'

export interface CalendarDue extends Due {
  calendarId: number
}

/**
 * The owner of a personal calendar is reminded, or every member for the shared one, on all devices; of an occurrence
 * that stands in several calendars, once.
 */
export function deliveriesOf(
  dues: readonly CalendarDue[],
  calendars: readonly CalendarOwner[],
  devices: readonly Device[],
  decidedAt: number,
): Delivery[] {
  const owners = new Map(calendars.map((calendar) => [calendar.id, calendar]))
  const deliveries = new Map<string, Delivery>()
  for (const due of dues) {
    const calendar = owners.get(due.calendarId)
    if (calendar === undefined) continue
    const readers = readersOf(calendar)
    const digests = new Map<number, string>()
    for (const device of devices) {
      if (readers !== 'everyone' && !readers.includes(device.memberId)) continue
      const digest = digests.get(device.memberId) ?? digestOf(device.memberId, keyOf(due))
      digests.set(device.memberId, digest)
      const occurrenceAt = new Date(due.start)
      const delivery = { due, device, deviceId: device.id, digest, occurrenceAt, decidedAt }
      deliveries.set(entryName(delivery), delivery)
    }
  }
  return [...deliveries.values()]
}
