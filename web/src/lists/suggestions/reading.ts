import { MAX_AMOUNT_LENGTH } from '../../../../src/platform/limits'
import type { Standing } from '../add'
import { keyOf, standingOf } from '../writes/merge'
import type { ViewItem } from '../writes/view'
import type { Reading } from '../writes/write'

/** What is known of amounts and groceries; the service knows the same. */
export interface Reader {
  readItemLine: (text: string) => { text: string; amount: string | null }
  sumOfAmounts: (one: string | null, other: string | null) => string
  builtInSection: (text: string) => string | null
}

/** What somebody adds to a shopping list; an amount beside the text is not read in it. */
export interface ShoppingLine {
  text: string
  amount?: string | null
  /** Where it was put by hand. */
  section?: string
}

/** `standing`: what it is added to, as that was. */
export type ReadLine = Reading & { standing?: Standing }

/** The lines that are added, each with the name that its item is to have. */
type Lines = readonly (ShoppingLine & { clientId: string })[]

/**
 * What the service will make of lines that are added to a list, in their order. `sectionOf` tells where the household put
 * it before. Without a reader, while it is on its way, a line is its text.
 */
export function readLines(
  lines: Lines,
  view: readonly ViewItem[],
  reader: Reader | null,
  sectionOf: (text: string) => string | null,
): ReadLine[] {
  const before = new Map<string, Standing>()
  return lines.map((line) => {
    const { text, amount } = partsOf(line, reader)
    const section = line.section ?? sectionOf(text) ?? reader?.builtInSection(text) ?? null
    const read = { text, ...(amount !== null && { amount }), ...(section !== null && { section }) }
    const key = keyOf(text)
    const standing = before.get(key) ?? standingIn(view, text)
    const sum = standing && reader?.sumOfAmounts(standing.amount, amount)
    if (standing === undefined || sum === undefined || sum.length > MAX_AMOUNT_LENGTH) {
      before.set(key, { name: line.clientId, key: line.clientId, text, amount })
      return read
    }
    before.set(key, { ...standing, amount: sum })
    return { ...read, onto: { item: standing.name, amount: sum }, standing }
  })
}

function partsOf({ text, amount }: ShoppingLine, reader: Reader | null): { text: string; amount: string | null } {
  if (amount) return { text, amount }
  return reader?.readItemLine(text) ?? { text, amount: null }
}

function standingIn(view: readonly ViewItem[], text: string): Standing | undefined {
  const item = standingOf(view, text)
  return item && { name: item.name, key: item.key, text: item.text, amount: item.amount ?? null }
}
