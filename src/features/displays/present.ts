import type { MemberCalendar } from '../../household/calendars'
import type { Display } from '../../household/displays'
import type { PairingCode } from '../../identity/pairing-codes'
import { BUSY } from '../shared/household-occurrences'
import { colorOf } from '../shared/occurrence'
import type { Code, OpenCalendar, Display as PresentedDisplay } from './model'

export const presentDisplay = ({ pairedAt, lastSeenAt, ...display }: Display): PresentedDisplay => ({
  id: display.id,
  name: display.name,
  calendarIds: display.calendarIds,
  listIds: display.listIds,
  canTick: display.canTick,
  canAdd: display.canAdd,
  pairedAt: pairedAt?.toISOString() ?? null,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
})

export const presentCode = ({ code, expiresAt }: PairingCode): Code => ({ code, expiresAt: expiresAt.toISOString() })

/** A calendar that a display may show, in its owner's colour; a busy one without its name. */
export const presentOpenCalendar = (calendar: MemberCalendar): OpenCalendar => ({
  id: calendar.id,
  displayName: calendar.access === 'busy' ? BUSY : calendar.displayName,
  ownerId: calendar.ownerId,
  ownerName: calendar.ownerName,
  color: colorOf(calendar),
  access: calendar.access as OpenCalendar['access'],
})
