import { expect, test } from 'bun:test'
import { ApiError } from '../../../web/src/data/http'
import { type ListWrite, rewriteListWrites } from '../../../web/src/data/list-write'
import type { Entry } from '../../../web/src/data/write-queue'

const about = { listId: 1, text: '' }
const add: ListWrite = { ...about, kind: 'add', clientId: 'new' }
const entry = (write: ListWrite): Entry<ListWrite> => ({ id: write.kind, write, heldUntil: 0 })
const behind: Entry<ListWrite>[] = [
  entry({ ...about, kind: 'check', item: 'new', checked: true }),
  entry({ ...about, kind: 'check', item: 7, checked: true }),
  entry({ ...about, kind: 'clear', items: ['new', 7] }),
]

test('after an addition the writes behind it know the id', () => {
  const rest = rewriteListWrites(behind, add, { ok: true, answer: { id: 42 } })
  expect(rest.map(({ write }) => ('item' in write ? write.item : 'items' in write ? write.items : null))).toEqual([
    42,
    7,
    [42, 7],
  ])
  expect(rest.map(({ id }) => id)).toEqual(behind.map(({ id }) => id))
})

test('a refused addition takes with it what was done to it', () => {
  const rest = rewriteListWrites(behind, add, { ok: false, error: new ApiError(404, 'Not found') })
  expect(rest.map(({ write }) => write.kind)).toEqual(['check', 'clear'])
})

test('other writes leave those behind them alone', () => {
  const [check] = behind
  expect(rewriteListWrites(behind, check!.write, { ok: true, answer: {} })).toEqual(behind)
})
