import { DUE, type DueDay, dueAt, showBadge } from '../data/due'
import { queries, queryClient } from '../data/queries'
import { lastZone, memberId } from '../data/session'
import type { Occurrence, Person } from '../data/types'
import { del, set } from '../lib/database'
import { DAY, dayOf, MINUTE, toInstant, toWall } from '../lib/tz'
import { pieceTogether } from './coverage'
import { loadedAnswers } from './data'
import { mergeEntries } from './entries'
import { personKey } from './who'
import { drawnAs } from './writes/drawn'

/** So many days from today on are kept for the service worker: it tells the number when the client is closed. */
const DAYS_KEPT = 7
const SETTLES_WITHIN_MS = 1_000

/** The number on the app's icon: how many of the member's events of today are still to come. */
export function startBadge(): void {
  if (!('setAppBadge' in navigator)) return
  let isAwaited = false
  const showSoon = () => {
    if (isAwaited) return
    isAwaited = true
    setTimeout(() => {
      isAwaited = false
      void show().catch(() => {})
    }, SETTLES_WITHIN_MS)
  }
  const kinds = [queries.events.queryKey[0], queries.people.queryKey[0]]
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && kinds.includes(query.queryKey[0])) showSoon()
  })
  memberId.subscribe(showSoon)
  document.addEventListener('visibilitychange', showSoon)
  setInterval(showSoon, MINUTE)
  showSoon()
}

async function show(): Promise<void> {
  const member = memberId.get()
  if (member === null) {
    await del(DUE)
    return showBadge(0)
  }
  const people = queryClient.getQueryData<Person[]>(queries.people.queryKey) ?? []
  const zone = lastZone()
  const now = Date.now()
  const range = { first: dayOf(toWall(now, zone)), days: DAYS_KEPT }
  const { occurrences, coverage } = pieceTogether(range, loadedAnswers(), 'unknown', zone)
  const known = Array.from({ length: DAYS_KEPT }, (_, index) => range.first + index).filter(
    (day) => coverage.stateOf(day) === 'known',
  )
  const due = dueDays(occurrences, { people, member, zone }, known)
  const count = dueAt(due, now)
  // Of a day that is not known the number stays as it was.
  if (count === null) return
  await set(DUE, due)
  await showBadge(count)
}

interface Whose {
  people: readonly Person[]
  member: number
  zone: string
}

/** When what is for a member, or for everybody, is over on each of these days. What lasts all day is not done at an hour. */
function dueDays(
  occurrences: readonly Occurrence[],
  { people, member, zone }: Whose,
  days: readonly number[],
): DueDay[] {
  const person = people.find(({ memberId }) => memberId === member)
  const own = person === undefined ? null : personKey(person.id)
  const timed = mergeEntries(drawnAs(occurrences), { people, busy: '', untitled: '' }).filter(
    (entry) => !entry.allDay && entry.people.some(({ isEveryone, key }) => isEveryone || key === own),
  )
  return days.map((day) => {
    const [from, to] = [toInstant(day * DAY, zone), toInstant((day + 1) * DAY, zone)]
    const onDay = timed.filter(({ start, end }) => Date.parse(start) < to && Date.parse(end) > from)
    return { from, to, ends: onDay.map(({ end }) => Date.parse(end)) }
  })
}
