/** One occurrence, it and all that follow, or all of them: whatever goes wrong, none is lost and none is doubled. */
import { beforeEach, describe, expect, test } from 'bun:test'
import type { Range } from '../../../src/calendar/event-ref'
import { dav, giveAccount, putText } from '../../support/caldav'
import { answer, answerInstead, cutBefore, type Fault, loseAnswer } from '../../support/proxy'
import { CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
const THIRD = '2026-12-15T18:00:00.000Z'
const FOURTH = '2026-12-22T18:00:00.000Z'
const SERIES = { ...CHOIR_LINES, RRULE: 'FREQ=WEEKLY;COUNT=5', 'X-MINE': 'kept' }
const DAYS = ['01', '08', '15', '22', '29']

beforeEach(async () => {
  await scene.diary.put(scene.calendar, 'choir', SERIES)
  scene.diary.proxy.reset()
})

type List = [day: string, hour: string, title: string][]

/** What stands on the server, read anew. */
async function standing(): Promise<List> {
  await scene.diary.sync(scene.calendar)
  const found = await scene.diary.occurrences(scene.ada, '2026-11-01', '2027-01-20')
  return found.map(({ start, title }): List[number] => [start.slice(8, 10), start.slice(11, 13), title]).sort()
}

/** The five evenings, some of them changed. */
const evenings = (changed: string[], to: List[number] | null): List =>
  DAYS.flatMap((day): List => {
    if (!changed.includes(day)) return [[day, '18', 'Choir']]
    return to === null ? [] : [[day, to[1], to[2]]]
  })

const FROM_THIRD: Record<Range, string[]> = { this: ['15'], thisAndFuture: ['15', '22', '29'], all: DAYS }
const CONCERT = { title: 'Concert', start: '2026-12-15T19:00:00Z', end: '2026-12-15T21:00:00Z' }
const AT_SEVEN: List[number] = ['', '19', 'Concert']

const CASES = (['this', 'thisAndFuture', 'all'] as const).flatMap((range) => [
  { range, verb: 'changed', ask: () => scene.editFrom({ recurrenceId: THIRD, range }, CONCERT), to: AT_SEVEN },
  { range, verb: 'removed', ask: () => scene.removeFrom({ recurrenceId: THIRD, range }), to: null },
])

/** Passes until nothing waits any more, as time goes by. */
async function settle() {
  for (let pass = 0; pass < 12 && (await scene.statuses()).includes('pending'); pass++) {
    await scene.diary.drain.drain()
    scene.diary.clock.advance(900_000)
  }
}

const WRITE = { method: 'PUT' }

describe.each(CASES)('$verb from the third evening, $range', ({ range, ask, to }) => {
  const expected = evenings(FROM_THIRD[range], to)

  const TROUBLES: [string, () => void][] = [
    ['without trouble', () => {}],
    ['the server is busy', () => scene.diary.proxy.fault({ times: 1 }, answer(503))],
    ['each answer is lost', () => eachWrite(loseAnswer())],
    ['the requests do not arrive at first', () => eachWrite(cutBefore())],
    [
      'nobody can tell what was done for a while',
      () => {
        eachWrite(loseAnswer())
        scene.diary.proxy.fault({ method: 'GET', times: 2 }, answer(503))
      },
    ],
  ]
  test.each(TROUBLES)('%s', async (_, trouble) => {
    trouble()
    await ask()
    await settle()
    expect(await standing()).toEqual(expected)
    expect(new Set(await scene.statuses())).toEqual(new Set(['done']))
  })

  test('done behind an answer that puts it off, and read by a poll before the next attempt', async () => {
    scene.diary.proxy.fault({ path: /choir\.ics/, times: 1 }, answerInstead(429))
    await ask()
    await scene.diary.drain.drain()
    await scene.diary.sync(scene.calendar)
    await settle()
    expect(await standing()).toEqual(expected)
    expect(new Set(await scene.statuses())).toEqual(new Set(['done']))
  })

  test('behind a change of another evening, and before one', async () => {
    await scene.editFrom({ recurrenceId: DAY_ONE, range: 'this' }, { title: 'Rehearsal' })
    await ask()
    await settle()
    const rehearsed = expected.map(([day, hour, title]): List[number] =>
      day === '01' && title === 'Choir' ? [day, hour, 'Rehearsal'] : [day, hour, title],
    )
    // Of all the first is one: what it has of its own it keeps.
    const kept = range === 'all' && to !== null ? [['01', '19', 'Rehearsal'], ...rehearsed.slice(1)] : rehearsed
    expect(await standing()).toEqual(kept as List)
  })
})

const DAY_ONE = '2026-12-01T18:00:00.000Z'

/** The first write to each of the objects. */
function eachWrite(fault: Fault) {
  const seen = new Set<string>()
  const once: Fault = (exchange) => {
    const { path } = exchange.request
    if (seen.has(path)) return exchange.forward()
    seen.add(path)
    return fault(exchange)
  }
  scene.diary.proxy.fault(WRITE, once)
  scene.diary.proxy.fault({ method: 'DELETE' }, once)
}

/** Another application changes the series while our request is on its way. */
const elsewhere: Fault = async ({ forward }) => {
  const path = `${pathOf(scene.calendar)}choir.ics`
  const text = await scene.diary.onServer(path)
  await putText(
    'ada',
    path,
    text!.replace(/X-MINE:\w+/, (line) => `${line}x`),
  )
  return forward()
}
/** Only what is written to the series that was there. */
const CUT = { method: 'PUT', path: /choir\.ics/ }

const follow = (form: object = CONCERT) => scene.editFrom({ recurrenceId: THIRD, range: 'thisAndFuture' }, form)
const FOLLOWED = evenings(FROM_THIRD.thisAndFuture, AT_SEVEN)
const states = async () =>
  (await scene.diary.rows()).map(({ operation, range, status }): unknown[] => [operation, range, status])

describe('a series that is divided', () => {
  test('goes on under the uid that was answered, and the old one ends', async () => {
    const { uid } = await follow()
    expect(uid).not.toBe('choir')
    await settle()
    const later = await scene.diary.done<object>(scene.ada, `GET /api/events/${encodeURIComponent(uid)}/edit`)
    expect(later).toMatchObject({ title: 'Concert', start: '2026-12-15T19:00:00.000Z', recurrenceCount: 3 })
    expect(await scene.diary.done<object>(scene.ada, 'GET /api/events/choir/edit')).toMatchObject({
      recurrenceCount: 2,
    })
    expect((await scene.diary.cached(scene.calendar, uid))?.rawVevent).toContain('X-MINE:kept')
  })

  test('is written first and cut afterwards', async () => {
    const { uid } = await follow()
    await settle()
    const written = scene.sent('PUT').map(({ path }) => path.split('/').at(-1))
    expect(written).toEqual([`${uid.split('@')[0]}.ics`, 'choir.ics'])
    expect(await states()).toEqual([
      ['create', 'thisAndFuture', 'done'],
      ['delete', 'thisAndFuture', 'done'],
    ])
  })

  test('from its first evening stays one', async () => {
    await scene.removeFrom({ recurrenceId: DAY_ONE, range: 'this' })
    await settle()
    const answer = await scene.editFrom(
      { recurrenceId: '2026-12-08T18:00:00.000Z', range: 'thisAndFuture' },
      { title: 'Concert' },
    )
    expect(answer.uid).toBe('choir')
    expect((await states()).at(-1)).toEqual(['update', 'all', 'pending'])
  })

  test('before whose cut the evenings before have gone leaves nothing behind', async () => {
    for (const recurrenceId of [DAY_ONE, '2026-12-08T18:00:00.000Z'])
      await scene.removeFrom({ recurrenceId, range: 'this' })
    await follow()
    await settle()
    expect(await standing()).toEqual(FOLLOWED.slice(2))
    expect(await scene.diary.onServer(`${pathOf(scene.calendar)}choir.ics`)).toBeNull()
  })

  test('into another calendar stands in both, each its part', async () => {
    const work = await scene.diary.calendar('ada')
    const { uid } = await follow({ ...CONCERT, calendarUrl: work.url })
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
    expect(await scene.diary.cached(work, uid)).toBeDefined()
  })

  test('leaves what is before to be changed meanwhile, and nothing of the rest', async () => {
    await follow()
    await scene.editFrom({ recurrenceId: DAY_ONE, range: 'this' }, { title: 'Rehearsal' })
    for (const range of ['this', 'thisAndFuture', 'all']) {
      const request = `choir/edit?recurrenceId=${FOURTH}&range=${range}`
      const body = { ...CONCERT, allDay: false, start: FOURTH, end: FOURTH }
      expect((await scene.diary.request(scene.ada, `PATCH /api/events/${request}`, body)).status).toBe(404)
      expect((await scene.diary.request(scene.ada, `DELETE /api/events/${request.replace('/edit', '')}`)).status).toBe(
        range === 'all' ? 202 : 404,
      )
    }
  })
})

describe('a series is divided by a server that falls silent for hours', () => {
  test.each([
    ['the new series', { method: 'PUT' }],
    ['the cut', CUT],
  ])('as soon as it has done %s: it stands once in the end', async (_, write) => {
    scene.diary.proxy.fault({ ...write, times: 1 }, async (exchange) => {
      scene.diary.proxy.fault({}, answer(503))
      return loseAnswer()(exchange)
    })
    await follow()
    await settle()
    scene.diary.proxy.reset()
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })
})

describe('a series is divided while the server refuses the password', () => {
  const WRITES = [
    ['the new series', WRITE],
    ['the cut', CUT],
  ] as const

  test.each(WRITES)('having done %s, until it is entered anew: it stands once in the end', async (_, write) => {
    scene.diary.proxy.fault({ ...write, times: 1 }, async (exchange) => {
      scene.diary.proxy.fault({}, answer(401))
      return loseAnswer()(exchange)
    })
    await follow()
    await settle()
    scene.diary.proxy.reset()
    await giveAccount(scene.diary.ctx, scene.ada.id, 'ada', scene.diary.proxy.url)
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test('before it has done the cut, until it is entered anew: it stands once in the end', async () => {
    scene.diary.proxy.fault({ ...CUT, times: 1 }, async (exchange) => {
      scene.diary.proxy.fault({}, answer(401))
      return answer(401)(exchange)
    })
    await follow()
    await settle()
    expect(await scene.statuses()).toEqual(['done', 'pending'])
    scene.diary.proxy.reset()
    await giveAccount(scene.diary.ctx, scene.ada.id, 'ada', scene.diary.proxy.url)
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test.each(WRITES)('once, to the look after a lost answer to %s: it stands once in the end', async (_, write) => {
    scene.diary.proxy.fault({ ...write, times: 1 }, async (exchange) => {
      scene.diary.proxy.fault({ method: 'REPORT', times: 1 }, answer(401))
      return loseAnswer()(exchange)
    })
    await follow()
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })
})

describe('the cut of a series', () => {
  test('that was changed elsewhere meanwhile is made onto what stands there', async () => {
    scene.diary.proxy.fault({ ...CUT, times: 2 }, elsewhere)
    await follow()
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
    expect(await scene.diary.onServer(`${pathOf(scene.calendar)}choir.ics`)).toContain('X-MINE:keptxx')
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test('that was removed elsewhere meanwhile is nothing more to do', async () => {
    scene.diary.proxy.fault({ ...CUT, times: 1 }, async ({ forward }) => {
      await dav('ada', 'DELETE', `${pathOf(scene.calendar)}choir.ics`)
      return forward()
    })
    await follow()
    await settle()
    expect(await standing()).toEqual(FOLLOWED.slice(2))
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test('whose answer is lost leaves the new series there when the old one is changed before anybody can look', async () => {
    scene.diary.proxy.fault({ ...CUT, times: 1 }, loseAnswer())
    scene.diary.proxy.fault({ method: 'REPORT', body: /choir\.ics/, times: 1 }, answer(503))
    await follow()
    await scene.diary.drain.drain()
    const path = `${pathOf(scene.calendar)}choir.ics`
    const cut = await scene.diary.onServer(path)
    // An application that keeps no property it does not know.
    await putText('ada', path, cut!.replace(/X-CORKBOARD-OP:.*\r?\n/g, '').replace('SUMMARY:Choir', 'SUMMARY:Chorus'))
    await settle()
    expect(await standing()).toEqual([['01', '18', 'Chorus'], ['08', '18', 'Chorus'], ...FOLLOWED.slice(2)])
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test.each<[string, Fault, string]>([
    ['is not allowed', answer(403), 'failed'],
    ['is not done in five attempts', answer(500), 'dead'],
    ['meets other changes again and again', elsewhere, 'dead'],
  ])('that %s takes the new series back, and both say so', async (_, fault, status) => {
    const allow = scene.diary.proxy.fault(CUT, fault)
    const { uid } = await follow()
    await settle()
    expect(await standing()).toEqual(evenings([], null))
    expect(await states()).toEqual([
      ['create', 'thisAndFuture', status],
      ['delete', 'thisAndFuture', status],
      ['delete', null, 'done'],
    ])
    expect((await scene.diary.status(scene.ada, uid)).status).toBe(status)
    expect((await scene.diary.status(scene.ada, 'choir')).status).toBe(status)

    allow()
    const { writes } = await scene.diary.done<{ writes: { id: number }[] }>(scene.ada, 'GET /api/me/writes')
    expect(writes).toHaveLength(1)
    await scene.diary.done(scene.ada, `POST /api/me/writes/${writes[0]!.id}/retry`)
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
  })

  test('that is not allowed takes back, too, what has been copied from the new series meanwhile', async () => {
    const work = await scene.diary.calendar('ada')
    scene.diary.proxy.fault({ ...CUT, times: 1 }, answer(503))
    const { uid } = await follow()
    await scene.diary.drain.drain()
    const fourth = { ...CONCERT, start: '2026-12-22T19:00:00Z', end: '2026-12-22T21:00:00Z' }
    scene.diary.proxy.fault({ path: new RegExp(uid.split('@')[0]!), times: 1 }, answer(503))
    const from = { recurrenceId: '2026-12-22T19:00:00.000Z', range: 'this' } as const
    await scene.editFrom(from, { ...fourth, calendarUrl: work.url }, uid)
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['done', 'pending', 'done', 'pending'])
    scene.diary.proxy.fault(CUT, answer(403))
    await settle()
    expect(await standing()).toEqual(evenings([], null))
    expect(await scene.count(work)).toBe(0)
  })

  test('that cannot be made waits for the new series to be gone before it is tried again', async () => {
    const allow = scene.diary.proxy.fault(CUT, answer(403))
    scene.diary.proxy.fault({ method: 'DELETE', times: 1 }, answer(503))
    await follow()
    await scene.diary.drain.drain()
    const [{ id } = { id: 0 }] = await scene.diary.rows()
    const retry = () => scene.diary.request(scene.ada, `POST /api/me/writes/${id}/retry`)
    expect((await retry()).status).toBe(409)
    allow()
    await settle()
    expect((await retry()).status).toBe(202)
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
  })

  test('and is given up leaves nothing of the new series', async () => {
    scene.diary.proxy.fault(CUT, answer(403))
    scene.diary.proxy.fault({ method: 'DELETE', times: 1 }, answer(503))
    await follow()
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['failed', 'failed', 'pending'])
    const [{ id } = { id: 0 }] = await scene.diary.rows()
    expect((await scene.diary.request(scene.ada, `DELETE /api/me/writes/${id}`)).status).toBe(200)
    await settle()
    expect(await states()).toEqual([['delete', null, 'done']])
    expect(await standing()).toEqual(evenings([], null))
  })

  test('nor its new series can be made undone: a retry finds it there and cuts', async () => {
    const allow = [
      scene.diary.proxy.fault(CUT, answer(403)),
      scene.diary.proxy.fault({ method: 'DELETE' }, answer(403)),
    ]
    await follow()
    await settle()
    expect(await scene.statuses()).toEqual(['failed', 'failed', 'failed'])
    for (const lift of allow) lift()
    const [{ id } = { id: 0 }] = await scene.diary.rows()
    await scene.diary.done(scene.ada, `POST /api/me/writes/${id}/retry`)
    await settle()
    expect(await standing()).toEqual(FOLLOWED)
    expect(await scene.statuses()).toEqual(['done', 'done'])
  })

  test('is not made when the new series cannot be', async () => {
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, answer(413))
    await follow()
    await settle()
    expect(await standing()).toEqual(evenings([], null))
    expect((await scene.diary.rows()).map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['failed', 'tooLarge'],
      ['failed', 'notSplit'],
    ])
  })
})

test('a series that is removed behind one of its evenings goes', async () => {
  await scene.removeFrom({ recurrenceId: THIRD, range: 'this' })
  await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
  await settle()
  expect(await standing()).toEqual([])
  expect(await scene.statuses()).toEqual(['done', 'done'])
})

describe('occurrences whose removal is on its way', () => {
  const ranges: Range[] = ['this', 'thisAndFuture']

  test.each(ranges)('and that somebody else has removed are gone already: %s', async (range) => {
    await scene.removeFrom({ recurrenceId: THIRD, range })
    await scene.diary.put(scene.calendar, 'choir', { ...SERIES, EXDATE: '20261215T180000Z' })
    await settle()
    expect(await scene.statuses()).toEqual(['done'])
    expect(await standing()).toEqual(evenings(FROM_THIRD[range], null))
  })

  test.each(ranges)('and that somebody else has moved stay, and their author hears of it: %s', async (range) => {
    await scene.removeFrom({ recurrenceId: THIRD, range })
    await scene.diary.put(scene.calendar, 'choir', {
      ...SERIES,
      DTSTART: '20261201T190000Z',
      DTEND: '20261201T210000Z',
    })
    await settle()
    expect((await scene.diary.rows()).map(({ status, errorCode }) => [status, errorCode])).toEqual([['failed', 'gone']])
    expect(await standing()).toHaveLength(5)
  })
})

describe('an evening whose series is moved by a write before', () => {
  const later = () => scene.diary.clock.advance(1000)
  const SEVENTH = { start: '2026-12-15T19:00:00Z', end: '2026-12-15T21:00:00Z' }

  test('is the one that was meant, whichever of them the series was moved by', async () => {
    await scene.editFrom({ recurrenceId: THIRD, range: 'all' }, CONCERT)
    later()
    await scene.editFrom({ recurrenceId: THIRD, range: 'this' }, { ...SEVENTH, title: 'Finale' })
    await scene.removeFrom({ recurrenceId: FOURTH, range: 'this' })
    later()
    await settle()
    expect(await standing()).toEqual([
      ['01', '19', 'Concert'],
      ['08', '19', 'Concert'],
      ['15', '19', 'Finale'],
      ['29', '19', 'Concert'],
    ])
  })

  test('to another day takes the next move along, and what is then divided from it', async () => {
    const to = (day: number, title: string) => ({
      title,
      start: `2026-12-${day}T18:00:00Z`,
      end: `2026-12-${day}T20:00:00Z`,
    })
    await scene.editFrom({ recurrenceId: THIRD, range: 'all' }, to(16, 'Concert'))
    later()
    await scene.editFrom({ recurrenceId: THIRD, range: 'all' }, to(17, 'Concert'))
    later()
    await scene.editFrom({ recurrenceId: THIRD, range: 'thisAndFuture' }, to(17, 'Finale'))
    later()
    await settle()
    expect(await standing()).toEqual([
      ['03', '18', 'Concert'],
      ['10', '18', 'Concert'],
      ['17', '18', 'Finale'],
      ['24', '18', 'Finale'],
      ['31', '18', 'Finale'],
    ])
  })

  test('is no clash for who has moved both', async () => {
    await scene.editFrom({ recurrenceId: THIRD, range: 'all' }, CONCERT)
    later()
    const base = await scene.diary.done(scene.ada, `GET /api/events/choir/edit?recurrenceId=${FOURTH}`)
    const late = { title: 'Choir', start: '2026-12-22T20:00:00Z', end: '2026-12-22T22:00:00Z' }
    await scene.editFrom({ recurrenceId: FOURTH, range: 'this' }, { ...late, base })
    later()
    await settle()
    expect(await scene.statuses()).toEqual(['done', 'done'])
    expect((await standing())[3]).toEqual(['22', '20', 'Concert'])
  })
})

describe('one evening that goes to another calendar', () => {
  test('and cannot be taken from its series stays there alone', async () => {
    const work = await scene.diary.calendar('ada')
    scene.diary.proxy.fault(CUT, answer(403))
    await scene.editFrom({ recurrenceId: THIRD, range: 'this' }, { ...CONCERT, calendarUrl: work.url })
    await settle()
    expect(await standing()).toEqual(evenings([], null))
    expect(await scene.count(work)).toBe(0)
  })
})

describe('another application changes the series while a request is on its way', () => {
  test.each(CASES)('$verb, $range: it fails, and can be sent again', async ({ range, ask, to }) => {
    // A cut of its own group is the one that is made anew.
    const isGroup = range === 'thisAndFuture' && to !== null
    scene.diary.proxy.fault({ path: /choir\.ics/, times: 1 }, elsewhere)
    await ask()
    await settle()
    if (!isGroup) {
      expect(await standing()).toEqual(evenings([], null))
      expect((await scene.diary.rows()).map(({ status, errorCode }) => [status, errorCode])).toEqual([
        ['failed', 'conflict'],
      ])
      const [{ id } = { id: 0 }] = await scene.diary.rows()
      await scene.diary.done(scene.ada, `POST /api/me/writes/${id}/retry`)
      await settle()
    }
    expect(await standing()).toEqual(evenings(FROM_THIRD[range], to))
  })
})
