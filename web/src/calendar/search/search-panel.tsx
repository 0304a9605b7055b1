import { useMemo, useState } from 'preact/hooks'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useNow } from '../../lib/clock'
import { placeAll } from '../../lib/layout'
import { dayOf } from '../../lib/tz'
import { Button } from '../../ui/button'
import { closeDialog } from '../../ui/dialog'
import type { PlacedEntry } from '../data'
import { search } from '../entries'
import { type Describe, useDescribe } from '../parts/describe'
import { EventRow } from '../parts/event-row'
import type { Range } from '../writes/repeat'
import { daysAfter, daysBefore, piecesOf, stretchOf } from './ranges'
import { loadDays, useLoaded } from './use-loaded'

const AT_ONCE = 60

/** Looks through everything this device has loaded, says what that is, and loads more when it is asked to. */
export function SearchPanel({ onOpen }: { onOpen: (placed: PlacedEntry) => void }) {
  const { calendar, search: texts } = useText()
  const describe = useDescribe()
  const { formats } = describe
  const zone = useZone()
  const now = useNow(zone)
  const today = dayOf(now)
  const { entries, stretches } = useLoaded()
  const [query, setQuery] = useState('')
  const [most, setMost] = useState(AT_ONCE)
  const found = useMemo(
    () => placeAll(search(entries, query, formats.locale), zone),
    [entries, query, formats.locale, zone],
  )
  const coming = found.filter(({ endWall }) => endWall > now)
  const over = found.filter(({ endWall }) => endWall <= now).reverse()
  const isAsked = query.trim() !== ''
  const searched = stretches.map(({ first, days }) => formats.dayRange(first, first + days - 1)).join(', ')

  return (
    <form
      class="search-panel"
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = [...coming, ...over]
        if (first !== undefined) onOpen(first)
      }}
      onKeyDown={walk}
    >
      <input
        type="search"
        class="input"
        ref={(input) => void input?.toggleAttribute('autofocus', true)}
        aria-label={calendar.search}
        placeholder={texts.hint}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Browsers would empty the field first.
          if (event.key !== 'Escape') return
          event.preventDefault()
          closeDialog(event.currentTarget)
        }}
      />
      <div class="hint" role="status">
        {isAsked && <p>{found.length === 0 ? texts.nothing : texts.found(found.length)}</p>}
        <p>{texts.searched(searched)}</p>
        <p>{texts.notNotes}</p>
      </div>
      <Results {...{ describe, today, onOpen }} found={coming.slice(0, most)} />
      {over.length > 0 && most > coming.length && <h3>{texts.earlier}</h3>}
      <Results {...{ describe, today, onOpen }} found={over.slice(0, Math.max(0, most - coming.length))} />
      {found.length > most && <Button onClick={() => setMost(most + AT_ONCE)}>{texts.more}</Button>}
      {isAsked && <Further from={stretchOf(stretches, today)} />}
    </form>
  )
}

/** The arrow keys lead from the field to the events and back. */
function walk(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .event-row')]
  stops[Math.max(0, stops.findIndex((stop) => stop.matches(':focus')) + step)]?.focus()
}

interface ResultsProps {
  describe: Describe
  found: readonly PlacedEntry[]
  today: number
  onOpen: (placed: PlacedEntry) => void
}

function Results({ describe, found, today, onOpen }: ResultsProps) {
  const { full, fullYear, year } = describe.formats
  const dateOf = (day: number) => (year(day) === year(today) ? full(day) : fullYear(day))
  return (
    <ul>
      {found.map((placed) => (
        <li key={placed.item.key}>
          <span class="search-day">{dateOf(placed.firstDay)}</span>
          <ul>
            <EventRow describe={describe} placed={placed} day={placed.firstDay} onOpen={onOpen} />
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Beyond what is loaded: later and earlier, half a year at a press, what is near first. */
function Further({ from }: { from: Range }) {
  const { search: texts } = useText()
  const { formats } = useDescribe()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const load = async (pieces: readonly Range[]) => {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    await loadDays(pieces).catch(() => setFailed(true))
    setBusy(false)
  }
  const [after, before] = [daysAfter(from), daysBefore(from)]
  return (
    <div class="search-further">
      <Button busy={isBusy} onClick={() => void load(piecesOf(after))}>
        {texts.until(formats.monthYear(after.first + after.days - 1))}
      </Button>
      <Button kind="quiet" busy={isBusy} onClick={() => void load(piecesOf(before).reverse())}>
        {texts.backTo(formats.monthYear(before.first))}
      </Button>
      {hasFailed && (
        <p class="error" role="alert">
          {texts.notLoaded}
        </p>
      )}
    </div>
  )
}
