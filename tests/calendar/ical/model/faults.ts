import { dateOf, dayOf, isShown, isShownTwice } from './clock'
import { type ReadObject, secondsOf } from './object'
import { byIcalJs, byRrule, byRruleTemporal, type Reader, untilOf } from './readers'
import { daysOf, parsedRule } from './rule'
import type { Series } from './series'

interface Fault {
  name: string
  /** Whether an object has the form that the library reads wrongly. */
  has(object: ReadObject, series: Series): boolean
}

const ruleOf = ({ rule }: ReadObject) => rule ?? ''

/** Left out by all: most readers lose the last day (RFC 5545 3.3.10 wants the kind of DTSTART). */
const DATE_UNTIL: Fault = {
  name: 'UNTIL as a date beside a timed start',
  has: (object) => /UNTIL=\d{8}(?!T)/.test(ruleOf(object)) && object.master.start.clock !== 'date',
}

const GAP: Fault = {
  name: 'an instance in the gap of a change of clocks',
  has: (_, { clock, items }) => items.some(({ id }) => !isShown(clock, id)),
}

/** It reads an instance there an hour early, which is before such an end. */
const END_AT_GAP: Fault = {
  name: 'UNTIL right before the gap of a change of clocks',
  has({ rule, master: { start } }) {
    const until = untilOf(rule ?? '', start)
    return until !== null && !isShown(start.clock, until + 1)
  },
}

const END_IN_OTHER_YEAR: Fault = {
  name: 'UNTIL in another year of UTC than on the clock',
  has({ rule, master: { start } }) {
    const until = untilOf(rule ?? '', start)
    return until !== null && !(rule ?? '').includes(`UNTIL=${dateOf(dayOf(until)).year}`)
  },
}

const TWICE: Fault = {
  name: 'an instance in the hour that stands twice',
  has: (_, { clock, items }) => items.some(({ id }) => isShownTwice(clock, id)),
}

const START_OFF_RULE: Fault = {
  name: 'DTSTART that the rule does not have',
  has({ rule, master: { start } }) {
    if (rule === null) return false
    const day = dayOf(start.wall)
    return daysOf(parsedRule(rule), day, day + 1)[0] !== day
  },
}

const ADDED_ALONE: Fault = {
  name: 'RDATE without RRULE, or one that names an instance of the rule',
  has({ rule, added, master }) {
    return added.length > 0 && (rule === null || added.some((time) => secondsOf(time) === secondsOf(master.start)))
  },
}

const ADDED_ON_OTHER_CLOCK: Fault = {
  name: 'an override of an RDATE that stands on another clock than DTSTART',
  has: ({ added, overrides, master }) =>
    overrides.length > 0 && added.some(({ clock }) => clock !== master.start.clock),
}

const NTH_OF_YEAR: Fault = {
  name: 'the n-th weekday of a year',
  has: (object) =>
    /FREQ=YEARLY/.test(ruleOf(object)) && /BYDAY=.*\d/.test(ruleOf(object)) && !/BYMONTH=/.test(ruleOf(object)),
}

const SEVERAL_NTH: Fault = {
  name: 'several n-th weekdays of a month',
  has: (object) => /BYDAY=-?\d[A-Z]{2},/.test(ruleOf(object)),
}

const MONTH_DAY_OF_YEAR: Fault = {
  name: 'days of every month of a year',
  has: (object) =>
    /FREQ=YEARLY/.test(ruleOf(object)) && /BYMONTHDAY/.test(ruleOf(object)) && !/BYMONTH=/.test(ruleOf(object)),
}

const MIXED_SETPOS: Fault = {
  name: 'BYSETPOS of weeks, or beside BYMONTHDAY or BYMONTH',
  has: (object) => /BYSETPOS/.test(ruleOf(object)) && /FREQ=WEEKLY|BYMONTHDAY|BYMONTH=/.test(ruleOf(object)),
}

const MONTH_END: Fault = {
  name: 'a yearly rule from a 29th, 30th or 31st on that names no day',
  has(object) {
    const names = /BY(?:MONTH)?DAY=/.test(ruleOf(object))
    return /FREQ=YEARLY/.test(ruleOf(object)) && !names && dateOf(dayOf(object.master.start.wall)).day > 28
  },
}

export const LIBRARIES: { name: string; read: Reader; faults: Fault[] }[] = [
  { name: 'rrule', read: byRrule, faults: [DATE_UNTIL] },
  { name: 'rrule-temporal', read: byRruleTemporal, faults: [DATE_UNTIL, GAP] },
  {
    name: 'ical.js',
    read: byIcalJs,
    faults: [
      DATE_UNTIL,
      GAP,
      END_AT_GAP,
      END_IN_OTHER_YEAR,
      TWICE,
      START_OFF_RULE,
      ADDED_ALONE,
      ADDED_ON_OTHER_CLOCK,
      NTH_OF_YEAR,
      SEVERAL_NTH,
      MONTH_DAY_OF_YEAR,
      MIXED_SETPOS,
      MONTH_END,
    ],
  },
]

/** Why a library is not asked about an object; null: it is. */
export function faultOf(faults: Fault[], object: ReadObject, series: Series): string | null {
  return faults.find((fault) => fault.has(object, series))?.name ?? null
}
