import { DAY, dayNumber } from '../civil'
import { IcalError } from '../error'
import { type Component, properties, property } from '../parse'
import type { Budget } from '../rule/collector'
import { parseRule } from '../rule/parse'
import { planRule } from '../rule/plan'
import { lastOfCount, walkRule } from '../rule/walk'
import { listOf, parseOffset, parseTime } from '../values'
import { type Transition, type Zone, zoneFrom } from './table'

const FROM = dayNumber(1969, 1, 1) * DAY
const UNTIL = dayNumber(2060, 1, 1) * DAY
/** A real zone changes a few times a year; more than this is an attack. */
const MAX_ONSETS = 1000
const MAX_STEPS = 50_000
/** The whole history of a zone, change by change, takes a tenth of it. */
const MAX_TEXT_LENGTH = 64 * 1024

interface Onset extends Transition {
  previousOffset: number
}

/** Work that the definitions of one object may cost together. */
export function vtimezoneBudget(): Budget {
  return { steps: MAX_STEPS }
}

/** What a definition says of its zone, to tell it from others. @throws IcalError when it is longer than any real one */
export function textOfVtimezone(component: Component): string {
  let text = ''
  const visit = ({ name, properties, components }: Component) => {
    text += `${name}\n`
    for (const property of properties) {
      if (text.length + property.value.length > MAX_TEXT_LENGTH) throw new IcalError('time zone definition too long')
      text += `${property.name}:${property.value}\n`
    }
    for (const child of components) visit(child)
  }
  visit(component)
  return text
}

/**
 * The table of a VTIMEZONE (RFC 5545 3.6.5), up to 2060.
 * @throws IcalError when it cannot be read, holds no observance, or costs more than the budget
 */
export function readVtimezone(component: Component, budget: Budget = vtimezoneBudget()): Zone {
  const onsets = component.components
    .filter((child) => child.name === 'STANDARD' || child.name === 'DAYLIGHT')
    .flatMap((observance) => onsetsOf(observance, budget))
    .sort((a, b) => a.utc - b.utc)
  const first = onsets[0]
  if (!first) throw new IcalError('time zone without an observance')
  return zoneFrom(required(component, 'TZID'), first.previousOffset, onsets)
}

function onsetsOf(observance: Component, budget: Budget): Onset[] {
  const previousOffset = parseOffset(required(observance, 'TZOFFSETFROM'))
  const offset = parseOffset(required(observance, 'TZOFFSETTO'))
  const start = parseTime(required(observance, 'DTSTART')).wall
  const walls = new Set([start])
  for (const { value } of properties(observance, 'RRULE')) {
    for (const wall of ruleOnsets(value, start, previousOffset, budget)) walls.add(wall)
  }
  for (const { value } of properties(observance, 'RDATE')) {
    for (const entry of listOf(value)) {
      const time = parseTime(entry.split('/')[0]!)
      walls.add(time.kind === 'utc' ? time.wall + previousOffset : time.wall)
    }
  }
  return [...walls].map((wall) => ({ utc: wall - previousOffset, offset, previousOffset }))
}

/** Onsets are wall-clock times of the offset before them; so is a UTC UNTIL once that offset is added. */
function ruleOnsets(text: string, start: number, previousOffset: number, budget: Budget): number[] {
  const rule = parseRule(text, false)
  const plan = planRule(rule, start)
  let to = UNTIL
  if (rule.until?.isUtc) to = Math.min(to, rule.until.seconds + previousOffset)
  if (rule.count !== undefined) to = Math.min(to, lastOfCount(plan, rule.count, budget) ?? UNTIL)
  const { walls, isCut } = walkRule(plan, FROM, to, MAX_ONSETS, budget)
  // A table without its end is remembered as if it were whole, and for other objects, too.
  if (isCut) throw new IcalError('time zone definition too costly')
  return walls
}

function required(component: Component, name: string): string {
  const found = property(component, name)
  if (!found) throw new IcalError(`time zone without ${name}`)
  return found.value
}
