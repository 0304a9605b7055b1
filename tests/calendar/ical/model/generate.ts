import { seeded } from '../seeded'
import { CLOCKS, DAY, dayAt, isZone, timeOf } from './clock'
import { daysOf, ordinalOf, type Rule, WEEKDAYS, weekdayName } from './rule'
import type { Bound, Change, Edit, OverrideSpec, SeriesSpec, Step, Story } from './spec'

const TITLES = ['Choir', 'Chess', 'Tea', 'Walk', 'Swim', 'Yoga'] as const
const PEOPLE = [[], [1], [2], [3], [1, 2], [2, 3]]
const MINUTE = 60
const HOUR = 3600

/** The days before clocks change in one of the zones; series begin around them or anywhere. */
const CHANGES = [dayAt(2026, 3, 8), dayAt(2026, 3, 29), dayAt(2026, 4, 5), dayAt(2026, 10, 4), dayAt(2026, 10, 25)]

/** Random stories, the same for the same seed. */
export class Generator {
  private readonly random: (below: number) => number

  constructor(seed: number) {
    this.random = seeded(seed)
  }

  story(): Story {
    const series = this.series()
    return { series, steps: Array.from({ length: this.random(7) }, () => this.step(series.clock === 'date')) }
  }

  private readonly pick = <T>(choices: readonly T[]): T => choices[this.random(choices.length)]!
  private readonly chance = (percent: number) => this.random(100) < percent
  private readonly several = <T>(most: number, one: () => T) => Array.from({ length: 1 + this.random(most) }, one)

  series(): SeriesSpec {
    const clock = this.pick(CLOCKS)
    const isDate = clock === 'date'
    const anchor = this.chance(50) ? this.pick(CHANGES) + this.random(15) - 10 : dayAt(2024, 1, 1) + this.random(1000)
    const time = isDate ? 0 : this.chance(30) ? HOUR + this.random(9) * 15 * MINUTE : this.random(96) * 15 * MINUTE
    const rule = this.rule(anchor)
    // Most series begin on a day of their rule.
    const day = this.chance(90) ? (daysOf(rule, anchor, anchor + 4000, 1)[0] ?? anchor) : anchor
    const wall = day * DAY + time
    const bound = this.bound(isDate, isZone(clock) ? 0 : timeOf(wall))
    return {
      clock,
      start: new Date(wall * 1000).toISOString().slice(0, isDate ? 10 : 16),
      length: this.length(isDate),
      ...(this.chance(15) ? { hasDuration: true as const } : {}),
      rule,
      ...(bound ? { bound } : {}),
      ...(this.chance(30) ? { excluded: this.several(3, () => this.random(12)) } : {}),
      ...(this.chance(20) ? { added: this.several(3, () => this.added(isDate, time)) } : {}),
      ...(this.chance(45) ? { overrides: this.several(3, () => this.override(isDate)) } : {}),
      ...(this.chance(10) ? { isNamedInUtc: true as const } : {}),
      ...(this.chance(60) ? { people: this.pick(PEOPLE) } : {}),
    }
  }

  private length(isDate: boolean): number {
    if (isDate) return (1 + this.random(3)) * DAY
    return this.chance(90) ? (1 + this.random(12)) * 15 * MINUTE : (20 + this.random(12)) * HOUR
  }

  private bound(isDate: boolean, timeOfDay: number): Bound | undefined {
    const kind = this.random(10)
    if (kind < 3) return undefined
    if (kind < 6) return { count: 2 + this.random(14) }
    // Never behind the end of the day, where the next instance may stand.
    const slack = isDate || this.chance(50) ? 0 : this.random(Math.max(1, (DAY - timeOfDay) / HOUR) | 0) * HOUR
    const isWrongKind = !isDate && this.chance(4)
    return {
      until: 1 + this.random(14),
      slack: Math.min(slack, 20 * HOUR),
      ...(isWrongKind ? { asDate: true as const } : {}),
    }
  }

  private added(isDate: boolean, time: number) {
    const seconds = isDate || this.chance(50) ? 0 : this.random(96) * 15 * MINUTE - time
    return { days: 1 + this.random(60), seconds }
  }

  private override(isDate: boolean): OverrideSpec {
    const later = isDate ? (this.random(5) - 2) * DAY : this.chance(50) ? this.hours() : (this.random(5) - 2) * DAY
    return {
      place: this.random(12),
      ...(this.chance(60) ? { title: this.pick(TITLES) } : {}),
      ...(this.chance(30) ? { length: this.length(isDate) } : {}),
      ...(this.chance(50) ? { later } : {}),
      ...(this.chance(40) ? { people: this.pick(PEOPLE) } : {}),
    }
  }

  private readonly hours = () => (this.random(49) - 24) * 15 * MINUTE

  private step(isDate: boolean): Step {
    return {
      object: this.random(4),
      occurrence: this.random(12),
      range: this.pick(['this', 'thisAndFuture', 'all'] as const),
      change: this.change(isDate),
    }
  }

  private change(isDate: boolean): Change {
    if (this.chance(12)) return 'delete'
    if (this.chance(5)) return 'calendar'
    const kind = this.random(10)
    const edit: Edit = {}
    if (kind < 3 || this.chance(10)) edit.title = this.pick(TITLES)
    if ((kind >= 3 && kind < 6) || this.chance(5)) edit.days = this.pick([-8, -3, -2, -1, 1, 1, 2, 3, 7])
    if (!isDate && ((kind >= 6 && kind < 9) || this.chance(5))) edit.seconds = this.hours()
    if (kind === 9 || this.chance(5)) edit.length = this.length(isDate)
    if (this.chance(20)) edit.people = this.pick(PEOPLE)
    return edit
  }

  /** Every form of rule that people choose, and raw ones. `day`: about where the series begins. */
  private rule(day: number): Rule {
    const wall = day * DAY
    const interval = this.chance(50) ? {} : { interval: 1 + this.random(3) }
    const { nth, isLast } = ordinalOf(wall)
    const weekday = weekdayName(wall)
    const weekdays = () => [...new Set(this.several(3, () => this.pick(WEEKDAYS)))]
    const month = 1 + ((new Date(wall * 1000).getUTCMonth() + this.random(3)) % 12)
    const position = isLast && this.chance(50) ? -1 : nth
    const forms: (() => Rule)[] = [
      () => ({ freq: 'DAILY', ...interval }),
      () => ({ freq: 'WEEKLY', ...interval }),
      () => ({ freq: 'WEEKLY', ...interval, byDay: [weekday] }),
      () => ({ freq: 'WEEKLY', ...interval, byDay: weekdays() }),
      () => ({ freq: 'WEEKLY', ...interval, byDay: weekdays(), wkst: this.pick(['SU', 'MO', 'WE']) }),
      () => ({ freq: 'WEEKLY', byDay: WEEKDAYS.slice(0, 5) }),
      () => ({ freq: 'MONTHLY', ...interval }),
      () => ({ freq: 'MONTHLY', ...interval, byDay: [`${position}${weekday}`] }),
      () => ({ freq: 'MONTHLY', ...interval, byDay: weekdays().map((name) => this.pick([1, 2, 3, 4, 5, -1]) + name) }),
      () => ({ freq: 'MONTHLY', ...interval, byMonthDay: [this.pick([1 + this.random(31), -1])] }),
      () => ({ freq: 'YEARLY' }),
      () => ({ freq: 'YEARLY', byMonth: [month], byDay: [`${position}${weekday}`] }),
      () => ({ freq: 'YEARLY', byMonth: [month], byMonthDay: [this.pick([1 + this.random(28), -1])] }),
      // Raw ones.
      () => ({ freq: 'DAILY', byDay: weekdays() }),
      () => ({ freq: 'DAILY', ...interval, byMonth: [month, (month % 12) + 1] }),
      () => ({ freq: 'MONTHLY', byDay: WEEKDAYS.slice(0, 5), bySetPos: [this.pick([1, 2, -1])] }),
      () => ({ freq: 'MONTHLY', byMonthDay: [13, 14, 15], bySetPos: [this.pick([1, -1])] }),
      () => ({ freq: 'YEARLY', byMonth: [month], byDay: WEEKDAYS.slice(0, 5), bySetPos: [this.pick([1, -2])] }),
      () => ({ freq: 'MONTHLY', byMonthDay: [1, 15, this.pick([28, 30, -1])] }),
      () => ({ freq: 'MONTHLY', byMonthDay: [8, 9, 10, 11, 12, 13, 14], byDay: [weekday] }),
      () => ({ freq: 'YEARLY', byMonth: [month, (month % 12) + 1] }),
      () => ({ freq: 'YEARLY', byMonthDay: [1 + this.random(28)] }),
      () => ({ freq: 'YEARLY', byYearDay: [this.pick([1, 100, 200, -1])] }),
      () => ({ freq: 'YEARLY', byDay: [`${this.pick([1, 10, 20, -1])}${weekday}`] }),
    ]
    return this.pick(forms)()
  }
}
