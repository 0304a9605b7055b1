import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useReachable } from '../../data/connection'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { useNow } from '../../lib/clock'
import { placeAll } from '../../lib/layout'
import { needs } from '../../lib/needs'
import { dayOf } from '../../lib/tz'
import { Button } from '../../ui/button'
import { closeDialog } from '../../ui/dialog'
import type { PlacedEntry } from '../data'
import { useDescribe } from '../parts/describe'
import { ResultList } from './result-list'
import { inOrder, type Result, resultsOf, searchLoaded } from './results'
import { useFound } from './use-found'
import { useLoaded } from './use-loaded'
import { soughtIn } from './words'

needs(viewsTexts)

interface SearchPanelProps {
  onOpen: (placed: PlacedEntry) => void
  /** To an occurrence on a day that is not loaded, named as an address names it (`useLinked`). */
  onGo: (day: number, occurrence: string) => void
}

/** Finds events by what they say: in everything one may read, without a connection in what this device has. */
export function SearchPanel({ onOpen, onGo }: SearchPanelProps) {
  const { calendar, common } = useText()
  const { untitled } = calendar
  const { search: texts } = useViewsText()
  const { formats } = useDescribe()
  const zone = useZone()
  const now = useNow(zone)
  const { entries, stretches } = useLoaded()
  const [typed, setTyped] = useState('')
  const { query, hits, cursor, hasFailed, isAsking, more, again } = useFound(typed)
  const sought = useMemo(() => soughtIn(query), [query])
  const results = useMemo(
    () =>
      hits === null ? onDevice(searchLoaded(entries, sought), zone) : resultsOf(hits, entries, sought, zone, untitled),
    [hits, entries, sought, zone, untitled],
  )
  const isAway = !useReachable()
  const { coming, over } = inOrder(results, now)
  const open = ({ placed, isLoaded }: Result) => {
    if (isLoaded) onOpen(placed)
    else onGo(placed.firstDay, `${placed.item.ref.uid}:${Date.parse(placed.item.start)}`)
  }
  const days = stretches.map(({ first, days }) => formats.dayRange(first, first + days - 1)).join(', ')
  const isFirst = isAsking && query === ''

  return (
    <form
      class="search-panel"
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = [...coming, ...over]
        if (first !== undefined && !isAsking) open(first)
      }}
      onKeyDown={walk}
    >
      <input
        type="search"
        class="input"
        ref={(input) => void input?.toggleAttribute('autofocus', true)}
        aria-label={calendar.search}
        placeholder={texts.hint}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Browsers would empty the field first.
          if (event.key !== 'Escape') return
          event.preventDefault()
          closeDialog(event.currentTarget)
        }}
      />
      <div class="hint search-state" role="status">
        {isFirst && <p class="search-waiting">{texts.searching}</p>}
        {query !== '' && hits === null && (
          <p>{[isAway && texts.away, texts.onDevice, days].filter(Boolean).join(' ')}</p>
        )}
        {query !== '' && <p>{countOf(results.length, cursor !== null, hits === null)}</p>}
      </div>
      {again !== null && <Button onClick={again}>{common.tryAgain}</Button>}
      <ResultList title={texts.coming} found={coming} {...{ sought, today: dayOf(now) }} onOpen={open} />
      <ResultList title={texts.over} found={over} {...{ sought, today: dayOf(now) }} onOpen={open} />
      {hasFailed && (
        <p class="error" role="alert">
          {texts.notMore}
        </p>
      )}
      {cursor !== null && <More key={results.length} onMore={more} />}
    </form>
  )

  function countOf(count: number, hasMore: boolean, isOfDevice: boolean): string {
    if (count === 0) return isOfDevice ? texts.nothingOnDevice : texts.nothing
    return hasMore ? texts.foundMore(count) : texts.found(count)
  }
}

const onDevice = (entries: Parameters<typeof placeAll<PlacedEntry['item']>>[0], zone: string): Result[] =>
  placeAll(entries, zone).map((placed) => ({ placed, notes: null, isLoaded: true }))

/** The arrow keys lead from the field to the events and back. */
function walk(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .event-row')]
  stops[Math.max(0, stops.findIndex((stop) => stop.matches(':focus')) + step)]?.focus()
}

/** Asks for what follows as soon as it is in sight; a press does, too. */
function More({ onMore }: { onMore: () => void }) {
  const { search: texts } = useViewsText()
  const mark = useRef<HTMLDivElement>(null)
  const ask = useRef(onMore)
  ask.current = onMore
  useEffect(() => {
    if (mark.current === null) return
    const observer = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting) ask.current()
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={mark} class="search-more">
      <Button onClick={onMore}>{texts.more}</Button>
    </div>
  )
}
