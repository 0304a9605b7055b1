import { LOOK_EVERY_MS } from '../lib/clock'
import { afterFirstPaint } from '../lib/idle'
import { birthdaysQuery } from './birthdays'
import { isReachable, onReachable, reached } from './connection'
import { ADMIN_KEY, queries, queryClient, refresh, refreshEverywhere } from './queries'
import { memberId } from './session'
import type { SyncNews } from './types'

export const LIST_CHANGES = ['list:updated', 'list:deleted', 'item:added', 'item:updated', 'item:deleted']

const REOPEN_AFTER_MS = 5_000
const TOGETHER_MS = 30

/** Its heartbeat comes every 30 seconds. */
const SILENT_AFTER_MS = 75_000

let heardAt = 0

const syncListeners = new Set<(news: SyncNews) => void>()

/** Hears how the caller's own calendar writes fare. Returns the function that ends it. */
export function onSyncStatus(listener: (news: SyncNews) => void): () => void {
  syncListeners.add(listener)
  return () => void syncListeners.delete(listener)
}

/**
 * Follows what changes elsewhere, by one stream that is open only while the page is visible: a browser allows six
 * connections to one host over HTTP/1.1, and six forgotten tabs would silence the seventh.
 */
export function startLive(): void {
  const { close, follow } = whileVisible({
    open: openWholeStream,
    isWanted: () => memberId.get() !== null,
    // An EventSource does not tell the status: the next answer shows whether the session has ended.
    onRefused: () => refreshEverywhere(queries.me.queryKey),
  })
  memberId.subscribe(() => {
    close()
    follow()
  })
}

/** A clock that was set back would make it silent in hours only. */
const isSilent = () => Math.abs(Date.now() - heardAt) > SILENT_AFTER_MS

interface Stream {
  open: () => EventSource
  isWanted: () => boolean
  /** The service is there and does not open it. */
  onRefused: () => void
}

/** Keeps a stream open as long as it is wanted and the page is visible. */
export function whileVisible({ open, isWanted, onRefused }: Stream): { close: () => void; follow: () => void } {
  let stream: EventSource | null = null
  const close = () => {
    stream?.close()
    stream = null
  }
  const follow = () => {
    if (document.hidden || !isWanted()) return close()
    // A stream whose opening was refused (a restarting server) is closed for good; the browser reopens only lost ones,
    // and a network that swallows everything looks like one on which nothing happens.
    const isRefused = stream?.readyState === EventSource.CLOSED
    if (isSilent() || isRefused) close()
    if (isRefused) onRefused()
    if (stream !== null || !isReachable()) return
    heardAt = Date.now()
    stream = open()
  }
  setInterval(follow, REOPEN_AFTER_MS)
  // The connections of a computer that has slept are dead.
  setInterval(() => isSilent() && follow(), LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', follow)
  onReachable(follow)
  follow()
  return { close, follow }
}

function openWholeStream(): EventSource {
  const stream = openStream('/api/sse/all?household=true', () => {
    listsChanged()
    eventsChanged()
    householdChanged()
  })
  followLists(stream)
  followCalendars(stream)
  return stream
}

const listsChanged = () => [queries.lists.queryKey, queries.items.queryKey].forEach(refresh)
// A calendar that has another name or colour is told like one with other events.
const eventsChanged = () =>
  [queries.events.queryKey, queries.event.queryKey, queries.writableCalendars.queryKey].forEach(refresh)
const householdChanged = () =>
  [queries.people.queryKey, queries.me.queryKey, birthdaysQuery.queryKey, ADMIN_KEY].forEach(refresh)

function followLists(stream: EventSource): void {
  stream.addEventListener('open', () => void afterFirstPaint.then(putListsAtHand))
  for (const type of LIST_CHANGES) {
    stream.addEventListener(type, (event) => {
      const { listId } = JSON.parse(event.data) as { listId: number }
      if (changed.size === 0) setTimeout(refreshChanged, TOGETHER_MS)
      changed.add(listId)
    })
  }
}

/** Lists that have changed; many items that are added or cleared at once are as many news of one list. */
const changed = new Set<number>()

function refreshChanged(): void {
  refresh(queries.lists.queryKey)
  for (const listId of changed) readItems(listId)
  changed.clear()
}

/** What is due in any list stands among the events of the day: also in one that is new here. */
function readItems(listId: number): void {
  const items = queries.items(listId)
  refreshEverywhere(items.queryKey)
  void queryClient.prefetchQuery(items)
}

/** Reads every list once, for use without a connection. */
async function putListsAtHand(): Promise<void> {
  const lists = await queryClient.fetchQuery(queries.lists).catch(() => [])
  for (const { id } of lists) await queryClient.prefetchQuery(queries.items(id))
}

/** No row has this id: who belongs to the household, and its clock, are told as a change of the calendar of birthdays. */
const HOUSEHOLD = 0

function followCalendars(stream: EventSource): void {
  stream.addEventListener('calendar:changed', (event) => {
    const { calendarId } = JSON.parse(event.data) as { calendarId: number }
    eventsChanged()
    if (calendarId === HOUSEHOLD) householdChanged()
    refresh(queries.freshness.queryKey)
  })
  stream.addEventListener('sync:status', (event) => {
    const news = JSON.parse(event.data) as SyncNews
    for (const listener of syncListeners) listener(news)
  })
}

/** Opens a stream; what may have happened while it was closed is asked for as soon as it is open. */
export function openStream(path: string, catchUp: () => void): EventSource {
  const stream = new EventSource(path)
  const heard = () => {
    heardAt = Date.now()
  }
  stream.addEventListener('heartbeat', heard)
  stream.addEventListener('open', () => {
    heard()
    reached()
    // A page that was just opened has asked a moment ago: the first screen comes first.
    void afterFirstPaint.then(catchUp)
  })
  return stream
}
