import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { servers } from '../../support/servers'

/** What `/metrics` said, or that it said nothing. */
export interface Reading {
  /** Seconds since 1970, by the clock of the service. */
  at: number
  /** By sample, as `name{labels}`. */
  samples: ReadonlyMap<string, number>
  /** By metric: `counter`, `gauge` or `histogram`. */
  types: ReadonlyMap<string, string>
}

export const SILENCE = (at: number): Reading => ({ at, samples: new Map(), types: new Map() })

/** Reads Prometheus text. */
export function readingOf(text: string, at: number): Reading {
  const lines = text.split('\n').filter((line) => line !== '')
  const types = lines.flatMap((line) => {
    const [, name, type] = /^# TYPE (\S+) (\S+)/.exec(line) ?? []
    return name === undefined ? [] : [[name, type!] as const]
  })
  const samples = lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const blank = line.lastIndexOf(' ')
      return [line.slice(0, blank), Number(line.slice(blank + 1))] as const
    })
  return { at, samples: new Map(samples), types: new Map(types) }
}

/** Three readings, each of which goes on for so many minutes; what was caused between two is caused every minute. */
export interface Timeline {
  well: Reading
  ill: Reading
  mended: Reading
}

const WELL_MINUTES = 120
/** So long after a mend nothing of it may be told any more. */
const CLEAR_MINUTES = 90
const MINUTE = 60

/**
 * Whether an alert is silent, fires so many minutes after it has begun, and is silent again, by Prometheus' own rules.
 * Empty, or what promtool found otherwise.
 */
export async function judge(rules: string, alert: string, timeline: Timeline, illMinutes: number): Promise<string> {
  const folder = await servers.folder('promtool')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${alert}.json`)
  const firing = (minutes: number, value: number) => ({
    expr: `sgn(count(ALERTS{alertname="${alert}",alertstate="firing"})) or vector(0)`,
    eval_time: `${minutes}m`,
    exp_samples: [{ labels: '{}', value }],
  })
  const ends = WELL_MINUTES + illMinutes
  // JSON is YAML, too.
  const story = {
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: seriesOf(timeline, illMinutes),
        promql_expr_test: [firing(WELL_MINUTES - 1, 0), firing(ends - 1, 1), firing(ends + CLEAR_MINUTES, 0)],
      },
    ],
  }
  await Bun.write(file, JSON.stringify(story))
  const child = Bun.spawn(['promtool', 'test', 'rules', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return (await child.exited) === 0 ? '' : output + words
}

function seriesOf({ well, ill, mended }: Timeline, illMinutes: number) {
  const names = new Set([...well.samples.keys(), ...ill.samples.keys(), ...mended.samples.keys()])
  const series = [...names].map((sample) => {
    const [before, during, after] = [well, ill, mended].map(({ samples }) => samples.get(sample))
    const phases = sample.includes('_timestamp_seconds')
      ? timestamps(well.at - before!, before === during, mended.at - after!, illMinutes)
      : isCounter(sample, [well, ill, mended])
        ? counter(before, during, illMinutes)
        : [run(before, 0, WELL_MINUTES), run(during, 0, illMinutes), run(after, 0, CLEAR_MINUTES + 1)]
    return { series: sample, values: phases.join(' ') }
  })
  const isUp = [well, ill, mended].map(({ samples }) => (samples.size > 0 ? 1 : 0))
  const up = [WELL_MINUTES, illMinutes, CLEAR_MINUTES + 1].map((minutes, phase) => run(isUp[phase], 0, minutes))
  return [...series, { series: 'up{job="corkboard"}', values: up.join(' ') }]
}

/** So many samples from a value on; undefined: none are there. */
const run = (from: number | undefined, step: number, minutes: number) =>
  from === undefined || Number.isNaN(from) ? `_x${minutes}` : `${from}+${step}x${minutes - 1}`

function counter(before: number | undefined, during: number | undefined, illMinutes: number): string[] {
  const begin = before ?? 0
  const step = (during ?? begin) - begin
  const end = begin + step * illMinutes
  return [run(before, 0, WELL_MINUTES), run(begin + step, step, illMinutes), run(end, 0, CLEAR_MINUTES + 1)]
}

/** An instant by Prometheus' clock, which begins at 0: it keeps its age, or stands. */
function timestamps(age: number, stands: boolean, ageAfter: number, illMinutes: number): string[] {
  const fell = WELL_MINUTES * MINUTE - age
  const rose = (WELL_MINUTES + illMinutes) * MINUTE - ageAfter
  return [
    run(-age, MINUTE, WELL_MINUTES),
    run(fell, stands ? 0 : MINUTE, illMinutes),
    run(rose, MINUTE, CLEAR_MINUTES + 1),
  ]
}

function isCounter(sample: string, readings: readonly Reading[]): boolean {
  const name = sample.replace(/\{.*/, '')
  const histogram = name.replace(/_(bucket|sum|count)$/, '')
  return readings.some(({ types }) => types.get(name) === 'counter' || types.get(histogram) === 'histogram')
}
