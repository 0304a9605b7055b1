import { expect } from 'bun:test'
import type { Item } from './shopping'

const AMOUNT = /(\d+) ?(ml|l|kg|g)?/
const WORD = /milk|eggs|flour/

/** What there is of each thing in each unit; no amount is one piece. */
function sumsOf(said: readonly { text: string; amount?: string | null }[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { text, amount } of said) {
    const word = WORD.exec(text.toLowerCase())![0]
    for (const term of (amount ?? '1').split(' + ')) {
      const [, number, unit = ''] = AMOUNT.exec(term)!
      const name = `${word} ${unit}`.trim()
      sums[name] = (sums[name] ?? 0) + Number(number)
    }
  }
  return sums
}

/** All that was added is on the list, nothing of it twice, whatever it became part of. */
export function expectSums(lines: readonly string[], items: readonly Item[]) {
  expect(sumsOf(items)).toEqual(sumsOf(lines.map((text) => ({ text, amount: AMOUNT.exec(text)?.[0] }))))
}

/** The same, and most lines have become part of others. */
export function expectSummedOnce(lines: readonly string[], items: readonly Item[]) {
  expectSums(lines, items)
  expect(lines.length).toBeGreaterThan(2 * items.length)
}
