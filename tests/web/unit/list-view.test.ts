import { describe, expect, test } from 'bun:test'
import type { Item, List, ListChangeBody } from '../../../web/src/data/types'
import { viewLists, withAnswer } from '../../../web/src/lists/writes/applied'
import { rankAt, rankBetween, type ViewItem, viewItems } from '../../../web/src/lists/writes/view'
import type { ListChange } from '../../../web/src/lists/writes/write'

const AT = '2026-11-20T12:00:00.000Z'
const item = (id: number, rank: string, checked = false): Item => ({
  id,
  listId: 1,
  text: `item ${id}`,
  checked,
  rank,
  createdAt: AT,
  updatedAt: AT,
})
const list = (id: number, name: string): List => ({
  id,
  name,
  isShared: true,
  ownerId: 1,
  activeCount: 0,
  doneCount: 0,
  createdAt: AT,
  updatedAt: AT,
})
const about = { listId: 1, text: '' }
const look = (view: ViewItem[]) => view.map(({ key, checked }) => (checked ? `(${key})` : key)).join(' ')

describe('items with the writes that wait', () => {
  const three = [item(2, 'a1'), item(1, 'a0'), item(3, 'a2')]

  test.each<[string, ListChange[], string]>([
    ['nothing waits', [], '1 2 3'],
    ['an addition goes to the end', [{ ...about, kind: 'add', clientId: 'new' }], '1 2 3 new'],
    [
      'many go there in their order',
      [{ ...about, kind: 'add-all', items: ['b', 'a'].map((clientId) => ({ clientId, text: '' })) }],
      '1 2 3 b a',
    ],
    ['a check marks it', [{ ...about, kind: 'change', item: 2, change: { checked: true } }], '1 (2) 3'],
    [
      'unchecking moves it behind the last unchecked one',
      [
        { ...about, kind: 'change', item: 1, change: { checked: true } },
        { ...about, kind: 'change', item: 1, change: { checked: false } },
      ],
      '2 3 1',
    ],
    [
      'unchecking what is left moves nothing',
      [{ ...about, kind: 'change', item: 1, change: { checked: false } }],
      '1 2 3',
    ],
    ['a move', [{ ...about, kind: 'change', item: 3, change: { position: 'Zz' } }], '3 1 2'],
    ['a removal', [{ ...about, kind: 'remove', item: 2 }], '1 3'],
    ['clearing takes exactly those', [{ ...about, kind: 'clear', items: [1, 3] }], '2'],
    [
      'what was added here can be checked before it has an id',
      [
        { ...about, kind: 'add', clientId: 'new' },
        { ...about, kind: 'change', item: 'new', change: { checked: true } },
      ],
      '1 2 3 (new)',
    ],
    ['writes to other lists do not show', [{ ...about, listId: 2, kind: 'remove', item: 2 }], '1 2 3'],
    [
      'writes to items that are gone do nothing',
      [{ ...about, kind: 'change', item: 9, change: { text: 'x' } }],
      '1 2 3',
    ],
  ])('%s', (_what, writes, expected) => {
    expect(look(viewItems(three, writes, 1))).toBe(expected)
  })

  test('an addition that the server has already is drawn once', () => {
    const known = { ...item(4, 'a3'), clientId: 'new' }
    const view = viewItems([...three, known], [{ ...about, kind: 'add', clientId: 'new' }], 1)
    expect(look(view)).toBe('1 2 3 new')
    expect(view.at(-1)?.name).toBe(4)
  })

  test('ranks compare byte by byte: capitals come before small letters', () => {
    expect(look(viewItems([item(1, 'a0'), item(2, 'Zz')], [], 1))).toBe('2 1')
  })

  test('equal ranks are ordered by id, and what has no id yet comes last', () => {
    const writes: ListChange[] = [
      { ...about, kind: 'add', clientId: 'new' },
      { ...about, kind: 'change', item: 'new', change: { position: 'a0' } },
    ]
    expect(look(viewItems([item(5, 'a0'), item(4, 'a0')], writes, 1))).toBe('4 5 new')
  })

  test('every change is marked as waiting', () => {
    const view = viewItems(three, [{ ...about, kind: 'change', item: 2, change: { text: 'Rye bread' } }], 1)
    expect(view.map(({ isWaiting }) => isWaiting)).toEqual([false, true, false])
  })
})

describe('the rank for a place', () => {
  const items = viewItems([item(1, 'a0'), item(2, 'a1', true), item(3, 'a2'), item(4, 'a3')], [], 1)

  test.each([
    ['at the top', '4', 0, '1 2 3'],
    ['between two', '4', 1, '1 2 3'],
    ['at the end', '1', 2, '2 3 4'],
  ])('%s differs from every other', (_where, key, position, others) => {
    const rank = rankAt(items, key, position)
    const view = items
      .map((one) => (one.key === key ? { ...one, rank } : one))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    expect(new Set(view.map((one) => one.rank)).size).toBe(4)
    const open = view.filter(({ checked }) => !checked).map((one) => one.key)
    expect(open.indexOf(key)).toBe(position)
    expect(
      view
        .filter((one) => one.key !== key)
        .map((one) => one.key)
        .join(' '),
    ).toBe(others)
  })

  test('stays after the upper neighbour where nothing lies between', () => {
    expect(rankBetween('a1', 'a1') > 'a1').toBe(true)
    expect(rankBetween('foo!', 'x') > 'foo!').toBe(true)
  })
})

test.each<[ListChangeBody, Partial<List>]>([
  [{ icon: '🎂' }, { icon: '🎂', color: '#22872F' }],
  [{ color: null }, { icon: 'gift' }],
  [{ icon: null, color: null }, {}],
  [{ grouped: true }, { icon: 'gift', color: '#22872F', grouped: true }],
  [{ grouped: false }, { icon: 'gift', color: '#22872F' }],
])('a list is drawn as it was changed: %p', (change, expected) => {
  const before = { ...list(1, 'Presents'), icon: 'gift', color: '#22872F' }
  expect(viewLists([before], [{ ...about, kind: 'change-list', change }])).toEqual([
    { ...list(1, 'Presents'), ...expected },
  ])
})

test('lists show their new names and miss what is being deleted', () => {
  const writes: ListChange[] = [
    { ...about, kind: 'change-list', change: { name: 'Market' } },
    { ...about, listId: 2, kind: 'delete-list' },
  ]
  expect(viewLists([list(1, 'Groceries'), list(2, 'Packing')], writes).map(({ name }) => name)).toEqual(['Market'])
})

test.each<[string, ListChange, unknown, string]>([
  ['one that is added', { ...about, kind: 'add', clientId: 'new' }, item(3, 'a2'), '1 a 3'],
  ['many', { ...about, kind: 'add-all', items: [] }, [item(3, 'a2'), item(4, 'a3')], '1 a 3 4'],
  ['one that comes a second time', { ...about, kind: 'add', clientId: 'new' }, item(1, 'a2'), 'a 1'],
  [
    'one that brings the next when it is ticked',
    { ...about, kind: 'change', item: 1, change: { checked: true } },
    { ...item(1, 'a0', true), next: item(3, 'a2') },
    '(1) a 3',
  ],
  ['cleared by id and by the name that was given here', { ...about, kind: 'clear', items: [1, 'a'] }, undefined, ''],
])('what the service has answered stands where the write stood: %s', (_what, write, answer, expected) => {
  const items = withAnswer([item(1, 'a0'), { ...item(2, 'a1'), clientId: 'a' }], write, answer)
  expect(look(viewItems(items, [], 1))).toBe(expected)
})
