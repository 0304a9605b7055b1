import { changedFields } from '../../../../src/calendar/ical/changes'
import { copyEvent } from '../../../../src/calendar/ical/edit'
import { editInstance, excludeInstance, extractInstance } from '../../../../src/calendar/ical/edit/instance'
import { editSeries } from '../../../../src/calendar/ical/edit/series-change'
import { seriesBefore, seriesFrom } from '../../../../src/calendar/ical/edit/split'
import type { EventForm } from '../../../../src/calendar/ical/form'
import { formOfInstance } from '../../../../src/calendar/ical/instance'
import { zoneOf } from '../../../../src/calendar/ical/zone'
import { people } from '../cast'
import { type Clock, DAY, HOUSEHOLD, instantOf, recurrenceIdAt } from './clock'
import { type Item, leftOf, type Series, seriesOf, standing, type Wanted } from './series'
import type { Edit, SeriesSpec, Step } from './spec'
import { editItem, editSeriesAt, excludeItem, isFirst, refusal, split, wantedOf } from './steps'
import { textOf, UID } from './text'

/** An object as written, and the list of what it has to hold. */
export interface Held {
  text: string
  series: Series
}

const household = zoneOf(HOUSEHOLD)!
const OPTIONS = { operationId: 'op-1', now: new Date('2026-11-20T12:00:00Z'), household, people }

export function opened(spec: SeriesSpec): Held[] {
  const series = seriesOf(spec)
  return [{ text: textOf(spec, series), series }]
}

/** Whether its events have a rule or dates of their own; a zone has rules too. */
export function isRepeating({ text }: Held): boolean {
  return /^(?:RRULE|RDATE)[:;]/m.test(text.slice(text.indexOf('BEGIN:VEVENT')))
}

/** What one step makes of the objects. `touched` are written anew; a step that is left out says why. */
export type Outcome = { objects: Held[]; touched: Held[] } | { refused: string }

/** The step's object and occurrence among those that there are; null when there is none to choose. */
export function targetOf(objects: Held[], step: Step): { held: Held; item: Item } | null {
  const repeating = objects.filter(isRepeating)
  const held = repeating[step.object % repeating.length]
  const left = held === undefined ? [] : leftOf(held.series)
  const item = left[step.occurrence % left.length]
  return held === undefined || item === undefined ? null : { held, item }
}

/** Does a step to the text by our functions and to the list by plain arithmetic. `name` makes new UIDs. */
export function take(objects: Held[], step: Step, name: string): Outcome {
  const target = targetOf(objects, step)
  if (target === null) return { refused: 'no occurrence of a series is left' }
  const { held, item } = target
  const isWhole = step.range === 'all' || (step.range === 'thisAndFuture' && isFirst(held.series, item))
  const options = { ...OPTIONS, uid: `${name}-${UID}` }
  const result = isWhole
    ? onWhole(held, item, step, options)
    : step.range === 'this'
      ? onOne(held, item, step, options)
      : onRest(held, item, step, options)
  if ('refused' in result) return result
  return { objects: objects.flatMap((each) => (each === held ? result.written : [each])), touched: result.written }
}

type Options = typeof OPTIONS & { uid: string }
type Written = { written: Held[] } | { refused: string }

function onOne({ text, series }: Held, item: Item, { change }: Step, options: Options): Written {
  const id = recurrenceIdAt(series.clock, item.id)
  if (change !== 'delete' && change !== 'calendar') {
    const refused = refusal(series, item, 'this', change)
    if (refused !== null) return { refused }
    const edited = editInstance(text, id, changesOf({ text, series }, item, change), options)
    return { written: [{ text: edited, series: editItem(series, item, change) }] }
  }
  const rest = excludeItem(series, item)
  const without = excludeInstance(text, id, options)
  if (formOfInstance(without, id, household) !== null) throw new Error('an excluded occurrence has a form')
  const left = leftOf(rest).length > 0 ? [{ text: without, series: rest }] : []
  if (change === 'delete') return { written: left }
  const { start, ...said } = standing(series, item)
  const single = { ...item, id: start, own: null }
  const alone = { ...series, ...said, knownUntil: Number.POSITIVE_INFINITY, items: [single] }
  return { written: [...left, { text: extractInstance(text, id, options), series: alone }] }
}

function onRest({ text, series }: Held, item: Item, { change }: Step, options: Options): Written {
  const id = recurrenceIdAt(series.clock, item.id)
  const parts = split(series, item)
  const before = { text: seriesBefore(text, id, options), series: parts.before }
  if (change === 'delete') return { written: [before] }
  const from = { text: seriesFrom(text, id, options), series: parts.from }
  if (change === 'calendar') return { written: [before, from] }
  const edited = edit(from, item, change, text, options)
  return 'refused' in edited ? edited : { written: [before, ...edited.written] }
}

function onWhole(held: Held, item: Item, { change }: Step, options: Options): Written {
  if (change === 'delete') return { written: [] }
  if (change === 'calendar') return { written: [{ ...held, text: copyEvent(held.text, options) }] }
  return edit(held, item, change, held.text, options)
}

/** `opened` is the text that the form was opened on. */
function edit({ text, series }: Held, item: Item, change: Edit, opened: string, options: Options): Written {
  const refused = refusal(series, item, 'all', change)
  if (refused !== null) return { refused }
  const id = recurrenceIdAt(series.clock, item.id)
  const edited = editSeries(text, id, changesOf({ text: opened, series }, item, change), options)
  return { written: [{ text: edited, series: editSeriesAt(series, item, change) }] }
}

/** What the form of the occurrence says that its editor did not find there. */
function changesOf({ text, series }: Held, item: Item, change: Edit): Partial<EventForm> {
  const base = formOfInstance(text, recurrenceIdAt(series.clock, item.id), household, people)
  if (base === null) throw new Error('no form of an occurrence that is there')
  return changedFields(base, formFor(series.clock, wantedOf(series, item, change).after))
}

/** An occurrence as its form says it; the end of days is the last of them. */
export function formFor(clock: Clock, { start, length, title, people: personIds }: Wanted): EventForm {
  const instant = instantOf(clock, start)
  if (clock !== 'date') {
    const end = recurrenceIdAt('UTC', instant + length)
    return { title, allDay: false, start: recurrenceIdAt('UTC', instant), end, personIds }
  }
  const end = recurrenceIdAt(clock, start + length - DAY)
  return { title, allDay: true, start: recurrenceIdAt(clock, start), end, personIds }
}
