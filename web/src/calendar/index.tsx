import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { ownCalendars } from '../data/own-calendars'
import { queries, queryClient, useQuery } from '../data/queries'
import { useZone } from '../data/session'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useNow } from '../lib/clock'
import { runWhenIdle } from '../lib/idle'
import { LAPTOP, LOW, PHONE, useMedia } from '../lib/media'
import { whole } from '../lib/needs'
import { useShortcuts } from '../lib/shortcuts'
import { useStore } from '../lib/store'
import { dayOf } from '../lib/tz'
import { failedCount } from '../outbox/pending'
import { announce } from '../ui/announce'
import { lazyDialog } from '../ui/lazy'
import type { Create } from './create'
import { monthRange, type PlacedEntry, useCalendar, useNeighbours, useOwnKey } from './data'
import type { Entry } from './entries'
import { EntryDialog, QuickAdd } from './entry-dialog'
import type { Target } from './event-dialog/opened'
import { takeHanded } from './handed'
import { Header, type Panel } from './header'
import { setHidden } from './hidden'
import { useLinked } from './linked'
import { PeopleFilter } from './parts/people-filter'
import { clearNew, columnsOf, show, stepped, useAsksForNew, useCalendarPlace, type View } from './place'
import { Glance, Side } from './side'
import { Agenda, PeopleList, ViewArea } from './view-area'
import { personOfKey } from './who'

const Panels = lazyDialog(() => import('./panels'))

export default function Calendar() {
  const { calendar } = useText()
  const formats = useFormats()
  const zone = useZone()
  const now = useNow(zone)
  const today = dayOf(now)
  const isPhone = useMedia(PHONE)
  const isLow = useMedia(LOW)
  const hasSide = useMedia(LAPTOP)
  const { view, day } = useCalendarPlace(today)
  const range = monthRange(day, formats.firstWeekday)
  const data = useCalendar(range)
  const own = useOwnKey()
  const unsavedCount = useStore(failedCount)
  // Each opening is a dialog of its own: the browser tells late that the last one has closed.
  const [target, setTarget] = useState<Target | null>(null)
  const [panel, setPanel] = useState<Panel | null>(null)
  useNeighbours(day, formats.firstWeekday)
  // Prefetched for the dialog.
  useQuery(queries.writableCalendars)

  const { first, days } = columnsOf(view, day, isPhone, formats.firstWeekday)
  // In somebody's column it is for them.
  const create: Create = useCallback(
    (at, wall, person, endWall, lastDay) => {
      const id = person === undefined || person.key === own ? null : personOfKey(person.key)
      setTarget({ kind: 'new', day: at, wall, endWall, lastDay, personIds: id === null ? [] : [id] })
    },
    [own],
  )
  const edit = useCallback((entry: Entry) => setTarget({ kind: 'edit', entry }), [])
  const open = useCallback(({ item }: PlacedEntry) => edit(item), [edit])
  // Whoever comes back to today goes on with the days.
  const pick = useCallback((picked: number) => show({ day: picked === today ? null : picked }), [today])
  const openDay = useCallback((opened: number) => show({ view: 'day', day: opened }), [])
  const step = (steps: number) => {
    pick(stepped(view, day, steps, days))
    tellHeading()
  }
  const goTo = (to: Parameters<typeof show>[0]) => {
    show(to)
    tellHeading()
  }
  const goToday = () => goTo({ day: null })

  const asksForNew = useAsksForNew()
  // At once: a phone brings up its keyboard only in answer to a touch.
  useLayoutEffect(() => {
    if (!asksForNew) return
    const draft = takeHanded()
    if (draft === null) create(day)
    else setTarget({ kind: 'new', day, draft })
    clearNew()
  }, [asksForNew])
  useLinked(data.entries, edit)
  usePreloaded(isPhone)

  const viewKey = (key: string, to: View) => ({ key, run: () => goTo({ view: to }) })
  useShortcuts([
    { key: 'n', description: calendar.newEvent, run: () => create(day) },
    { key: 't', run: goToday },
    { key: 'j', others: ['PageDown', 'ArrowRight'], description: calendar.next[view], run: () => step(1) },
    { key: 'k', others: ['PageUp', 'ArrowLeft'], description: calendar.previous[view], run: () => step(-1) },
    viewKey('m', 'month'),
    viewKey('w', 'week'),
    viewKey('d', 'day'),
    viewKey('a', 'agenda'),
    { key: 'g', description: calendar.jump, run: () => setPanel('jump') },
    { key: '/', description: calendar.search, run: () => setPanel('search') },
  ])

  return (
    <div class="calendar">
      {hasSide && <Side {...{ view, data, range, day, today, now }} onPick={pick} onOpen={open} />}
      <main id="main" class="calendar-main">
        <Header
          {...{ view, day, today, first, days, unsavedCount, hasSide }}
          isSmall={isPhone || isLow}
          onView={(next) => goTo({ view: next })}
          onStep={step}
          onToday={goToday}
          onPanel={setPanel}
        />
        {!hasSide && <Glance {...{ data, range, now }} onOpen={open} />}
        <PeopleFilter {...data} own={own} onChange={setHidden} />
        <ViewArea
          {...{ view, data, day, today, now, range, isPhone, isLow }}
          onPick={pick}
          onStep={step}
          onOpen={open}
          onOpenDay={openDay}
          onCreate={create}
        />
      </main>
      {panel !== null && (
        <Panels {...{ panel, day, today }} onPick={pick} onOpen={open} onClose={() => setPanel(null)} />
      )}
      {target !== null && <EntryDialog key={target} target={target} onClose={() => setTarget(null)} />}
    </div>
  )
}

/** Tells what is shown, once it is drawn: the focus stays where it was. */
function tellHeading() {
  setTimeout(() => announce(document.querySelector('h1')?.textContent ?? ''))
}

// What a dropped file needs comes with the first drag; it listens by itself from then on.
addEventListener('dragenter', () => import('./import/drop'), { once: true })

/** Fetches the code of other views and dialogs in idle time; that of the hours comes with their drawing ahead. */
function usePreloaded(isPhone: boolean) {
  useEffect(() => {
    const parts = [
      Agenda.preload,
      ...(isPhone ? [PeopleList.preload] : []),
      QuickAdd.preload,
      () => import('./event-dialog/event-dialog'),
      () => import('./event-card/event-card'),
      () => import('./panels'),
      () => whole(() => import('./print/print')),
      () => queryClient.prefetchQuery(ownCalendars),
    ]
    runWhenIdle(parts)
  }, [])
}
