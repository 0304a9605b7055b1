import { useState } from 'preact/hooks'
import { type OwnCalendar, ownCalendars } from '../data/own-calendars'
import { usePeople } from '../data/people'
import { queries, useQuery } from '../data/queries'
import { useChoices } from '../forms/choices'
import { FormError } from '../forms/form-dialog'
import {
  type CalendarChange,
  changeCalendar,
  isOwnersAlone,
  isUndecided,
  visibilityDecided,
} from '../forms/own-calendars'
import { Loaded, Section } from '../forms/section'
import { VisibilityChoice } from '../forms/visibility-choice'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { SelectField, SwitchField } from '../ui/field'
import { ChevronDown } from '../ui/icons'
import { lazyDialog } from '../ui/lazy'
import { CalendarName } from './calendar-name'

const VisibilityQuestion = lazyDialog(() => import('../forms/visibility-question'))

/** The own calendars: what others see of them, whose they are, what they are called, whether one sees them oneself. */
export function Calendars() {
  const { calendars: texts } = useSecondaryText().account
  // Asked beside the other, not after it.
  useQuery(queries.people)
  return (
    <Loaded query={ownCalendars} title={texts.title}>
      {(calendars) =>
        calendars.length > 0 && (
          <Loaded query={queries.people} title={texts.title}>
            {() => <All calendars={calendars} />}
          </Loaded>
        )
      }
    </Loaded>
  )
}

function All({ calendars }: { calendars: readonly OwnCalendar[] }) {
  const { calendars: texts } = useSecondaryText().account
  const [isAsking, setAsking] = useState(false)
  const [, setAnswered] = useState(false)
  return (
    <Section title={texts.title} hint={texts.hint}>
      {isUndecided(calendars) && (
        <div class="notice undecided" role="status">
          <p>{texts.undecided}</p>
          <Button kind="primary" onClick={() => setAsking(true)}>
            {texts.decide}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              visibilityDecided()
              setAnswered(true)
            }}
          >
            {texts.keepPrivate}
          </Button>
        </div>
      )}
      <div class="calendar-cards">
        {calendars.map((calendar) => (
          <CalendarCard key={calendar.id} calendar={calendar} isOpen={calendars.length === 1} />
        ))}
      </div>
      {isAsking && <VisibilityQuestion onClose={() => setAsking(false)} />}
    </Section>
  )
}

const NOBODY = ''

function CalendarCard({ calendar, isOpen }: { calendar: OwnCalendar; isOpen: boolean }) {
  const { calendars: texts, visibility } = useSecondaryText().account
  const people = usePeople()
  const [isNaming, setNaming] = useState(false)
  const send = async (chosen: CalendarChange) => {
    await changeCalendar(calendar.id, chosen)
    if (chosen.visibility !== undefined) visibilityDecided()
  }
  const { choices, choose, error } = useChoices(calendar, send, { 404: visibility.gone })
  const { displayName, color, isShared, isHidden, personId } = choices
  const whose = people.find((person) => person.id === personId)?.name
  const change = (part: CalendarChange) => void choose(part)
  const words = [
    isShared ? texts.everyones : visibility.seen[choices.visibility],
    ...(whose === undefined ? [] : [texts.of(whose)]),
    ...(isHidden ? [texts.isHidden] : []),
  ]
  return (
    <details class="calendar-card" open={isOpen}>
      <summary>
        <span class="calendar-dot" style={{ background: color }} />
        <span>
          <b>{displayName}</b> <small>{words.join(' · ')}</small>
        </span>
        <ChevronDown aria-hidden="true" />
      </summary>
      {isOwnersAlone(calendar) && (
        <VisibilityChoice
          calendar={calendar}
          chosen={choices.visibility}
          legend={visibility.question}
          onChoose={(chosen) => change({ visibility: chosen })}
        />
      )}
      {people.length > 1 && (
        <SelectField
          label={texts.whose}
          hint={texts.whoseHint}
          value={personId === null ? NOBODY : String(personId)}
          options={[
            { value: NOBODY, label: texts.nobody },
            ...people.map((person) => ({ value: String(person.id), label: person.name })),
          ]}
          onChange={(value) => change({ personId: value === NOBODY ? null : Number(value) })}
        />
      )}
      <SwitchField label={texts.show} checked={!isHidden} onChange={(isShown) => change({ isHidden: !isShown })} />
      <div>
        <Button onClick={() => setNaming(true)}>{texts.rename}</Button>
      </div>
      <FormError>{error}</FormError>
      {isNaming && <CalendarName calendar={calendar} onClose={() => setNaming(false)} />}
    </details>
  )
}
