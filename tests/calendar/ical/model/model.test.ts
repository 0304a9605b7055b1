import { expect, test } from 'bun:test'
import { type Counts, problemOf } from './check'
import { Generator } from './generate'
import { shortest } from './shrink'
import type { Story } from './spec'

/** `MODEL_SEED=7 MODEL_STORIES=20000 bun test …` tells others and more. */
const SEED = Number(process.env.MODEL_SEED ?? 20_261_122)
const STORIES = Number(process.env.MODEL_STORIES ?? 2000)

/** Some fifteen seconds of work, on a machine that may be busy. */
const PATIENCE_MS = 300_000

/** Stories that once went wrong, in their shortest form. */
const FOUND: Story[] = [
  // The weekday that stayed was looked for behind the end of the rule.
  {
    series: { clock: 'UTC', start: '2026-03-05T13:30', length: 3600, rule: { freq: 'DAILY', byDay: ['FR', 'TH'] } },
    steps: [
      { object: 0, occurrence: 1, range: 'thisAndFuture', change: 'delete' },
      { object: 0, occurrence: 0, range: 'thisAndFuture', change: { days: 3 } },
    ],
  },
]

test.each(FOUND.map((story) => [JSON.stringify(story), story] as const))('%s', (_, story) => {
  expect(problemOf(story)).toBeNull()
})

const EVERYTHING = [
  ...['our expansion', 'rrule', 'rrule-temporal', 'ical.js'].map((reader) => `compared: ${reader}`),
  ...(['this', 'thisAndFuture', 'all'] as const).flatMap((range) =>
    ['title', 'people', 'days', 'seconds', 'length', 'delete', 'calendar'].map((name) => `step: ${range}, ${name}`),
  ),
]

test(
  'random series, edited in every range, are what a plain list says',
  () => {
    const generator = new Generator(SEED)
    const counts: Counts = new Map()
    for (let index = 0; index < STORIES; index += 1) {
      const story = generator.story()
      if (problemOf(story, counts) === null) continue
      const short = shortest(story, (simpler) => problemOf(simpler) !== null)
      throw new Error(`story ${index} of seed ${SEED}, shortened:\n${JSON.stringify(short)}\n${problemOf(short)}`)
    }
    const lines = [...counts].sort().map(([name, count]) => `${count.toString().padStart(7)} ${name}`)
    console.log(lines.join('\n'))
    // What is left out must stay the exception.
    const most = STORIES / 50
    const rare = EVERYTHING.filter((name) => (counts.get(name) ?? 0) < most)
    expect(rare).toEqual([])
  },
  PATIENCE_MS,
)
