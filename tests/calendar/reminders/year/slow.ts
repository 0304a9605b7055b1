/** What a household should be reminded of, worked out slowly with Temporal and from the plans alone. */
import { datesOf, type Plan, shift, YEAR } from './plans'

export interface Reminder {
  /** `<uid>:<start epoch milliseconds>` */
  key: string
  fireAt: number
}

/** Everything that fires in the year or shortly before and after, in order. */
export function remindersOf(plans: readonly Plan[], household: string): Reminder[] {
  return plans.flatMap((plan) => ofPlan(plan, household)).sort((a, b) => a.fireAt - b.fireAt)
}

function ofPlan(plan: Plan, household: string): Reminder[] {
  const { allDay, leadMinutes, time } = plan
  if (!allDay && leadMinutes === 0) return []
  const moved = new Map(plan.moved.map((move) => [move.from, move]))
  const gone = new Set([...plan.excluded, ...plan.cancelled, ...moved.keys()])
  const dates = datesOf(plan, shift(`${YEAR}-12-31`, 20))
  return [
    ...dates.filter((date) => !gone.has(date)).map((date) => reminderAt(plan, household, date, time)),
    ...plan.moved.map((move) => reminderAt(plan, household, move.to, move.time)),
  ]
}

function reminderAt({ uid, allDay, zone, leadMinutes }: Plan, household: string, date: string, time: string): Reminder {
  if (allDay) {
    const nine = Temporal.PlainDateTime.from(`${shift(date, -Math.ceil(leadMinutes / 1440))}T09:00`)
    const midnight = Date.parse(`${date}T00:00:00Z`)
    return { key: `${uid}:${midnight}`, fireAt: nine.toZonedDateTime(household).epochMilliseconds }
  }
  const start = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds
  return { key: `${uid}:${start}`, fireAt: start - leadMinutes * 60_000 }
}

/**
 * Which of them a run of ticks has to send: those no more than a minute old, and those since the tick before when that
 * was no more than two minutes and a moment ago.
 */
export function sentBy(ticks: readonly number[], reminders: readonly Reminder[]): Set<string> {
  const sent = new Set<string>()
  for (const [index, now] of ticks.entries()) {
    const before = ticks[index - 1] ?? Number.NEGATIVE_INFINITY
    const since = now - before <= 125_000 ? Math.min(before, now - 60_000) : now - 60_000
    for (let at = firstFrom(reminders, since); at < reminders.length && reminders[at]!.fireAt <= now; at++) {
      sent.add(reminders[at]!.key)
    }
  }
  return sent
}

function firstFrom(reminders: readonly Reminder[], instant: number): number {
  let low = 0
  let high = reminders.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (reminders[middle]!.fireAt < instant) low = middle + 1
    else high = middle
  }
  return low
}
