import { expect, test } from 'bun:test'
import type { Item } from '../../../web/src/data/types'
import { withAnswer } from '../../../web/src/lists/writes/applied'
import { type ViewItem, viewItems } from '../../../web/src/lists/writes/view'
import { answered, behind, heads, type ListChange, type ListWrite } from '../../../web/src/lists/writes/write'
import { QUEUED } from '../support/queued'

const AT = '2026-11-20T12:00:00.000Z'
const item = (id: number, rank: string, checked: boolean): Item => ({
  ...{ id, listId: 1, text: `item ${id}`, checked, rank, createdAt: AT, updatedAt: AT },
  ...(checked ? { doneBy: 1, doneAt: AT } : {}),
})
const three = [item(1, 'a0', true), item(2, 'a1', false), item(3, 'a2', true)]
const about = { listId: 1, text: '' }
const untick: ListChange = { ...about, kind: 'untick' }
const moved = [3, 'new'].map((name) => ({ item: name, text: `item ${name}`, amount: '2 l' }))
const move: ListChange = { ...about, kind: 'move-checked', toListId: 2, items: moved }
const check: ListChange = { ...about, kind: 'change', item: 2, change: { checked: true } }
const look = (view: readonly (ViewItem | Item)[]) =>
  view.map(({ text, checked }) => (checked ? `(${text})` : text)).join()
const write = (change: ListChange, undoUntil = 0) => ({ ...QUEUED, id: change.kind, ...change, undoUntil }) as ListWrite

test('what is unticked stays where it is, and nobody has done it', () => {
  for (const view of [viewItems(three, [untick], 1), withAnswer(three, untick, { count: 2 })]) {
    expect(look(view)).toBe('item 1,item 2,item 3')
    expect(view.some(({ doneBy, doneAt }) => doneBy !== undefined || doneAt !== undefined)).toBe(false)
  }
  expect(look(viewItems(three, [untick, check], 1))).toBe('item 1,(item 2),item 3')
})

test('what others have ticked meanwhile is neither unticked nor moved', () => {
  const first: ListChange = { ...about, kind: 'untick', items: [1] }
  const last: ListChange = { ...move, items: moved.slice(0, 1) }
  for (const [change, then] of [
    [first, 'item 1,item 2,(item 3)'],
    [last, '(item 1),item 2'],
  ] as const) {
    expect(look(viewItems(three, [change], 1))).toBe(then)
    expect(look(withAnswer(three, change, { count: 1 }))).toBe(then)
  }
  const added: ListWrite = write({ ...about, kind: 'untick', items: ['new', 1] })
  expect(answered([added], write({ ...about, kind: 'add', clientId: 'new' }), { id: 42 })).toMatchObject([
    { items: [42, 1] },
  ])
})

test('what is moved is gone from one list and stands in the other, once', () => {
  const both: ListChange = { ...move, items: [1, 3].map((item) => ({ item, text: `item ${item}` })) }
  expect(look(viewItems(three, [both], 1))).toBe('item 2')
  expect(look(withAnswer(three, both, { count: 2 }))).toBe('item 2')
  const other = [{ ...item(9, 'a0', false), listId: 2 }]
  expect(look(viewItems(other, [move], 2))).toBe('item 9,(item 3),(item new)')
  const arrived = { ...item(3, 'a1', true), listId: 2 }
  const view = viewItems([...other, arrived], [move], 2)
  expect(look(view)).toBe('item 9,(item 3),(item new)')
  expect(view.at(-1)).toMatchObject({ amount: '2 l', isWaiting: true })
  const [named] = answered([write(move)], write({ ...about, kind: 'add', clientId: 'new' }), { id: 42 })
  expect(named).toMatchObject({ items: [{ item: 3 }, { item: 42 }] })
})

test.each<[string, ListChange]>([
  ['unticking', untick],
  ['moving', move],
])('a later tick is not meant: %s goes before it', (_what, change) => {
  const held = write(change, Date.now() + 5_000)
  expect(heads(behind([held], write(check))).map(({ kind }) => kind)).toEqual([change.kind])
  expect(heads(behind([held], write({ ...about, kind: 'clear', items: [] }))).map(({ kind }) => kind)).toEqual([
    'clear',
  ])
  const elsewhere = write({ ...check, listId: 7 })
  expect(heads(behind([held], elsewhere)).map(({ listId }) => listId)).toEqual([7])
})
