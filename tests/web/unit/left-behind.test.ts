import { expect, test } from 'bun:test'
import { withLeft } from '../../../web/src/outbox/left-behind'
import { QUEUED } from '../support/queued'

const write = (id: string, changes: object = {}) => ({ ...QUEUED, id, key: `key-${id}`, ...changes })

test('what the device does not have comes last, in its order, under its keys, as what may have been done', () => {
  const [milk, eggs, butter] = [write('milk'), write('eggs', { undoUntil: 7 }), write('butter', { unclearSince: 5 })]
  expect(withLeft([milk], { writes: [milk, eggs, butter], gone: [] })).toEqual([
    milk,
    { ...eggs, undoUntil: 0, unclearSince: eggs.since },
    butter,
  ])
})

test('what the device has stays as it has it', () => {
  const sent = write('milk', { stage: 'sending' })
  expect(withLeft([sent], { writes: [write('milk')], gone: [] })).toEqual([sent])
})

test('what was taken back goes, unless it may have been done', () => {
  const [sent, unclear] = [write('eggs', { stage: 'sending' }), write('butter', { unclearSince: 5 })]
  const gone = ['milk', 'eggs', 'butter', 'of another queue']
  expect(withLeft([write('milk'), sent, unclear], { writes: [], gone })).toEqual([sent, unclear])
})
