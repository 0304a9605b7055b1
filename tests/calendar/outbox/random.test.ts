import { expect, test } from 'bun:test'
import type { EventLines } from '../../support/caldav'
import type { CalendarRow } from '../../support/diary'
import { answer, cutBefore, type Fault } from '../../support/proxy'
import { seeded } from '../ical/seeded'
import { HARM } from './harm'
import { CHOIR, CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
const STEPS = 20
/** The last one has found something that the others have not. */
const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 37]
const QUARTER_MS = 900_000

/** Events by the beginning of their titles; the last one is a meeting. */
const NAMES = ['Choir', 'Tea', 'Yoga'] as const
type Name = (typeof NAMES)[number]

interface Write {
  id: number
  status: string
  operation: string
}

const HARMFUL: [string, readonly Fault[]][] = [
  ['PUT', [...HARM, answer(403), answer(413)]],
  ['MOVE', [...HARM, answer(403), answer(405)]],
  ['DELETE', [...HARM, answer(403)]],
  ['REPORT', [cutBefore(), answer(500)]],
]

/**
 * Ada changes, moves and removes events, tries again and gives up, while the server and what lies before it misbehave. In
 * the end everything answers, and she tries again what is left.
 */
async function live(seed: number) {
  const below = seeded(seed)
  const pick = <One>(of: readonly One[]) => of[below(of.length)]!
  const { diary, ada } = scene
  const calendars = [scene.calendar, await diary.calendar('ada'), await diary.calendar('ada')]
  for (const name of NAMES) {
    const people: EventLines = name === 'Yoga' ? { ATTENDEE: 'mailto:eva@example.com' } : {}
    await diary.put(pick(calendars), name, { ...CHOIR_LINES, SUMMARY: name, ...people })
  }
  /** What Ada was last told that will be so. */
  const isToStand = new Map<Name, boolean>(NAMES.map((name) => [name, true]))

  const seen = async (name: Name) =>
    (await diary.occurrences(ada, '2026-12-01', '2026-12-02')).filter(({ title }) => title.startsWith(name))
  const ask = async (name: Name, isStanding: boolean, line: (uid: string) => string, body?: object) => {
    const standing = await seen(name)
    if (standing.length === 0) return
    const { uid, calendarId } = pick(standing)
    const request = `${line(encodeURIComponent(uid))}?calendarId=${calendarId}`
    const { status } = await diary.request(ada, request, body)
    if (status === 202) isToStand.set(name, isStanding)
    else expect(status).toBe(404)
  }
  const writes = async () => (await diary.done<{ writes: Write[] }>(ada, 'GET /api/me/writes')).writes
  const failed = async () => (await writes()).filter(({ status }) => status !== 'pending')
  const change = (form: object) => (name: Name) =>
    ask(name, true, (uid) => `PATCH /api/events/${uid}/edit`, { ...CHOIR, title: `${name} ${below(9)}`, ...form })

  const retry = async ({ id }: Write) =>
    expect([202, 404, 409]).toContain((await diary.request(ada, `POST /api/me/writes/${id}/retry`)).status)
  const drain = async () => {
    await diary.drain.drain()
    diary.clock.advance(QUARTER_MS)
  }

  const acts: ((name: Name) => Promise<unknown>)[] = [
    change({}),
    (name) => change({ calendarUrl: pick(calendars).url })(name),
    (name) => change({ calendarUrl: pick(calendars).url })(name),
    (name) => ask(name, false, (uid) => `DELETE /api/events/${uid}`),
    async () => Promise.all((await failed()).slice(0, 1).map(retry)),
    async () => {
      const [write] = (await writes()).filter(({ operation }) => operation !== 'delete')
      if (write !== undefined) await diary.request(ada, `DELETE /api/me/writes/${write.id}`)
    },
  ]
  for (let step = 0; step < STEPS; step++) {
    await pick(acts)(pick(NAMES))
    if (below(2) === 0) continue
    const [method, faults] = pick(HARMFUL)
    const heal = diary.proxy.fault({ method, times: 1 }, pick(faults))
    await drain()
    heal()
  }

  for (let round = 0; round < 8; round++) {
    await drain()
    for (const write of (await failed()).toReversed()) {
      await retry(write)
      await drain()
    }
  }
  return { calendars, isToStand, seen }
}

const onServer = async (calendars: readonly CalendarRow[], name: Name) => {
  const texts = await Promise.all(calendars.map((calendar) => scene.diary.onServer(pathOf(calendar))))
  return texts.join('').split(`SUMMARY:${name}`).length - 1
}

test.each(SEEDS)('nothing is lost or doubled in the end: seed %d', async (seed) => {
  const { calendars, isToStand, seen } = await live(seed)
  for (const name of NAMES) {
    const expected = isToStand.get(name) ? 1 : 0
    expect([name, await onServer(calendars, name), (await seen(name)).length]).toEqual([name, expected, expected])
  }
  const unmade = (await scene.diary.rows()).filter(({ status }) => status !== 'done')
  expect(unmade.filter(({ errorCode }) => errorCode !== 'gone')).toEqual([])
})
