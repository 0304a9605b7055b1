import { describe, expect, test } from 'bun:test'
import type { Item } from '../../../web/src/data/types'
import { withAnswer } from '../../../web/src/lists/writes/applied'
import { viewItems } from '../../../web/src/lists/writes/view'
import { answered, type ListChange, type ListWrite, type Reading } from '../../../web/src/lists/writes/write'
import { QUEUED } from '../support/queued'

const AT = '2026-11-20T12:00:00.000Z'
const item = (id: number, text: string, said: Partial<Item> = {}): Item => ({
  id,
  listId: 1,
  text,
  checked: false,
  rank: `a${id}`,
  createdAt: AT,
  updatedAt: AT,
  ...said,
})
const add = (clientId: string, read: Reading): ListChange => ({
  kind: 'add',
  listId: 1,
  clientId,
  text: `${read.amount ?? ''} ${read.text}`.trim(),
  read,
})
const change = (name: number | string, change: Extract<ListChange, { kind: 'change' }>['change']): ListChange => ({
  kind: 'change',
  listId: 1,
  item: name,
  text: '',
  change,
})
const write = (of: ListChange) => ({ ...QUEUED, id: of.kind, ...of }) as ListWrite
const look = (items: readonly Item[], writes: ListChange[]) =>
  viewItems(items, writes, 1).map(({ text, amount, checked }) => `${checked ? '✓' : ''}${amount ?? '–'} ${text}`)

describe('a line that says what is on the list already', () => {
  const milk = item(1, 'Milk', { amount: '1 l' })
  const onto = { item: 1, amount: '3 l' }
  const twoLitres = add('new', { text: 'milk', amount: '2 l', onto })

  test.each<[string, Item[], ListChange[], string[]]>([
    ['adds to it', [milk], [twoLitres], ['3 l Milk']],
    [
      'once, when the service has it and its answer is still on the way',
      [{ ...milk, amount: '3 l' }],
      [twoLitres],
      ['3 l Milk'],
    ],
    [
      'case and accents do not count',
      [item(1, 'Crème')],
      [add('new', { text: 'CREME', onto: { item: 1, amount: '2' } })],
      ['2 Crème'],
    ],
    ['stands alone when that is done', [item(1, 'Milk', { checked: true })], [twoLitres], ['2 l milk', '✓– Milk']],
    ['or is ticked before it', [milk], [change(1, { checked: true }), twoLitres], ['2 l milk', '✓1 l Milk']],
    ['is ticked with it', [milk], [twoLitres, change(1, { checked: true })], ['✓3 l Milk']],
    ['or has got another name', [milk], [change(1, { text: 'Oat milk' }), twoLitres], ['1 l Oat milk', '2 l milk']],
    [
      'adds to what was added here a moment ago',
      [],
      [add('one', { text: 'Milk' }), add('two', { text: 'milk', onto: { item: 'one', amount: '2' } })],
      ['2 Milk'],
    ],
    [
      'in what somebody else has added meanwhile it only disappears: the sum is not known yet',
      [item(2, 'milk', { amount: '5 l' })],
      [twoLitres],
      ['5 l milk'],
    ],
    ['stands alone without one', [], [add('new', { text: 'milk', amount: '2 l', section: 'dairy' })], ['2 l milk']],
  ])('%s', (_what, items, writes, expected) => {
    expect(look(items, writes)).toEqual(expected)
  })

  test('what nobody has asked to read stands as it was typed, and twice', () => {
    expect(look([milk], [{ kind: 'add', listId: 1, clientId: 'new', text: 'Milk' }])).toEqual(['1 l Milk', '– Milk'])
  })

  test('it waits to be sent, and its section is drawn', () => {
    expect(viewItems([milk], [twoLitres], 1)).toMatchObject([{ name: 1, isWaiting: true }])
    expect(viewItems([], [add('new', { text: 'milk', section: 'dairy' })], 1)).toMatchObject([{ section: 'dairy' }])
  })

  test('the answer takes its place', () => {
    const answer = { ...milk, amount: '3 l', merged: true }
    expect(withAnswer([milk, item(2, 'Eggs')], twoLitres, answer)).toEqual([
      item(2, 'Eggs'),
      { ...milk, amount: '3 l' },
    ])
  })

  test('several that become one are one, as it was said last', () => {
    const lines: ListChange = { kind: 'add-all', listId: 1, text: '', items: [] }
    const answer = [item(7, 'Milk'), { ...item(7, 'Milk', { amount: '2' }), merged: true }]
    expect(withAnswer([], lines, answer)).toEqual([item(7, 'Milk', { amount: '2' })])
  })
})

describe('after an answer that it was added to another item', () => {
  const addition = write(add('new', { text: 'milk' }))
  const behind = [
    write(change('new', { checked: true })),
    write({ kind: 'remove', listId: 1, item: 'new', text: '' }),
    write({ kind: 'clear', listId: 1, items: ['new', 9], text: '' }),
  ]
  const names = (writes: readonly ListWrite[]) =>
    writes.map((one) => ('item' in one ? one.item : 'items' in one ? one.items : null))

  test('a tick means that one, and taking back does not take it away', () => {
    expect(names(answered(behind, addition, { ...item(7, 'Milk'), merged: true }))).toEqual([7, 'new', ['new', 9]])
  })

  test('one that stands by itself is meant by all of them', () => {
    expect(names(answered(behind, addition, item(7, 'Milk')))).toEqual([7, 7, [7, 9]])
  })
})
