import type { ComponentChildren, ComponentType } from 'preact'
import { usePeople } from '../../data/people'
import { queries, useQuery } from '../../data/queries'
import { useEventFormText } from '../../i18n/event-form'
import { Bell, CalendarDays, ListChecks, MapPin, Repeat, UserRound, X } from '../../ui/icons'
import type { Draft } from '../draft'
import { Clock } from '../event-dialog/icons'
import type { EventPerson } from '../who'
import { PARTS, type Part } from './line'
import { usePartWords } from './words'

const ICONS: Record<Part, ComponentType> = {
  when: Clock,
  people: UserRound,
  reminders: Bell,
  recurrence: Repeat,
  location: MapPin,
  calendar: CalendarDays,
}

interface ChipsProps {
  draft: Draft
  drawn: readonly EventPerson[]
  /** The part whose editor is open. */
  opened: Part | null
  /** The id of the editor. */
  editor: string
  /** Whether a part was said, so that it can be left out. */
  isSaid: (part: Part) => boolean
  onOpen: (part: Part) => void
  onTakeOff: (part: Part) => void
}

/** What holds for the new event, a tap away from being changed. */
export function Chips({ draft, drawn, opened, editor, isSaid, onOpen, onTakeOff }: ChipsProps) {
  const { quickAdd } = useEventFormText()
  const wordsOf = usePartWords()
  const people = usePeople()
  const calendars = useQuery(queries.writableCalendars).data ?? []
  const isAsked = (part: Part) =>
    part === 'people' ? people.length > 1 : part === 'calendar' ? calendars.length > 1 : true
  return (
    <ul class="quick-chips">
      {PARTS.filter(isAsked).map((part) => {
        const words = wordsOf(part, draft, drawn)
        const Icon = ICONS[part]
        return (
          <li key={part} class={words === '' ? 'unsaid' : isSaid(part) ? 'said' : ''}>
            <button
              type="button"
              aria-expanded={opened === part}
              aria-controls={opened === part ? editor : undefined}
              onClick={() => onOpen(part)}
            >
              <Icon aria-hidden="true" />
              {words === '' ? (
                quickAdd.parts[part]
              ) : (
                <>
                  <span class="visually-hidden">{quickAdd.parts[part]}: </span>
                  <span>{words}</span>
                </>
              )}
            </button>
            {words !== '' && isSaid(part) && <TakeOff what={words} onClick={() => onTakeOff(part)} />}
          </li>
        )
      })}
    </ul>
  )
}

interface ListChipProps {
  name: string
  /** What else is understood. */
  children: ComponentChildren
  onTakeOff: () => void
}

/** In the place of all others: a list that something is added to. */
export function ListChip({ name, children, onTakeOff }: ListChipProps) {
  const { quickAdd } = useEventFormText()
  return (
    <ul class="quick-chips">
      <li class="said">
        <span>
          <ListChecks aria-hidden="true" />
          {quickAdd.addTo(name)}
        </span>
        <TakeOff what={quickAdd.addTo(name)} onClick={onTakeOff} />
      </li>
      {children}
    </ul>
  )
}

export function TakeOff({ what, onClick }: { what: string; onClick: () => void }) {
  const { quickAdd } = useEventFormText()
  return (
    <button type="button" class="take-off" aria-label={quickAdd.takeOff(what)} onClick={onClick}>
      <X aria-hidden="true" />
    </button>
  )
}
