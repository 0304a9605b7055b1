import { expect, test } from 'bun:test'
import { objectsOfUid, type UidEvent } from '../../src/calendar/objects-of-uid'

type Named = UidEvent & { name: string }

const master = (name: string, start: string, more: Partial<UidEvent> = {}): Named => ({
  ...{ name, start, recurrenceId: null, sequence: 0, repeats: false },
  ...more,
})
const override = (name: string, recurrenceId = 'tuesday') => master(name, 'tuesday', { recurrenceId })

test.each<[string, Named[], string[]]>([
  ['one master', [master('one', 'monday')], ['one']],
  ['a series with a changed day', [override('changed'), master('series', 'monday')], ['series + changed']],
  ['changed days alone', [override('first'), override('second', 'friday')], ['first + second']],
  ['versions', [master('new', 'monday', { sequence: 2 }), master('old', 'tuesday', { sequence: 1 })], ['new']],
  [
    'versions below zero',
    [master('old', 'monday', { sequence: -2 }), master('new', 'monday', { sequence: -1 })],
    ['new'],
  ],
  ['two of one start', [master('former', 'monday'), master('latter', 'monday')], ['latter']],
  ['two starts', [master('second', 'tuesday'), master('first', 'monday')], ['first', 'second']],
  [
    'two starts, the second of which repeats, and a changed day',
    [override('changed'), master('series', 'tuesday', { repeats: true }), master('first', 'monday')],
    ['first', 'series + changed'],
  ],
  [
    'two starts, none of which repeats, and a changed day',
    [master('second', 'tuesday'), override('changed'), master('first', 'monday')],
    ['first + changed', 'second'],
  ],
  [
    'a changed day of a former version',
    [override('changed'), master('new', 'monday', { sequence: 1 })],
    ['new + changed'],
  ],
])('of one UID: %s', (_, events, expected) => {
  const objects = objectsOfUid(events).map(({ master, overrides }) =>
    [...(master === null ? [] : [master]), ...overrides].map(({ name }) => name).join(' + '),
  )
  expect(objects).toEqual(expected)
})
