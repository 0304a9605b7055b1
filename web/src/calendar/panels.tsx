import { useMemo, useState } from 'preact/hooks'
import { useZone } from '../data/session'
import { useText } from '../i18n'
import { placeAll } from '../lib/layout'
import { closeDialog, Dialog } from '../ui/dialog'
import { type CalendarData, everythingLoaded, type PlacedEntry } from './data'
import { type Entry, mergeEntries, peopleOf, search } from './entries'
import type { Panel } from './header'
import { useDescribe } from './parts/describe'
import { EventRow } from './parts/event-row'
import { MiniMonth } from './parts/mini-month'
import { PeopleFilter } from './parts/people-filter'
import { Unsaved } from './parts/unsaved'
import { overlay } from './writes/overlay'
import { useWrites } from './writes/store'

interface PanelsProps {
  panel: Panel
  data: CalendarData
  day: number
  today: number
  onPick: (day: number) => void
  onOpen: (placed: PlacedEntry) => void
  onEdit: (entry: Entry) => void
  onClose: () => void
}

/** The dialogs that the header opens. */
export default function Panels({ panel, data, day, today, onPick, onOpen, onEdit, onClose }: PanelsProps) {
  const { calendar } = useText()
  const titles = {
    jump: calendar.jump,
    people: calendar.filter,
    search: calendar.search,
    unsaved: calendar.notSavedTitle,
  }
  const pick = (picked: number) => {
    onClose()
    onPick(picked)
  }
  const edit = (entry: Entry) => {
    onClose()
    onEdit(entry)
  }
  return (
    <Dialog title={titles[panel]} class={`panel-${panel}`} onClose={onClose}>
      {panel === 'jump' && <MiniMonth day={day} today={today} onPick={pick} />}
      {panel === 'people' && <PeopleFilter people={peopleOf(data.entries)} />}
      {panel === 'search' && <SearchPanel onOpen={onOpen} />}
      {panel === 'unsaved' && <Unsaved onDone={onClose} onEdit={edit} />}
    </Dialog>
  )
}

const MOST_FOUND = 60

/** Looks through everything this device has loaded. */
function SearchPanel({ onOpen }: { onOpen: (placed: PlacedEntry) => void }) {
  const { calendar } = useText()
  const describe = useDescribe()
  const { formats } = describe
  const zone = useZone()
  const writes = useWrites()
  const [query, setQuery] = useState('')
  const loaded = useMemo(() => everythingLoaded(zone), [zone])
  const entries = useMemo(
    () => mergeEntries(overlay(loaded.occurrences, writes, zone, loaded.stretches[0])),
    [loaded, writes, zone],
  )
  const found = useMemo(
    () => placeAll(search(entries, query, formats.locale), zone),
    [entries, query, formats.locale, zone],
  )
  return (
    <div class="search-panel">
      <input
        type="search"
        class="input"
        ref={(input) => void input?.toggleAttribute('autofocus', true)}
        aria-label={calendar.search}
        placeholder={calendar.searchHint}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Browsers would empty the field first.
          if (event.key !== 'Escape') return
          event.preventDefault()
          closeDialog(event.currentTarget)
        }}
      />
      <p class="hint" role="status">
        {query.trim() !== '' && calendar.found(found.length)}
        {query.trim() === '' &&
          loaded.stretches.map(({ first, days }) =>
            calendar.searchIn(formats.dayMonth(first), formats.dayMonth(first + days - 1)),
          )}
      </p>
      <ul>
        {found.slice(0, MOST_FOUND).map((placed) => (
          <li key={placed.item.key}>
            <span class="search-day">{formats.full(placed.firstDay)}</span>
            <ul>
              <EventRow describe={describe} placed={placed} day={placed.firstDay} onOpen={onOpen} />
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
