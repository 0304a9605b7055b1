/** What the edits write, kept by every kind of CalDAV server that can be started here. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { davAt } from '../../../support/caldav'
import { Phone, SERVER_KINDS, type ServerKind } from '../../../support/server-kinds'
import { spanOf } from './check'
import { CLOCKS, type Clock, DAY } from './clock'
import { ours } from './readers'
import { seriesOf } from './series'
import type { SeriesSpec, Step } from './spec'
import { textOf } from './text'
import { type Held, take } from './world'

for (const { name, missing } of SERVER_KINDS) {
  if (missing !== null) console.log(`(skip) the written series on ${name}: ${missing}`)
}

const step = (range: Step['range'], change: Step['change'], occurrence = 3): Step => ({
  object: 0,
  occurrence,
  range,
  change,
})

/** Of a weekly series with an excluded date and an override, from a change of clocks on. */
const STEPS: [string, Step[]][] = [
  ['one occurrence moved', [step('this', { days: 1, title: 'Chess' })]],
  ['one occurrence removed, another longer', [step('this', 'delete'), step('this', { length: 2 * DAY })]],
  ['one occurrence taken out', [step('this', 'calendar')]],
  ['this and the following moved', [step('thisAndFuture', { days: 1, title: 'Chess' })]],
  ['this and the following removed', [step('thisAndFuture', 'delete')]],
  ['all moved by a day', [step('all', { days: 1, title: 'Chess' })]],
  [
    'one, then the following, then all',
    [step('this', { days: 2 }), step('thisAndFuture', { days: 1 }), step('all', { title: 'Tea' })],
  ],
]

/** Content of other applications, which goes along. */
const CONTENT = [
  'SUMMARY:Choir',
  'LOCATION:St Mary\\, the hall\\; upstairs',
  'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'DESCRIPTION:Choir',
  'TRIGGER:-PT15M',
  'END:VALARM',
].join('\r\n')

function startOf(clock: Clock): Held[] {
  const spec: SeriesSpec = {
    clock,
    start: clock === 'date' ? '2026-03-24' : '2026-03-24T18:00',
    length: clock === 'date' ? DAY : 5400,
    rule: { freq: 'WEEKLY', interval: 2, byDay: ['TU'] },
    bound: { until: 9, slack: 0 },
    excluded: [1],
    overrides: [{ place: 5, title: 'Walk', later: DAY }],
  }
  const series = seriesOf(spec)
  return [{ text: textOf(spec, series).replaceAll('SUMMARY:Choir', CONTENT), series }]
}

function written(clock: Clock, steps: Step[]): Held[] {
  let objects = startOf(clock)
  for (const [index, each] of steps.entries()) {
    const outcome = take(objects, each, `${index}`)
    if ('refused' in outcome) throw new Error(outcome.refused)
    objects = outcome.objects
  }
  return objects
}

const rows = STEPS.flatMap(([name, steps]) => CLOCKS.map((clock) => [name, clock, steps] as const))

for (const kind of SERVER_KINDS) describe.skipIf(kind.missing !== null)(kind.name, () => stories(kind))

function stories(kind: ServerKind) {
  let base: string
  let calendar: string

  beforeAll(async () => {
    base = (await kind.open()).url
    calendar = await new Phone(base, kind.home).makeCalendar()
  })

  /** Writes an object and reads it back. */
  async function keep(text: string): Promise<string> {
    const path = `${calendar}${crypto.randomUUID()}.ics`
    // A UID stands in a calendar once (RFC 4791 5.3.2.1).
    const uid = crypto.randomUUID()
    const body = text.replace(/^UID:.*$/gm, `UID:${uid}`)
    const headers = { 'content-type': 'text/calendar; charset=utf-8' }
    const { status } = await davAt(base, 'ada', 'PUT', path, { body, headers })
    expect(status).toBe(201)
    return (await davAt(base, 'ada', 'GET', path)).text()
  }

  test.each(rows)('%s, %s', async (_, clock, steps) => {
    for (const { text, series } of written(clock, steps)) {
      const kept = await keep(text)
      expect(ours(kept, spanOf(series))).toEqual(ours(text, spanOf(series)))
      expect(contentOf(kept)).toEqual(contentOf(text))
    }
  })
}

/** The lines of the events, unfolded. Servers write parts and properties in an order of their own. */
function contentOf(text: string): string[] {
  const unfolded = text.replace(/\r?\n[ \t]/g, '').replaceAll('\r', '')
  const events = unfolded.match(/BEGIN:VEVENT[\s\S]*?END:VEVENT/g) ?? []
  const lines = events.flatMap((event) => event.split('\n')).filter((line) => !line.startsWith('UID:'))
  return lines.map((line) => (line.startsWith('RRULE:') ? line.slice(6).split(';').sort().join(';') : line)).sort()
}
