import type { ComponentChildren } from 'preact'
import { useText } from '../../i18n'
import { useEventFormText } from '../../i18n/event-form'
import { useUnsavedText } from '../../i18n/unsaved'
import { Bell, CalendarDays, Lock, MapPin, Repeat, Users } from '../../ui/icons'
import { Avatar, usePersonName } from '../../ui/person'
import type { PlacedEntry } from '../data'
import { isMoved } from '../entries'
import { useEventTime } from '../parts/event-time'
import { useFormMessage } from '../parts/form-messages'
import type { EventPerson } from '../who'
import { openedOf } from '../writes/changes'
import { formOfTimes } from '../writes/times'
import { Cake, Clock, ExternalLink, NotebookText, Video } from './icons'
import { LinkedText } from './linked-text'
import { callOf, linksOf } from './links'
import { mapOf } from './maps'
import { type Details, isKnown } from './use-details'

interface LinesProps {
  placed: PlacedEntry
  details: Details
}

interface AllLinesProps extends LinesProps {
  today: number
  /** Who takes part from elsewhere, in words; may be empty. */
  guests: string
  /** Id of the line that says when. */
  whenId: string
  children: ComponentChildren
}

/** When, for whom (`children`), where and whatever else is known of an event. */
export function Lines({ placed, details, today, guests, whenId, children }: AllLinesProps) {
  const { item } = placed
  const notes = isKnown(details) ? details.description.trim() : ''
  return (
    <ul class="card-lines">
      <When id={whenId} placed={placed} today={today} />
      <li class="card-who">{children}</li>
      {guests !== '' && <Line icon={<Users />}>{guests}</Line>}
      {item.location && <Place place={item.location} />}
      {notes !== '' && (
        <Line icon={<NotebookText />}>
          <p class="card-notes">
            <LinkedText text={notes} />
          </p>
        </Line>
      )}
      <Repeats {...{ placed, details }} />
      <Reminds {...{ placed, details }} />
      <Whose placed={placed} />
      <Missing details={details} />
    </ul>
  )
}

/** An icon, and what is said. */
export function Line({
  id,
  icon,
  class: extra = '',
  children,
}: {
  id?: string | undefined
  icon: ComponentChildren
  class?: string
  children: ComponentChildren
}) {
  return (
    <li id={id} class={extra}>
      {icon}
      <div>{children}</div>
    </li>
  )
}

/** Whom it is for, where that is not to be chosen. */
export function Who({ people }: { people: readonly EventPerson[] }) {
  const nameOf = usePersonName()
  return (
    <>
      {people.map((person) => (
        <span key={person.key}>
          <Avatar person={person} />
          <span>{nameOf(person)}</span>
        </span>
      ))}
    </>
  )
}

/** One tap into a video call that the event speaks of. */
export function JoinCall({ texts }: { texts: string[] }) {
  const { card } = useEventFormText()
  const call = callOf(linksOf(...texts))
  if (call === null) return null
  return (
    <a class="button primary wide" href={call.href} target="_blank" rel="noopener noreferrer">
      <Video />
      {card.join(call.service)}
    </a>
  )
}

export function When({ id, placed, today }: { id?: string; placed: PlacedEntry; today: number }) {
  const { days, times, hint } = useEventTime(placed, today)
  return (
    <Line id={id} icon={<Clock />} class="card-when">
      <b>{days}</b>
      {times !== null && <span>{times}</span>}
      {hint !== null && <small>{hint}</small>}
    </Line>
  )
}

/** A place is looked up on a map; an address of the web or a number is no place. */
function Place({ place }: { place: string }) {
  const { card } = useEventFormText()
  if (linksOf(place).length > 0) {
    return (
      <Line icon={<MapPin />}>
        <LinkedText text={place} />
      </Line>
    )
  }
  return (
    <li>
      <a class="card-place" href={mapOf(place)} target="_blank" rel="noopener noreferrer">
        <MapPin />
        <span>
          {place}
          <small>{card.map}</small>
        </span>
        <ExternalLink />
      </a>
    </li>
  )
}

/** That it repeats is known at once, and how as soon as it is told. */
function Repeats({ placed: { item }, details }: LinesProps) {
  const { calendar } = useText()
  const { repeats } = useEventFormText()
  const wordsOf = useFormMessage()
  if (!item.isRecurring) return null
  const isTold = isKnown(details) && details.recurrence !== 'none'
  return (
    <Line icon={<Repeat />}>
      {isTold ? wordsOf('repeats', openedOf(details)) : repeats}
      {isMoved(item) && <small>{calendar.repeatsElsewhen}</small>}
    </Line>
  )
}

function Reminds({ placed: { item }, details }: LinesProps) {
  const wordsOf = useFormMessage()
  const { title, reminderLeadMinutes, reminderIsCustom } = item
  if (reminderLeadMinutes === null && !reminderIsCustom) return null
  const shown = { ...formOfTimes(title, item), reminderLeadMinutes, reminderIsCustom }
  return <Line icon={<Bell />}>{wordsOf('reminder', isKnown(details) ? openedOf(details) : shown)}</Line>
}

/** The calendar it stands in, and who can change it when that is not the one who looks. */
function Whose({ placed: { item } }: { placed: PlacedEntry }) {
  const { common } = useText()
  const { read, everyoneCalendar } = useEventFormText()
  const { access, calendarName, isShared, readOnly, birthday } = item
  const owner = item.ownerName ?? common.someone
  if (birthday !== undefined) return <Line icon={<Cake />}>{read.birthday(birthday.age)}</Line>
  if (access === 'busy') return <Line icon={<Lock />}>{read.busy(owner)}</Line>
  if (readOnly && calendarName !== '') return <Line icon={<Lock />}>{read.fromElsewhere(calendarName)}</Line>
  if (access === 'household') return <Line icon={<Lock />}>{read.whose(owner, calendarName)}</Line>
  if (calendarName === '') return null
  return <Line icon={<CalendarDays />}>{isShared ? everyoneCalendar(calendarName) : calendarName}</Line>
}

/** Why there may be more to know, or that there is nothing any more. */
function Missing({ details }: { details: Details }) {
  const { card } = useEventFormText()
  const { reasons } = useUnsavedText()
  if (isKnown(details) || details === 'untold') return null
  return (
    <li class="hint card-missing">
      <span role="status">{details === 'gone' ? reasons.gone : card.missing[details]}</span>
    </li>
  )
}
