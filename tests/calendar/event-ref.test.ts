import { describe, expect, test } from 'bun:test'
import { concerns, covers, type EventRef, wholeEvent } from '../../src/calendar/event-ref'

const FIRST = '20261201T180000Z'
const SECOND = '20261208T180000Z'
const choir = wholeEvent('choir', 1)
const first = { ...choir, recurrenceId: FIRST }
const second = { ...choir, recurrenceId: SECOND }

describe('an event', () => {
  test.each<[string, EventRef, EventRef, { covers: boolean; isCovered: boolean }]>([
    ['itself', choir, choir, { covers: true, isCovered: true }],
    ['one of its occurrences', choir, first, { covers: true, isCovered: false }],
    ['of an occurrence, that occurrence', first, { ...first }, { covers: true, isCovered: true }],
    ['of an occurrence, another one', first, second, { covers: false, isCovered: false }],
    ['one of another uid', choir, wholeEvent('chorus', 1), { covers: false, isCovered: false }],
    ['of an occurrence, that of another uid', first, { ...first, uid: 'chorus' }, { covers: false, isCovered: false }],
    ['the same uid in another calendar', choir, wholeEvent('choir', 2), { covers: false, isCovered: false }],
    ['the same uid in whichever calendar', choir, wholeEvent('choir'), { covers: true, isCovered: true }],
  ])('and %s', (_, one, other, expected) => {
    expect({ covers: covers(one, other), isCovered: covers(other, one) }).toEqual(expected)
    const isEither = expected.covers || expected.isCovered
    expect([concerns(one, other), concerns(other, one)]).toEqual([isEither, isEither])
  })
})
