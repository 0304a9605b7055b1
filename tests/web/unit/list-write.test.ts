import { expect, test } from 'bun:test'
import {
  answered,
  dependsOn,
  heads,
  isIdempotent,
  type ListChange,
  type ListWrite,
} from '../../../web/src/lists/writes/write'
import { QUEUED } from '../support/queued'

const about = { listId: 1, text: '' }
const add: ListChange = { ...about, kind: 'add', clientId: 'new' }
const write = (change: ListChange, queued: Partial<ListWrite> = {}) =>
  ({ ...QUEUED, id: change.kind, ...change, ...queued }) as ListWrite
const behind = [
  write({ ...about, kind: 'change', item: 'new', change: { checked: true } }),
  write({ ...about, kind: 'change', item: 7, change: { checked: true } }),
  write({ ...about, kind: 'clear', items: ['new', 7] }),
]

test('after an addition the writes behind it know the id', () => {
  const rest = answered(behind, write(add), { id: 42 })
  expect(rest.map((one) => ('item' in one ? one.item : 'items' in one ? one.items : null))).toEqual([42, 7, [42, 7]])
  expect(rest.map(({ id }) => id)).toEqual(behind.map(({ id }) => id))
})

test('what is done to an item means nothing without its addition, and nothing else does', () => {
  expect(behind.map((one) => dependsOn(one, write(add)))).toEqual([true, false, false])
  expect(behind.map((one) => dependsOn(one, behind[0]!))).toEqual([false, false, false])
})

test('after many at once, too, and their undo names them', () => {
  const items = ['new', 'newer'].map((clientId) => ({ clientId, text: '' }))
  const addAll: ListChange = { ...about, kind: 'add-all', items }
  const rest = answered([...behind, write(addAll)], write(addAll), [{ id: 42 }, { id: 43 }])
  expect(rest[0]).toMatchObject({ item: 42 })
  expect(rest[2]).toMatchObject({ items: [42, 7] })
  expect(rest[3]).toMatchObject({ items })
  const undo = write({ ...about, kind: 'clear', items: ['new', 'newer'] })
  expect(answered([undo], write(addAll), [{ id: 42 }, { id: 43 }])).toMatchObject([{ items: [42, 43] }])
  expect(behind.map((one) => dependsOn(one, write(addAll)))).toEqual([true, false, false])
})

test('other answers leave the rest as it is', () => {
  expect(answered(behind, behind[1]!, { id: 7 })).toEqual(behind)
})

test('one goes at a time, past what can still be taken back', () => {
  const held = write({ ...about, kind: 'remove', item: 9 }, { undoUntil: 5 })
  expect(heads([held, ...behind])).toEqual([behind[0]!])
  expect(heads([held])).toEqual([])
})

test('what the service cannot take now holds up its own lists alone', () => {
  const tick = (listId: number, tries = 0) =>
    write({ kind: 'change', listId, item: 7, text: '', change: { checked: true } }, { tries })
  const moved = write({ kind: 'move-checked', listId: 3, toListId: 1, items: [], text: '' })
  const stuck = tick(1, 2)
  const next = tick(2)
  expect(heads([stuck, tick(1), next, tick(4)])).toEqual([stuck, next])
  expect(heads([stuck, moved, tick(3), next])).toEqual([stuck, next])
  expect(heads([stuck, tick(2, 1), next, tick(4)])).toEqual([stuck, tick(2, 1), tick(4)])
  expect(heads([tick(1), next])).toEqual([tick(1)])
})

test.each<[ListChange['kind'], boolean]>([
  ['add', false],
  ['add-all', false],
  ['change', false],
  ['remove', true],
  ['clear', true],
  ['forget', true],
  ['change-list', true],
  ['delete-list', true],
])('%s means the same however often: %p', (kind, expected) => {
  expect(isIdempotent({ ...about, kind } as ListChange)).toBe(expected)
})
