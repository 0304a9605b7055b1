import { countInstances, formOfInstance } from '../../../../src/calendar/ical/instance'
import { zoneOf } from '../../../../src/calendar/ical/zone'
import { people } from '../cast'
import { DAY, HOUSEHOLD, instantOf, recurrenceIdAt } from './clock'
import { faultOf, LIBRARIES } from './faults'
import { readObject } from './object'
import { ours } from './readers'
import { type Item, leftOf, type Occurrence, occurrencesOf, type Series, standing } from './series'
import type { Story } from './spec'
import { formFor, type Held, isRepeating, opened, take, targetOf } from './world'

const household = zoneOf(HOUSEHOLD)!

/** How often something was compared or left out, by its name. */
export type Counts = Map<string, number>

const counted = (counts: Counts, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

/** Tells a story; returns what is wrong with it, null when all agree with the list after each step. */
export function problemOf({ series, steps }: Story, counts: Counts = new Map()): string | null {
  let objects = opened(series)
  let problem = objects.map((held) => problemOfOurs(held, counts)).find((one) => one !== null) ?? null
  for (const [index, step] of steps.entries()) {
    if (problem !== null) return problem
    const where = `step ${index + 1}, ${step.range}`
    try {
      const target = targetOf(objects, step)
      problem = target && problemBefore(target.held, target.item)
      const outcome = take(objects, step, `${index + 1}`)
      if ('refused' in outcome) {
        counted(counts, `step left out: ${outcome.refused}`)
        continue
      }
      const names = typeof step.change === 'string' ? [step.change] : Object.keys(step.change)
      for (const name of names) counted(counts, `step: ${step.range}, ${name}`)
      objects = outcome.objects
      problem ??= outcome.touched.map((held) => problemIn(held, counts)).find((one) => one !== null) ?? null
    } catch (error) {
      return `${where}: ${error instanceof Error ? (error.stack ?? error.message) : error}`
    }
    if (problem !== null) return `${where}: ${problem}`
  }
  return problem
}

/** What its form and the counts say of an occurrence before it is changed. */
function problemBefore({ text, series }: Held, item: Item): string | null {
  const id = recurrenceIdAt(series.clock, item.id)
  const form = formOfInstance(text, id, household, people)
  const found = form && {
    title: form.title,
    allDay: form.allDay,
    start: form.start,
    end: form.end,
    personIds: form.personIds,
    isOverride: form.isOverride,
  }
  const expected = { ...formFor(series.clock, standing(series, item)), isOverride: item.own !== null }
  const isBounded = series.knownUntil === Number.POSITIVE_INFINITY
  const left = leftOf(series).map((each) => each.id)
  const counts = {
    all: isBounded ? left.length : null,
    following: isBounded ? left.filter((each) => each >= item.id).length : null,
    isFirst: item.id === Math.min(...left),
  }
  return (
    differenceOf('the form of an occurrence', expected, found) ??
    differenceOf('the counts', counts, countInstances(text, id, household))
  )
}

function problemOfOurs(held: Held, counts: Counts): string | null {
  const { text, series } = held
  counted(counts, 'compared: our expansion')
  return differenceIn('our expansion', occurrencesOf(series, isRepeating(held)), ours(text, spanOf(series)), text)
}

function problemIn(held: Held, counts: Counts): string | null {
  const { text, series } = held
  const problem = problemOfOurs(held, counts)
  if (problem !== null) return problem
  const expected = occurrencesOf(series, isRepeating(held))
  const span = spanOf(series)
  const object = readObject(text)
  const unnamed = expected.map((occurrence) => ({ ...occurrence, recurrenceId: null }))
  for (const { name, read, faults } of LIBRARIES) {
    const fault = faultOf(faults, object, series)
    counted(counts, fault === null ? `compared: ${name}` : `left out: ${name}, ${fault}`)
    const found = fault === null ? differenceIn(name, unnamed, read(object, span), text) : null
    if (found !== null) return found
  }
  return null
}

/** All that the list knows, with a year around it where nothing may be. */
export function spanOf(series: Series) {
  const { clock, items, knownUntil } = series
  const walls = items.flatMap((item) => [item.id, standing(series, item).start])
  const last = knownUntil === Number.POSITIVE_INFINITY ? Math.max(...walls) + 366 * DAY : knownUntil
  return { from: instantOf(clock, Math.min(...walls)) - 366 * DAY, to: instantOf(clock, last) }
}

function differenceIn(reader: string, expected: Occurrence[], found: Occurrence[], text: string): string | null {
  if (Bun.deepEquals(expected, found)) return null
  const [ours, theirs] = [expected.map(lineOf), found.map(lineOf)]
  const missing = ours.filter((line) => !theirs.includes(line)).slice(0, 8)
  const extra = theirs.filter((line) => !ours.includes(line)).slice(0, 8)
  const lines = [...missing.map((line) => `- ${line}`), ...extra.map((line) => `+ ${line}`)]
  return [`${reader}: ${theirs.length} occurrences, ${ours.length} expected`, ...lines, text].join('\n')
}

function differenceOf(name: string, expected: unknown, found: unknown): string | null {
  return Bun.deepEquals(expected, found)
    ? null
    : `${name}: ${JSON.stringify(found)}, ${JSON.stringify(expected)} expected`
}

function lineOf({ recurrenceId, start, end, title, people }: Occurrence): string {
  const written = [start, end].map((time) => new Date(time).toISOString().slice(0, 16))
  return [recurrenceId ?? '', ...written, title, people].join(' ')
}
