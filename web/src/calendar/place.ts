import { useLayoutEffect } from 'preact/hooks'
import { keepOnDevice } from '../lib/keep-on-device'
import { addMonths, monthGridStart, monthStart, monthWeeks, weekStart } from '../lib/layout'
import { createStore } from '../lib/store'
import { dayOfIso, isoOfDay } from '../lib/tz'
import { currentPlace, navigate, usePlace } from '../router'
import type { Range } from './writes/repeat'

export const VIEWS = ['month', 'week', 'day', 'agenda'] as const
export type View = (typeof VIEWS)[number]

/** What the calendar shows; without a day it shows today, whenever that is. */
interface CalendarPlace {
  view: View
  day: number | null
}

const LAST_VIEW = 'calendar-view'

/** The last view, for addresses that name none. */
const last = createStore<CalendarPlace>({ view: viewOf(localStorage.getItem(LAST_VIEW)) ?? 'month', day: null })

/** Where the calendar is: `/?view=week&date=2026-11-20`, `/day/2026-11-20`, or as it was. */
export function useCalendarPlace(today: number): { view: View; day: number } {
  const { path, query } = usePlace()
  const inPath = path.startsWith('/day/') ? path.slice('/day/'.length) : null
  const place: CalendarPlace = {
    view: inPath !== null ? 'day' : (viewOf(query.get('view')) ?? last.get().view),
    day: dayOrNull(inPath ?? query.get('date')) ?? last.get().day,
  }
  // With the drawing: an effect that waits for a frame would set back what was chosen meanwhile.
  useLayoutEffect(() => {
    last.set(place)
    if (inPath === null) keepOnDevice(LAST_VIEW, place.view)
    // It names its view from now on, or the way back to it would lead to a later one.
    if (location.pathname === '/' && location.search === '')
      history.replaceState(history.state, '', addressOf(place) + location.hash)
  }, [place.view, place.day, inPath])
  return { view: place.view, day: place.day ?? today }
}

/** Shows another day or view. Another view is a step that the browser's back button takes back. */
export function show(to: { view?: View; day?: number | null }): void {
  const before = last.get()
  const place: CalendarPlace = { view: to.view ?? before.view, day: to.day === undefined ? before.day : to.day }
  last.set(place)
  navigate(addressOf(place), { replace: place.view === before.view })
}

function addressOf({ view, day }: CalendarPlace): string {
  const query = new URLSearchParams({ view })
  if (day !== null) query.set('date', isoOfDay(day))
  return `/?${query}`
}

/** Whether the address asks for a new event (`/?new`); `clearNew` takes that back. */
export const useAsksForNew = (): boolean => usePlace().query.has('new')

/** Without an entry in the history: going back does not ask again. */
export function clearNew(): void {
  if (currentPlace().query.has('new')) navigate('/', { replace: true })
}

/** Days beside each other in the week view of a phone. */
const PHONE_DAYS = 3

/** The days that a week or a day view shows beside each other. */
export function columnsOf(view: View, day: number, isPhone: boolean, firstWeekday: number): Range {
  if (view === 'day') return { first: day, days: 1 }
  return isPhone ? { first: day, days: PHONE_DAYS } : { first: weekStart(day, firstWeekday), days: 7 }
}

/** Every day that a view has room for. */
export function daysOnScreen(view: View, day: number, range: Range, isPhone: boolean, firstWeekday: number): Range {
  if (view === 'agenda') return { first: day, days: range.first + range.days - day }
  if (view === 'month') return { first: monthGridStart(day, firstWeekday), days: 7 * monthWeeks(day, firstWeekday) }
  return columnsOf(view, day, isPhone, firstWeekday)
}

/** The day that is `steps` screens away. */
export function stepped(view: View, day: number, steps: number, daysOnScreen: number): number {
  if (view === 'agenda') return monthStart(addMonths(day, steps))
  return view === 'month' ? addMonths(day, steps) : day + steps * daysOnScreen
}

function viewOf(value: string | null): View | null {
  return VIEWS.find((view) => view === value) ?? null
}

function dayOrNull(iso: string | null): number | null {
  const day = iso === null || !/^\d{4}-\d{2}-\d{2}$/.test(iso) ? Number.NaN : dayOfIso(iso)
  return Number.isFinite(day) ? day : null
}
