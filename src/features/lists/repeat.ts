import { t } from 'elysia'
import { DAY, dayOfWall, formatIsoDate, isStorableDate, parseIsoDate } from '../../calendar/ical/civil'
import { type RecurrencePreset, ruleOf } from '../../calendar/ical/recurrence-rule'
import { parseRule, WEEKDAYS } from '../../calendar/ical/rule/parse'
import { planRule } from '../../calendar/ical/rule/plan'
import { walkRule } from '../../calendar/ical/rule/walk'
import type { Repeat } from '../../platform/db/schema'
import { badRequest } from '../../platform/http-errors'
import { oneOf, strictInteger } from '../../platform/http-schema'
import { MAX_DAYS_AFTER, MAX_REPEAT_INTERVAL } from '../../platform/limits'

const FREQUENCIES: Record<Extract<Repeat, { every: unknown }>['every'], RecurrencePreset> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
}
const weekday = t.Union([
  t.Literal('MO'),
  t.Literal('TU'),
  t.Literal('WE'),
  t.Literal('TH'),
  t.Literal('FR'),
  t.Literal('SA'),
  t.Literal('SU'),
])

/** One object of all that there is, since a union of objects would take both and drop one. */
export const RepeatBody = t.Object({
  every: t.Optional(
    t.Union([t.Literal('day'), t.Literal('week'), t.Literal('month'), t.Literal('year')], {
      error: 'expected day, week, month or year',
      description: 'By the rule of events from the day on which it is due; else afterDays',
    }),
  ),
  interval: t.Optional(strictInteger({ minimum: 1, maximum: MAX_REPEAT_INTERVAL })),
  weekdays: t.Optional(
    t.Array(weekday, {
      minItems: 1,
      maxItems: WEEKDAYS.length,
      uniqueItems: true,
      error: `expected some of ${WEEKDAYS.join(', ')}, each once`,
      description: 'Of weeks',
    }),
  ),
  afterDays: t.Optional(strictInteger({ minimum: 1, maximum: MAX_DAYS_AFTER })),
})
type RepeatBody = typeof RepeatBody.static

export const REPEAT = t.Union([
  t.Object({
    every: oneOf('day', 'week', 'month', 'year'),
    interval: t.Optional(t.Integer({ minimum: 1, maximum: MAX_REPEAT_INTERVAL })),
    weekdays: t.Optional(t.Array(oneOf(...WEEKDAYS))),
  }),
  t.Object({
    afterDays: t.Integer({ minimum: 1, maximum: MAX_DAYS_AFTER, description: 'From the day it was done' }),
  }),
])

/** @throws Refusal 400 unless it says either a rule or days after, with weekdays beside weeks alone */
export function repeatOf({ every, interval, weekdays, afterDays }: RepeatBody): Repeat {
  if (afterDays !== undefined) {
    if (every !== undefined || interval !== undefined || weekdays !== undefined) {
      throw badRequest('repeat: send either every or afterDays')
    }
    return { afterDays }
  }
  if (every === undefined) throw badRequest('repeat: send either every or afterDays')
  if (weekdays !== undefined && every !== 'week') throw badRequest('repeat: weekdays need every week')
  return { every, ...(interval !== undefined && { interval }), ...(weekdays !== undefined && { weekdays }) }
}

/** Work that looking for the next day may cost: a rule of 29 February each 99 years finds it in 396. */
const MAX_STEPS = 60_000
const LAST_DAY = parseIsoDate('9998-12-31')!

/**
 * The day for which a repeating item comes again once it is done, YYYY-MM-DD: the first of its rule after both the day
 * it was due and the one on which it was done, or so many days from that. Null where there is none.
 */
export function nextDue(repeat: Repeat, due: string | null, doneOn: string): string | null {
  const done = parseIsoDate(doneOn)!
  if ('afterDays' in repeat) return storable(done + repeat.afterDays)
  const start = due === null ? done : parseIsoDate(due)!
  const { every, ...rest } = repeat
  const rule = parseRule(ruleOf({ frequency: FREQUENCIES[every], ...rest }, start), true)
  const after = Math.max(start, done) + 1
  const plan = planRule(rule, start * DAY)
  const { walls } = walkRule(plan, after * DAY, LAST_DAY * DAY, 1, { steps: MAX_STEPS })
  return walls[0] === undefined ? null : storable(dayOfWall(walls[0]))
}

/**
 * The day of a copy of an item, of which nothing is overdue: one that is past has gone, where it repeats for the next
 * day of its rule, or for today.
 */
export function dueOfCopy({ due, recurrence }: { due: string | null; recurrence: Repeat | null }, today: string) {
  if (due === null || due >= today) return due
  if (recurrence === null) return null
  return 'afterDays' in recurrence ? today : nextDue(recurrence, due, formatIsoDate(parseIsoDate(today)! - 1))
}

function storable(day: number): string | null {
  const date = formatIsoDate(day)
  return isStorableDate(date) ? date : null
}
