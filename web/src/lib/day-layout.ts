/** Where timed events stand among the hours of a day. Everything here is pure, as in `layout.ts`. */
import type { Placed, Timed } from './layout'
import { DAY, MINUTE } from './tz'

/** When the first timed item begins, as a part of its day, where several days stand beside each other; null: none does. */
export function firstStart(placed: readonly Placed[], firstDay: number, days: number): number | null {
  const starts = placed
    .filter((one) => !one.isBar && firstDay <= one.firstDay && one.firstDay < firstDay + days)
    .map((one) => one.startWall / DAY - one.firstDay)
  return starts.length === 0 ? null : Math.min(...starts)
}

/** A box in a day's column of the time grid; all measures are parts of the column, from 0 to 1. */
export interface Box<T extends Timed = Timed> {
  /** One item, or several that share the last column because there are too many at once. */
  items: Placed<T>[]
  top: number
  height: number
  left: number
  width: number
}

interface Stretch<T extends Timed> {
  placed: Placed<T>
  from: number
  to: number
  column: number
}

/** The least height of a box, so that it can be read and touched. */
const LEAST = 30 * MINUTE

type Titled = Timed & { title: string }

/**
 * Places a day's timed items side by side where they overlap, at most `maxColumns` beside each other. The boxes come as
 * they are read, wherever they stand: by start, then end, then title.
 */
export function dayBoxes<T extends Titled>(placed: readonly Placed<T>[], day: number, maxColumns = 4): Box<T>[] {
  const midnight = day * DAY
  const stretches = placed
    .filter((one) => !one.isBar && one.firstDay <= day && day <= one.lastDay)
    .map((one): Stretch<T> => {
      const from = Math.min(Math.max(one.startWall, midnight), midnight + DAY - LEAST)
      return { placed: one, from, to: Math.max(Math.min(one.endWall, midnight + DAY), from + LEAST), column: 0 }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  return clusters(stretches)
    .flatMap((cluster) => clusterBoxes(cluster, midnight, maxColumns))
    .sort(({ items: [a] }, { items: [b] }) => asRead(a!, b!))
}

const asRead = (a: Placed<Titled>, b: Placed<Titled>): number =>
  a.startWall - b.startWall || a.endWall - b.endWall || a.item.title.localeCompare(b.item.title)

/** Groups of stretches that overlap directly or through others. */
function clusters<T extends Timed>(stretches: Stretch<T>[]): Stretch<T>[][] {
  const groups: Stretch<T>[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const stretch of stretches) {
    if (stretch.from >= end) groups.push([])
    groups.at(-1)!.push(stretch)
    end = Math.max(end, stretch.to)
  }
  return groups
}

function clusterBoxes<T extends Timed>(cluster: Stretch<T>[], midnight: number, maxColumns: number): Box<T>[] {
  const placedSoFar: Stretch<T>[] = []
  for (const stretch of cluster) {
    const busy = new Set(placedSoFar.filter((other) => other.to > stretch.from).map((other) => other.column))
    while (busy.has(stretch.column)) stretch.column++
    placedSoFar.push(stretch)
  }
  const columns = Math.max(...cluster.map((stretch) => stretch.column)) + 1
  if (columns <= maxColumns) return cluster.map((stretch) => boxOf(stretch, cluster, columns, columns, midnight))

  const kept = cluster.filter((stretch) => stretch.column < maxColumns - 1)
  const rest = cluster.filter((stretch) => stretch.column >= maxColumns - 1)
  return [
    ...kept.map((stretch) => boxOf(stretch, kept, maxColumns, maxColumns - 1, midnight)),
    ...clusters(rest).map((group) => sharedBox(group, maxColumns, midnight)),
  ]
}

/** A box over its own column and the free ones beside it, as far as column `limit`. */
function boxOf<T extends Timed>(
  stretch: Stretch<T>,
  cluster: Stretch<T>[],
  columns: number,
  limit: number,
  midnight: number,
): Box<T> {
  const isFree = (column: number) =>
    !cluster.some((other) => other.column === column && other.from < stretch.to && other.to > stretch.from)
  let span = 1
  while (stretch.column + span < limit && isFree(stretch.column + span)) span++
  return {
    items: [stretch.placed],
    top: (stretch.from - midnight) / DAY,
    height: (stretch.to - stretch.from) / DAY,
    left: stretch.column / columns,
    width: span / columns,
  }
}

function sharedBox<T extends Timed>(group: Stretch<T>[], columns: number, midnight: number): Box<T> {
  const from = Math.min(...group.map((stretch) => stretch.from))
  const to = Math.max(...group.map((stretch) => stretch.to))
  return {
    items: group.map((stretch) => stretch.placed),
    top: (from - midnight) / DAY,
    height: (to - from) / DAY,
    left: (columns - 1) / columns,
    width: 1 / columns,
  }
}
