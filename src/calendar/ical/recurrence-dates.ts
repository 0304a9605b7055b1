import { dayOfWall } from './civil'
import { type Component, type Property, properties } from './parse'
import type { Budget } from './rule/collector'
import { alignedTo, endOf, instantOf, type Length, lengthFor, lengthUntil, type TimeValue, timeValue } from './times'
import { entriesOf } from './values'
import type { ObjectZones } from './zone/resolve'

/** An instance that RDATE adds. */
export interface AddedDate {
  value: TimeValue
  instant: number
  end: number
}

/** What reading a date costs beside looking at a day. */
const STEPS_OF_DATE = 6

/** EXDATEs. A date given for a timed series excludes that day; a time given for an all-day series, the day it names. */
export function readExclusions(event: Component, start: TimeValue, zones: ObjectZones, budget: Budget) {
  const excluded = new Set<number>()
  const excludedDays = new Set<number>()
  eachValue(event, 'EXDATE', zones, budget, (source, text) => {
    const value = timeValue(source, zones, text, start.isDate ? zones.household : start.zone)
    if (value.isDate === start.isDate) excluded.add(instantOf(value))
    else excludedDays.add(dayOfWall(value.wall))
  })
  return { excluded, excludedDays }
}

/** RDATEs, those with an end of their own first: a PERIOD at the instant of another instance decides its end. */
export function readAdded(
  event: Component,
  start: TimeValue,
  length: Length,
  zones: ObjectZones,
  budget: Budget,
): AddedDate[] {
  const dates: AddedDate[] = []
  const periods: AddedDate[] = []
  eachValue(event, 'RDATE', zones, budget, (source, text) => {
    const [first = '', second] = text.split('/')
    const floating = start.isDate ? zones.household : start.zone
    const value = alignedTo(start, timeValue(source, zones, first, floating))
    const instant = instantOf(value)
    const ownLength = second === undefined ? length : lengthOfPeriod(source, second, value, zones)
    const added = { value, instant, end: endOf(value, instant, ownLength) }
    if (second === undefined) dates.push(added)
    else periods.push(added)
  })
  // Of two periods at one instant the last in the text is meant.
  return [...periods.reverse(), ...dates]
}

function lengthOfPeriod(source: Property, text: string, start: TimeValue, zones: ObjectZones): Length {
  if (/^[P+-]/i.test(text)) return lengthFor(start, text)
  return lengthUntil(start, timeValue(source, zones, text, start.zone))
}

function eachValue(
  event: Component,
  name: string,
  zones: ObjectZones,
  budget: Budget,
  visit: (source: Property, text: string) => void,
): void {
  for (const source of properties(event, name)) {
    for (const text of entriesOf(source.value)) {
      budget.steps -= STEPS_OF_DATE
      if (budget.steps < 0) {
        zones.problems.push(`more ${name}s than are read`)
        return
      }
      try {
        visit(source, text)
      } catch {
        zones.problems.push(`unreadable ${name}`)
      }
    }
  }
}
