import { expect, test } from 'bun:test'
import { RANGES } from '../../../src/calendar/event-ref'
import { answer } from '../../support/proxy'
import { seeded } from '../ical/seeded'
import { HARM } from './harm'
import { CHOIR_LINES, queryOf, setScene } from './setting'

const scene = setScene()
const STEPS = 14
const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7]
const QUARTER_MS = 900_000
const EVENINGS = 8

interface Shown {
  uid: string
  title: string
  start: string
  end: string
  calendarId: number
  recurrenceId: string | null
}

/**
 * Ada changes and removes evenings of a series, in each range and into another calendar, while the server and what lies
 * before it misbehave. In the end everything answers, and she tries again what is left. `isApart`: half of it on a device
 * that has been without a connection for a while, and says what it started from. Then no write is refused for good: what it
 * says afterwards takes the place of a removal that has failed, and what was to be moved stays where it stood as well.
 */
async function live(seed: number, isApart: boolean) {
  const below = seeded(seed)
  const pick = <One>(of: readonly One[]) => of[below(of.length)]!
  const { diary, ada } = scene
  const calendars = [scene.calendar, await diary.calendar('ada')]
  await diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, RRULE: `FREQ=WEEKLY;COUNT=${EVENINGS}` })
  /** Days that somebody has asked to be removed. */
  const asked = new Set<string>()

  const seen = async () => (await diary.occurrences(ada, '2026-12-01', '2027-02-01')) as unknown as Shown[]
  const dayOf = ({ start }: Shown) => start.slice(0, 10)
  let kept: Shown[] = []
  const act = async () => {
    const now = await seen()
    if (below(4) === 0) kept = now
    const isKept = isApart && below(2) === 0
    const shown = isKept ? kept : now
    if (shown.length === 0) return
    const { uid, recurrenceId, calendarId, title, start, end } = pick(shown)
    const range = pick(RANGES)
    const query = recurrenceId === null ? '' : `&${queryOf({ recurrenceId, range })}`
    const event = `/api/events/${encodeURIComponent(uid)}`
    if (below(4) === 0) {
      const { status } = await diary.request(ada, `DELETE ${event}?calendarId=${calendarId}${query}`)
      const isMeant = (other: Shown) =>
        other.uid === uid &&
        (range === 'all' ||
          recurrenceId === null ||
          other.start === start ||
          (range === 'thisAndFuture' && other.start > start))
      if (status === 202) for (const other of [...shown, ...now].filter(isMeant)) asked.add(dayOf(other))
      else expect(status).toBe(404)
      return
    }
    const calendarUrl = below(3) === 0 ? pick(calendars).url : undefined
    const base = isKept ? { title, allDay: false, start, end } : undefined
    const form = { title: `Choir ${below(9)}`, allDay: false, start, end, calendarUrl, base }
    expect(isKept ? [202, 404, 409] : [202, 404]).toContain(
      (await diary.request(ada, `PATCH ${event}/edit?calendarId=${calendarId}${query}`, form)).status,
    )
  }
  const drain = async () => {
    await diary.drain.drain()
    diary.clock.advance(QUARTER_MS)
  }
  for (let step = 0; step < STEPS; step++) {
    await act()
    if (below(2) === 0) continue
    const heal = diary.proxy.fault(
      { method: pick(['PUT', 'PUT', 'DELETE', 'REPORT']), times: 1, skip: below(2) },
      pick(isApart ? HARM : [...HARM, answer(403)]),
    )
    await drain()
    heal()
  }
  for (let round = 0; round < 8; round++) {
    await drain()
    const { writes } = await diary.done<{ writes: { id: number; status: string }[] }>(ada, 'GET /api/me/writes')
    for (const { id, status } of writes.toReversed()) {
      if (status !== 'pending') await diary.request(ada, `POST /api/me/writes/${id}/retry`)
      await drain()
    }
  }
  for (const calendar of calendars) await diary.sync(calendar)
  return { asked, days: (await seen()).map(dayOf) }
}

const STORIES = [false, true].flatMap((isApart) => SEEDS.map((seed) => ({ seed, isApart })))

test.each(STORIES)('no evening is lost or doubled in the end: %p', async ({ seed, isApart }) => {
  const { asked, days } = await live(seed, isApart)
  const all = Array.from({ length: EVENINGS }, (_, week) =>
    new Date(Date.UTC(2026, 11, 1 + 7 * week)).toISOString().slice(0, 10),
  )
  expect(days).toEqual([...new Set(days)])
  expect(all.filter((day) => !days.includes(day) && !asked.has(day))).toEqual([])
  const unmade = (await scene.diary.rows()).filter(({ status }) => status !== 'done')
  expect(unmade.filter(({ errorCode }) => errorCode !== 'gone')).toEqual([])
})
