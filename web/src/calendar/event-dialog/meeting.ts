import * as api from '../../data/api'
import { isStatus } from '../../data/http'
import { type Query, queryClient, useQuery } from '../../data/queries'
import type { Meeting, Participant } from '../../data/types'
import { text } from '../../i18n'
import { eventFormText, useEventFormText } from '../../i18n/event-form'
import { formatsFor } from '../../i18n/format'
import { preferences } from '../../lib/preferences'
import { confirm } from '../../ui/confirm'
import type { Entry } from '../entries'
import { isNew } from '../event-ref'
import { currentWrites, useWrites } from '../writes/waiting'
import { isSameObject, type Write } from '../writes/write'

type Event = Pick<Entry, 'ref' | 'label'>

const NOBODY: Meeting = { isMeeting: false, isOrganizer: false, organizer: null, attendees: [] }
const MAX_NAMED = 3

const meetingOf = ({ ref }: Event): Query<Meeting> => ({
  queryKey: ['meeting', ref.uid, ref.calendarId],
  queryFn: () => api.events.meeting(ref.uid, ref.calendarId ?? undefined),
})

/** Whether the calendar server has it: until then the service knows of no meeting, and whoever made it is alone. */
const isMade = ({ ref }: Event, writes: readonly Write[]): boolean =>
  !isNew(ref) && !writes.some((write) => write.kind === 'create' && isSameObject(write, ref))

/** Asks who takes part in an event, for the answer to be there when it is needed. */
export function learnMeeting(event: Event): void {
  if (isMade(event, currentWrites())) void queryClient.prefetchQuery(meetingOf(event))
}

/** Who takes part in an event with its owner, in words; empty where nobody does, and until it is known. */
export function useGuests(event: Event, isAsked: boolean): string {
  const { meeting } = useEventFormText()
  const { data } = useQuery(meetingOf(event), { enabled: isMade(event, useWrites()) && isAsked })
  if (data === undefined) return ''
  return wordsOf(data, ({ isOrganizer, organizer, guests: [names] }) =>
    isOrganizer || organizer === null ? meeting.with(names) : meeting.invitedBy(organizer[0]),
  )
}

/** Who would hear that an event is deleted, in a sentence; empty when nobody would. */
export async function toldOfRemoval(event: Event): Promise<string> {
  const { meeting } = eventFormText()
  return wordsOf(await read(event), ({ isOrganizer, organizer, guests }) => {
    if (organizer === null) return meeting.mayBeTold(...guests)
    return isOrganizer ? meeting.isOff(...guests) : meeting.isNotComing(...organizer)
  })
}

/** Asks before an event is deleted that others take part in. */
export async function mayDelete(event: Event): Promise<boolean> {
  const { meeting } = eventFormText()
  const told = await toldOfRemoval(event)
  if (told === '') return true
  return confirm({ title: meeting.deleteTitle(event.label), body: told, action: text().common.delete, danger: true })
}

/** Asks before an event that others take part in goes to another calendar. */
export async function mayMove(event: Event): Promise<boolean> {
  const { meeting } = eventFormText()
  const told = wordsOf(await read(event), ({ isOrganizer, organizer, guests }) =>
    meeting.mayBeTold(...(isOrganizer || organizer === null ? guests : organizer)),
  )
  if (told === '') return true
  return confirm({ title: meeting.moveTitle(event.label), body: told, action: meeting.moveAction })
}

/** People as one text, and how many they are. */
type Named = [names: string, count: number]

interface Participants {
  isOrganizer: boolean
  organizer: Named | null
  /** Everybody else. */
  guests: Named
}

/** Who would hear of it, in a sentence; empty when nobody would. */
function wordsOf(found: Meeting | null, sentence: (participants: Participants) => string): string {
  if (found === null) return eventFormText().meeting.unknown
  const { isMeeting, isOrganizer, organizer, attendees, attendeeCount } = found
  const guests = attendees.filter(
    ({ email }) => email === null || email.toLowerCase() !== organizer?.email?.toLowerCase(),
  )
  if (!isMeeting || (isOrganizer && guests.length === 0)) return ''
  const hidden = (attendeeCount ?? attendees.length) - attendees.length
  return sentence({
    isOrganizer,
    organizer: organizer === null ? null : named([organizer]),
    guests: named(guests, guests.length + hidden),
  })
}

/** Null when it cannot be known now. */
async function read(event: Event): Promise<Meeting | null> {
  if (!isMade(event, currentWrites())) return NOBODY
  const query = meetingOf(event)
  try {
    return await queryClient.fetchQuery({ ...query, retry: false })
  } catch (error) {
    // What the service does not have yet was made here, with nobody else.
    if (isStatus(error, 404)) return NOBODY
    return queryClient.getQueryData<Meeting>(query.queryKey) ?? null
  }
}

/** The first of them by name, the others by number. */
function named(people: readonly Participant[], count = people.length): Named {
  const first = people.slice(0, count > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED)
  const names = first.map(({ name, email }) => name ?? email ?? text().common.someone)
  const others = count - names.length
  const list = new Intl.ListFormat(formatsFor(preferences.get()).locale, { type: 'conjunction' })
  return [list.format(others > 0 ? [...names, eventFormText().meeting.others(others)] : names), count]
}
