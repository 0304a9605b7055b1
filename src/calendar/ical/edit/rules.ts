import type { EventForm } from '../form'
import { meaningOf, recurrenceOf } from '../recurrence-rule'
import { lastInstantOf, MAX_RULES, readRule } from '../series'
import { instantOf, type TimeValue } from '../times'
import type { Editing } from './editing'
import { type RuleChange, readable } from './instances'
import { movedRule } from './moved-rule'
import type { Move } from './place'

/** Work that looking for the end of a rule may cost. */
const MAX_STEPS = 60_000

/** Moves the rules with the start. Returns each before and after. */
export function moveRules({ block, household }: Editing, { from, to }: Move): RuleChange[] {
  const isFloating = to.clock.kind === 'floating'
  const moved = (text: string) =>
    readable(() => movedRule(text, from.value, to.value, { household, isFloating })) ?? { text, turns: true }
  const changes: RuleChange[] = []
  for (const name of ['RRULE', 'EXRULE']) {
    const read = new Set(block.properties(name).slice(0, MAX_RULES))
    block.rewrite(name, (source) => {
      if (!read.has(source)) return null
      const { value } = source
      const { text, turns } = moved(value)
      if (name === 'RRULE') changes.push({ before: value, after: text, turns })
      return text === value ? null : `${name}:${text}`
    })
  }
  return changes
}

/**
 * The same once the rules have been written as the form wants them, for a series that starts there. The form's rule
 * stands for every one there was; one that it only repeats has gone along with the start.
 */
export function writtenRules(
  { block }: Editing,
  moved: RuleChange[],
  start: TimeValue,
  changes: Partial<EventForm>,
): RuleChange[] {
  const written = block.properties('RRULE').map(({ value }) => value)
  const { recurrence } = changes
  if (moved.length === 0) return [{ before: null, after: written[0] ?? null, turns: true }]
  if (recurrence === undefined) return moved.map((rule, index) => ({ ...rule, after: written[index] ?? null }))
  const meaning = (rule: string | null | undefined) => rule && readable(() => meaningOf(recurrenceOf(rule, start)))
  const wanted = meaning(written[0])
  const repeats = (rule: string | null) => wanted !== 'custom' && meaning(rule) === wanted
  return moved.map(({ before, after, turns }) => ({
    before,
    after: written[0] ?? null,
    turns: turns && repeats(after),
  }))
}

/** The instant behind which rules that have been shortened have nothing; Infinity when they last as long as before. */
export function endOfShortened(rules: RuleChange[], from: TimeValue, to: TimeValue): number {
  const budget = { steps: MAX_STEPS }
  const endOf = (texts: (string | null)[], start: TimeValue) =>
    texts.reduce((end, text) => {
      const last = text === null ? null : readable(() => lastInstantOf(readRule(text, start, budget), start))
      return Math.max(end, last ?? end)
    }, Number.NEGATIVE_INFINITY)
  const before = endOf(
    rules.map((rule) => rule.before),
    from,
  )
  const after = endOf(
    rules.map((rule) => rule.after),
    to,
  )
  return after < before + instantOf(to) - instantOf(from) ? after : Number.POSITIVE_INFINITY
}
