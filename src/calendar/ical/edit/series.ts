import { DAY } from '../civil'
import type { FormTimes } from '../form-times'
import { clockParam, timeLine, timeText } from '../lines'
import type { Property } from '../parse'
import { movedRule } from '../recurrence'
import { instantOf, timeValue } from '../times'
import { listOf } from '../values'
import { toWallSeconds } from '../zone/table'
import type { Block } from './document'
import { type Editing, overridesOf } from './editing'
import { type Move, movedClock, movedWall } from './place'

/**
 * Takes everything that names instances of a moved series along: EXDATE, RDATE, rules and RECURRENCE-IDs, by the same wall-clock
 * difference. Left behind, excluded instances would come back and replaced ones would stand twice.
 */
export function moveSeries(editing: Editing, move: Move, times: FormTimes): void {
  const { block, household } = editing
  const isFloating = move.to.clock.kind === 'floating'
  for (const name of ['RRULE', 'EXRULE']) {
    block.rewrite(name, ({ value }) => {
      const moved = readable(() => movedRule(value, move.from.value, move.to.value, household, isFloating)) ?? value
      return moved === value ? null : `${name}:${moved}`
    })
  }
  block.rewrite('EXDATE', (source) => readable(() => movedList(source, editing, move)))
  block.rewrite('RDATE', (source) => readable(() => movedList(source, editing, move)))
  for (const override of overridesOf(editing)) readable(() => moveOverride(override, editing, move, times))
}

function movedList(source: Property, { zones }: Editing, move: Move): string {
  const target = movedClock(source, zones, move)
  const shift = (text: string) => {
    const value = timeValue(source, zones, text, move.from.value.zone)
    return timeText(target.clock, movedWall(value, move, target))
  }
  const entries = listOf(source.value).map((entry) => {
    const [start = '', end] = entry.split('/')
    if (end === undefined || target.clock.kind === 'date') return shift(start)
    return `${shift(start)}/${/^[P+-]/i.test(end) ? end : shift(end)}`
  })
  const isPeriods = entries.some((entry) => entry.includes('/'))
  return `${source.name}${isPeriods ? ';VALUE=PERIOD' : ''}${clockParam(target.clock)}:${entries.join(',')}`
}

/** An override that left its instance's time alone moves with it; one that was given its own time keeps that. */
function moveOverride(override: Block, editing: Editing, move: Move, times: FormTimes): void {
  const { zones } = editing
  const id = override.property('RECURRENCE-ID')!
  const start = override.property('DTSTART')
  const replaced = timeValue(id, zones, id.value, move.from.value.zone)
  const own = start && timeValue(start, zones)
  const isAtPlace = own && own.isDate === replaced.isDate && instantOf(own) === instantOf(replaced)
  const range = id.params.RANGE ? `;RANGE=${id.params.RANGE}` : ''
  override.set('RECURRENCE-ID', movedLine(id, editing, move, range))
  if (!start || !(isAtPlace || range)) return
  const startLine = movedLine(start, editing, move)
  const end = override.property('DTEND')
  if (move.from.value.isDate === move.to.value.isDate) {
    override.set('DTSTART', startLine)
    if (end) override.set('DTEND', movedLine(end, editing, move))
    return
  }
  // All-day became timed or the reverse: the override takes the new length.
  const target = movedClock(start, zones, move)
  const wall = movedWall(timeValue(start, zones), move, target)
  const length = times.isDate ? Math.max(DAY, times.end - times.start) : times.end - times.start
  const endWall = times.isDate ? wall + length : wallAfter(wall, length, target)
  override.set('DTSTART', startLine)
  override.remove('DURATION')
  override.remove('DTEND')
  if (length > 0) override.set('DTEND', timeLine('DTEND', target.clock, [endWall]))
}

function movedLine(source: Property, { zones }: Editing, move: Move, params = ''): string {
  const target = movedClock(source, zones, move)
  const value = timeValue(source, zones, source.value, move.from.value.zone)
  return timeLine(source.name, target.clock, [movedWall(value, move, target)], params)
}

function wallAfter(wall: number, seconds: number, target: ReturnType<typeof movedClock>): number {
  const instant = instantOf({ isDate: false, wall, zone: target.zone })
  return toWallSeconds(target.zone, instant + seconds)
}

/** What cannot be read cannot be moved: it stays as it stands. */
function readable<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
