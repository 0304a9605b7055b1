import { DAY, dateOf, dayOf, timeOf } from './clock'
import { daysOf, nthWeekday, ordinalOf, type Rule, WEEKDAYS, weekdayIndex, weekdayName } from './rule'
import type { Item, Series } from './series'

/** A rule whose days have moved, and where each item goes: its new id at the old time of day. */
interface MovedRule {
  rule: Rule
  placeOf(item: Item): number
}

/**
 * A series whose days move by that many with one of its items. Null where the plain list cannot say what becomes of it:
 * the moved rule would not have exactly the moved days.
 */
export function movedRule(series: Series, item: Item, days: number): MovedRule | null {
  const { items } = series
  const isPlain = items.every(({ source }) => source !== 'start') && item.source === 'rule'
  const moved = isPlain ? movedDays(series, item, days) : null
  if (moved === null) return null
  const isBounded = series.knownUntil === Number.POSITIVE_INFINITY
  const after = items
    .filter(({ source }) => source === 'rule')
    .map((each) => dayOf(moved.placeOf(each)))
    .sort((a, b) => a - b)
  // At the end of a list that goes on some days have been moved away and others not yet in.
  const last = isBounded ? after.at(-1)! : dayOf(series.knownUntil)
  const known = after.filter((day) => day <= last)
  const expected = daysOf(moved.rule, after[0]!, last, isBounded ? known.length : undefined)
  return known.join() === expected.join() ? moved : null
}

function movedDays(series: Series, item: Item, days: number): MovedRule | null {
  const { rule, items } = series
  const day = dayOf(item.id)
  const along = (moved: Rule): MovedRule => ({ rule: moved, placeOf: ({ id }) => id + days * DAY })
  const parts = Object.keys(rule).filter((name) => !['freq', 'interval', 'wkst'].includes(name))
  if (parts.length === 0 && (rule.freq === 'DAILY' || rule.freq === 'WEEKLY')) return along(rule)
  const isOfWeekdays = parts.join() === 'byDay' && (rule.freq === 'WEEKLY' || (rule.freq === 'DAILY' && !rule.interval))
  if (isOfWeekdays) {
    const names = rule.byDay ?? []
    const [from, to] = [weekdayName(item.id), weekdayName(item.id + days * DAY)]
    if (names.length === 1) return along({ ...rule, byDay: [to] })
    return items.some(({ source }) => source === 'added') ? null : exchanged(rule, from, to, days)
  }
  if (rule.freq === 'DAILY' || rule.freq === 'WEEKLY') return null
  const { day: dayOfMonth, monthLength, month } = dateOf(day)
  const staysInMonth = dayOfMonth + days >= 1 && dayOfMonth + days <= monthLength
  if (!staysInMonth) return null
  if (rule.byDay?.length === 1) return items.some(({ source }) => source === 'added') ? null : turned(rule, item, days)
  if (dayOfMonth > 28 || dayOfMonth + days > 28) return null
  const repeatsDay = rule.byMonthDay === undefined || rule.byMonthDay.join() === `${dayOfMonth}`
  const repeatsMonth = rule.byMonth === undefined || rule.byMonth.join() === `${month}`
  const isOther = parts.some((name) => name !== 'byMonthDay' && name !== 'byMonth')
  if (!repeatsDay || !repeatsMonth || isOther) return null
  // In a yearly rule BYMONTHDAY alone would name that day of every month.
  if (rule.byMonthDay && rule.freq === 'YEARLY' && !rule.byMonth) return null
  return along(rule.byMonthDay ? { ...rule, byMonthDay: [dayOfMonth + days] } : rule)
}

/** Only the item's weekday becomes another. */
function exchanged(rule: Rule, from: string, to: string, days: number): MovedRule | null {
  const names = rule.byDay ?? []
  if (!names.includes(from) || names.includes(to) || Math.abs(days) > 6) return null
  // Every second week it must stay in its week.
  const inWeek = (weekdayIndex(from) - weekdayIndex(rule.wkst ?? 'MO') + 7) % 7
  if ((rule.interval ?? 1) > 1 && (inWeek + days < 0 || inWeek + days > 6)) return null
  const byDay = names.map((name) => (name === from ? to : name))
  const place = (id: number) => (weekdayName(id) === from ? id + days * DAY : id)
  return { rule: { ...rule, byDay }, placeOf: ({ id }) => place(id) }
}

/** The n-th weekday becomes the new day's own ordinal; the last stays the last where the new day is one. */
function turned(rule: Rule, item: Item, days: number): MovedRule | null {
  const isNth = /^(?:[1-5]|-1)(?:[A-Z]{2})$/.test(rule.byDay![0]!)
  const isOfYear = rule.freq === 'YEARLY' && rule.byMonth?.length !== 1
  const isOther = [rule.bySetPos, rule.byMonthDay, rule.byYearDay].some((part) => part !== undefined)
  if (!isNth || isOfYear || isOther) return null
  const { nth, isLast } = ordinalOf(item.id + days * DAY)
  const name = WEEKDAYS[weekdayIndex(weekdayName(item.id + days * DAY))]!
  const position = rule.byDay![0]!.startsWith('-1') && isLast ? -1 : nth
  // Not every month has a fifth.
  if (position === 5 || rule.byDay![0]!.startsWith('5')) return null
  return {
    rule: { ...rule, byDay: [`${position}${name}`] },
    placeOf: ({ id }) => nthWeekday(id, position, name)! + timeOf(id),
  }
}
