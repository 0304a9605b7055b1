import { describe, expect, test } from 'bun:test'
import { wholeEvent } from '../../../src/calendar/event-ref'
import { type GroupLead, planPass, type WaitingRow } from '../../../src/calendar/outbox/plan'

const NOW = new Date('2026-11-20T12:00:00Z')
const EARLIER = new Date('2026-11-20T11:59:00Z')
const LATER = new Date('2026-11-20T12:01:00Z')
const HOME = 'https://cal.test/ada/home/'
const WORK = 'https://cal.test/ada/work/'

let nextId = 1
function row(change: Partial<WaitingRow> = {}): WaitingRow {
  return {
    id: nextId++,
    url: HOME,
    event: wholeEvent('a'),
    href: '/ada/home/a.ics',
    operation: 'update',
    groupId: null,
    destinationUrl: null,
    isMove: false,
    returnHref: null,
    isSent: false,
    nextAttemptAt: NOW,
    updatedAt: NOW,
    claimedUntil: null,
    ...change,
  }
}

function ready(rows: WaitingRow[], leads: GroupLead[] = []): WaitingRow[] {
  const ids = [...planPass(rows, leads, NOW).ready.values()].flat()
  return rows.filter(({ id }) => ids.includes(id))
}

test('of each event the oldest goes, and each calendar has its lane', () => {
  const rows = [row(), row(), row({ event: wholeEvent('b') }), row({ url: WORK })]
  const [first, , other, elsewhere] = rows
  expect(planPass(rows, [], NOW).ready).toEqual(
    new Map([
      [HOME, [first!.id, other!.id]],
      [WORK, [elsewhere!.id]],
    ]),
  )
})

describe('a row keeps those behind it waiting', () => {
  test.each<[string, Partial<WaitingRow>]>([
    ['until its next attempt', { nextAttemptAt: LATER }],
    ['while another drain holds it', { claimedUntil: LATER }],
  ])('%s', (_, change) => {
    const other = row({ event: wholeEvent('b') })
    expect(ready([row(change), row(), other])).toEqual([other])
  })

  test('a claim that has run out holds nothing', () => {
    const left = row({ claimedUntil: EARLIER })
    expect(ready([left, row()])).toEqual([left])
  })
})

describe('after the clock was set back', () => {
  const AN_HOUR_ON = new Date('2026-11-20T13:00:00Z')
  test.each<[string, Partial<WaitingRow>]>([
    ['a claim further ahead than any lease', { claimedUntil: AN_HOUR_ON }],
    ['a retry that was set at a time which has not come', { nextAttemptAt: AN_HOUR_ON, updatedAt: AN_HOUR_ON }],
    ['a retry further ahead than any', { nextAttemptAt: new Date('2026-11-22T12:00:00Z') }],
  ])('%s holds nothing', (_, change) => {
    const left = row(change)
    expect(ready([left, row()])).toEqual([left])
  })

  test('a wait that the server has asked for lasts', () => {
    expect(ready([row({ nextAttemptAt: new Date('2026-11-21T12:00:00Z') })])).toEqual([])
  })
})

describe('a move', () => {
  const create = (change: Partial<WaitingRow> = {}) =>
    row({ url: WORK, event: wholeEvent('new'), operation: 'create', groupId: 'g', ...change })
  const remove = () => row({ operation: 'delete', groupId: 'g' })

  test('its create goes first, its delete waits', () => {
    const rows = [create(), remove()]
    expect(ready(rows, [{ groupId: 'g', status: 'pending' }])).toEqual([rows[0]!])
  })

  test('its delete goes when the create is done', () => {
    const last = remove()
    expect(ready([last], [{ groupId: 'g', status: 'done' }])).toEqual([last])
  })

  test.each<GroupLead[][]>([[[{ groupId: 'g', status: 'failed' }]], [[{ groupId: 'g', status: 'dead' }]], [[]]])(
    'its delete comes to nothing when the create has: %p',
    (siblings) => {
      const last = remove()
      const plan = planPass([last], siblings, NOW)
      expect(plan).toEqual({ ready: new Map(), orphaned: [last.id], lost: [] })
    },
  )

  test('it waits, as a whole, for an earlier change of the event it copies', () => {
    const rows = [row({ nextAttemptAt: LATER }), create(), remove()]
    expect(ready(rows, [{ groupId: 'g', status: 'pending' }])).toEqual([])
  })

  test('a create without its delete goes by itself', () => {
    const alone = create()
    expect(ready([alone])).toEqual([alone])
  })
})

describe('a meeting that moves', () => {
  const move = (change: Partial<WaitingRow> = {}) =>
    row({ isMove: true, destinationUrl: WORK, groupId: 'm', ...change })
  const change = () => row({ url: WORK, groupId: 'm' })

  test('goes before what changes it in its new place', () => {
    const rows = [move(), change()]
    expect(ready(rows, [{ groupId: 'm', status: 'pending' }])).toEqual([rows[0]!])
    expect(ready([rows[1]!], [{ groupId: 'm', status: 'done' }])).toEqual([rows[1]!])
  })

  test.each([
    ['the place it leaves', HOME],
    ['the place it goes to', WORK],
  ])('waits for earlier writes of it in %s, and later ones wait for it', (_, url) => {
    const [earlier, moving, later] = [row({ url }), move(), row({ url })]
    expect(ready([earlier, moving, later])).toEqual([earlier])
    expect(ready([moving, later])).toEqual([moving])
  })

  test('comes to nothing, with what follows it, when it has failed', () => {
    const last = change()
    expect(planPass([last], [{ groupId: 'm', status: 'failed' }], NOW).orphaned).toEqual([last.id])
  })

  test('goes by itself where its new calendar is gone, to end with a reason', () => {
    const alone = move({ destinationUrl: null })
    expect(ready([alone])).toEqual([alone])
  })
})

describe('rows whose calendar is gone', () => {
  const lost = (change: Partial<WaitingRow> = {}) => row({ url: null, ...change })

  test('are told apart, whatever they wait for', () => {
    const rows = [lost(), lost({ nextAttemptAt: LATER }), row()]
    const plan = planPass(rows, [], NOW)
    expect(plan.lost).toEqual([rows[0]!.id, rows[1]!.id])
    expect([...plan.ready.values()].flat()).toEqual([rows[2]!.id])
  })

  test('stay with the drain that is sending them', () => {
    expect(planPass([lost({ claimedUntil: LATER })], [], NOW).lost).toEqual([])
  })
})

describe('of a series', () => {
  const occurrence = (recurrenceId: string, change: Partial<WaitingRow> = {}) =>
    row({ event: { ...wholeEvent('a'), recurrenceId }, ...change })
  const FIRST = '20261201T180000Z'
  const SECOND = '20261208T180000Z'

  test('writes of two occurrences do not wait for each other, those of one keep their order', () => {
    const [first, behind, second] = [occurrence(FIRST, { nextAttemptAt: LATER }), occurrence(FIRST), occurrence(SECOND)]
    expect(ready([first, behind, second])).toEqual([second])
  })

  test.each<[string, Partial<WaitingRow>]>([
    ['while another drain sends it', { claimedUntil: LATER }],
    ['while nobody knows whether it was made', { isSent: true, nextAttemptAt: LATER }],
  ])('a write of one keeps those of the others in its object waiting %s', (_, change) => {
    const elsewhere = occurrence(SECOND, { url: WORK })
    expect(ready([occurrence(FIRST, change), occurrence(SECOND), elsewhere])).toEqual([elsewhere])
  })

  test('of two that may both have been made one is looked at after the other', () => {
    const [first, second] = [occurrence(FIRST, { isSent: true }), occurrence(SECOND, { isSent: true })]
    expect(ready([first, second])).toEqual([first])
  })

  test('a write of the whole waits for all of them, and they for it', () => {
    const [first, whole, second] = [occurrence(FIRST), row(), occurrence(SECOND)]
    expect(ready([first, whole, second])).toEqual([first])
    expect(ready([whole, second])).toEqual([whole])
  })
})

describe('a removal of what was copied before', () => {
  const back = (change: Partial<WaitingRow> = {}) =>
    row({
      url: WORK,
      event: wholeEvent('copy'),
      operation: 'delete',
      destinationUrl: HOME,
      returnHref: '/ada/home/a.ics',
      ...change,
    })

  test('lets go first what takes the copy back, unless that waits', () => {
    const [due, waiting] = [back(), back({ nextAttemptAt: LATER })]
    const removal = row({ operation: 'delete' })
    expect(ready([due, removal])).toEqual([due])
    expect(ready([waiting, removal])).toEqual([removal])
    const change = row()
    expect(ready([due, change])).toEqual([due, change])
  })

  test('goes first where it may have been sent', () => {
    const rows = [back(), row({ operation: 'delete', isSent: true })]
    expect(ready(rows)).toEqual([rows[1]!])
  })
})
