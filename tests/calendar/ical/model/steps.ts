import { type Clock, DAY, dayOf, instantOf, isShown, timeOf, wallOf } from './clock'
import { movedRule } from './moved-rule'
import { type Item, inOrder, leftOf, type Series, standing, type Wanted } from './series'
import type { Edit, Range } from './spec'

/** What stands there now and what an edit makes of it. */
export function wantedOf(series: Series, item: Item, edit: Edit): { before: Wanted; after: Wanted } {
  const { start: wall, length, title, people } = standing(series, item)
  const start = wallOf(series.clock, instantOf(series.clock, wall))
  const moved = start + (edit.days ?? 0) * DAY + (edit.seconds ?? 0)
  const after = {
    start: moved,
    length: edit.length ?? length,
    title: edit.title ?? title,
    people: edit.people ?? people,
  }
  return { before: { start, length, title, people }, after }
}

/** Why an edit is left out here; null: it is not. */
export function refusal(series: Series, item: Item, range: Range, edit: Edit): string | null {
  const { clock } = series
  const { before, after } = wantedOf(series, item, edit)
  const moves = before.start !== after.start
  const isSaidAgain = before.title === after.title && areSame(before.people, after.people)
  if (!moves && before.length === after.length && isSaidAgain) return 'nothing changes'
  if (!canEnd(clock, after)) return 'an end that a clock without zone cannot say'
  if (!moves) return null
  if (!isShown(clock, after.start)) return 'a time in the gap of a change of clocks'
  if (range === 'this') return null
  if (!isShown(clock, item.id)) return 'a move from the gap of a change of clocks'
  const days = dayOf(after.start) - dayOf(before.start)
  const seconds = timeOf(after.start) - timeOf(before.start)
  const crosses = ({ id }: Item) => timeOf(id) + seconds < 0 || timeOf(id) + seconds >= DAY
  if (series.items.some((each) => each.source !== 'added' && crosses(each))) return 'a time moved over midnight'
  if (days !== 0 && movedRule(series, item, days) === null) return 'days whose move is not exact arithmetic'
  return null
}

const areSame = (one: number[], other: number[]) => one.join() === other.join()

/** Without a zone the second of two equal hours has no name; beside a TZID it is written in UTC. */
function canEnd(clock: Clock, { start, length }: Wanted): boolean {
  const end = instantOf(clock, start) + length
  return clock !== 'floating' || instantOf(clock, wallOf(clock, end)) === end
}

/** Range `this`: an override, or an excluded date. */
export function editItem(series: Series, item: Item, edit: Edit): Series {
  return replaced(series, item, { ...item, own: wantedOf(series, item, edit).after })
}

export function excludeItem(series: Series, item: Item): Series {
  return replaced(series, item, { ...item, isExcluded: true, own: null })
}

/** Range `thisAndFuture`: the part before the item, and the part from it on. */
export function split(series: Series, { id }: Item): { before: Series; from: Series } {
  const before = series.items.filter((item) => item.id < id)
  const from = series.items.filter((item) => item.id >= id)
  return {
    before: { ...series, items: before, knownUntil: Number.POSITIVE_INFINITY },
    from: { ...series, items: from },
  }
}

/** Range `all`: the difference that the edit makes to the item, made to the series. */
export function editSeriesAt(series: Series, item: Item, edit: Edit): Series {
  const { before, after } = wantedOf(series, item, edit)
  const days = dayOf(after.start) - dayOf(before.start)
  const seconds = timeOf(after.start) - timeOf(before.start)
  const { rule, placeOf } =
    days === 0 ? { rule: series.rule, placeOf: (each: Item) => each.id } : movedRule(series, item, days)!
  const length = after.length === before.length ? series.length : after.length
  const title = after.title === before.title ? series.title : after.title
  const people = areSame(after.people, before.people) ? series.people : after.people
  const items = series.items.map((each) => {
    const id = placeOf(each) + seconds
    if (each.own === null) return { ...each, id }
    const { own } = each
    const isAtPlace = instantOf(series.clock, own.start) === instantOf(series.clock, each.id)
    // What it has in common with its series follows; what is its own stays.
    const followed = {
      start: isAtPlace ? id : own.start,
      length: own.length === series.length ? length : own.length,
      title: own.title === series.title ? title : own.title,
      people: areSame(own.people, series.people) ? people : own.people,
    }
    if (each !== item) return { ...each, id, own: followed }
    const isMoved = before.start !== after.start
    return { ...each, id, own: { ...after, start: isMoved ? after.start : followed.start } }
  })
  return { ...series, rule, length, title, people, items: inOrder(items) }
}

/** The earliest instance that is left. */
export const isFirst = (series: Series, item: Item) => leftOf(series)[0]?.id === item.id

function replaced(series: Series, item: Item, by: Item): Series {
  return { ...series, items: series.items.map((each) => (each === item ? by : each)) }
}
