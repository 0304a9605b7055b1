import type { SeriesSpec, Step, Story } from './spec'

/** The shortest form of a story that still fails: steps go first, then what the series has, while it goes on failing. */
export function shortest(story: Story, fails: (story: Story) => boolean): Story {
  for (const simpler of simplerThan(story)) {
    if (fails(simpler)) return shortest(simpler, fails)
  }
  return story
}

function* simplerThan({ series, steps }: Story): Generator<Story> {
  for (const index of steps.keys()) yield { series, steps: steps.toSpliced(index, 1) }
  for (const simpler of simplerSeries(series)) yield { series: simpler, steps }
  for (const [index, step] of steps.entries()) {
    for (const simpler of simplerSteps(step)) yield { series, steps: steps.with(index, simpler) }
  }
}

function* simplerSeries(series: SeriesSpec): Generator<SeriesSpec> {
  const { excluded = [], added = [], overrides = [], rule, bound } = series
  const { excluded: _, ...included } = series
  const { added: __, ...ruled } = series
  const { overrides: ___, ...plain } = series
  const { bound: ____, ...endless } = series
  const { hasDuration, ...withEnd } = series
  const { isNamedInUtc, ...named } = series
  const { people, ...unpeopled } = series
  if (excluded.length > 0) yield included
  if (added.length > 0) yield ruled
  if (overrides.length > 0) yield plain
  if (bound !== undefined) yield endless
  if (hasDuration) yield withEnd
  if (isNamedInUtc) yield named
  if (people) yield unpeopled
  for (const index of excluded.keys()) yield { ...series, excluded: excluded.toSpliced(index, 1) }
  for (const index of added.keys()) yield { ...series, added: added.toSpliced(index, 1) }
  for (const [index, override] of overrides.entries()) {
    yield { ...series, overrides: overrides.toSpliced(index, 1) }
    for (const name of ['title', 'length', 'later', 'people'] as const) {
      const { [name]: removed, ...rest } = override
      if (removed !== undefined) yield { ...series, overrides: overrides.with(index, rest) }
    }
  }
  for (const name of ['interval', 'wkst', 'byMonth', 'byYearDay', 'byMonthDay', 'byDay', 'bySetPos'] as const) {
    const { [name]: removed, ...rest } = rule
    if (removed !== undefined) yield { ...series, rule: rest }
  }
  if (series.clock !== 'UTC' && series.clock !== 'date') yield { ...series, clock: 'UTC' }
  if (series.clock !== 'date' && series.length !== 3600) yield { ...series, length: 3600 }
}

function* simplerSteps(step: Step): Generator<Step> {
  for (const name of ['object', 'occurrence'] as const) {
    if (step[name] > 0) yield { ...step, [name]: 0 }
    if (step[name] > 1) yield { ...step, [name]: step[name] - 1 }
  }
  if (typeof step.change === 'string') return
  for (const name of Object.keys(step.change) as (keyof typeof step.change)[]) {
    const { [name]: _, ...rest } = step.change
    if (Object.keys(rest).length > 0) yield { ...step, change: rest }
  }
}
