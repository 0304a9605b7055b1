import { findAll, type Property, parse } from './parse'

/** Somebody in a meeting (RFC 5545 3.8.4.1, 3.8.4.3). */
export interface Participant {
  /** CN, null without one. */
  name: string | null
  /** Null where the address is none that mail goes to. */
  email: string | null
}

export interface Meeting {
  organizer: Participant | null
  /** Each once, in the order of the text; `status` is PARTSTAT in lower case. */
  attendees: (Participant & { status: string })[]
}

/** Whether servers tell others when the object changes: it has an organizer or attendees. @throws IcalError */
export function isMeeting(text: string): boolean {
  return participantsIn(text).length > 0
}

/** Who takes part, in any of the object's events. @throws IcalError for an unreadable object */
export function meetingOf(text: string): Meeting {
  const participants = participantsIn(text)
  const organizer = participants.find(({ name }) => name === 'ORGANIZER')
  const attendees = new Map<string, Meeting['attendees'][number]>()
  for (const source of participants.filter(({ name }) => name === 'ATTENDEE')) {
    const participant = participantOf(source)
    const key = (participant.email ?? source.value).toLowerCase()
    const status = (source.params.PARTSTAT || 'NEEDS-ACTION').toLowerCase()
    if (!attendees.has(key)) attendees.set(key, { ...participant, status })
  }
  return { organizer: organizer === undefined ? null : participantOf(organizer), attendees: [...attendees.values()] }
}

function participantsIn(text: string): Property[] {
  const events = findAll(parse(text), 'VEVENT')
  return events.flatMap(({ properties }) =>
    properties.filter(({ name }) => name === 'ORGANIZER' || name === 'ATTENDEE'),
  )
}

/** Some applications write a path or a URN as the address and the mail address beside it (RFC 7986 6.2). */
function participantOf({ value, params }: Property): Participant {
  const email = /^mailto:(.+)$/i.exec(value)?.[1] ?? params.EMAIL
  return { name: params.CN || null, email: email || null }
}
