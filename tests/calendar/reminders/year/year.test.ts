import { describe, expect, test } from 'bun:test'
import { prepare } from '../../../../src/calendar/ical/expand'
import { summarize } from '../../../../src/calendar/ical/summary'
import type { Zone } from '../../../../src/calendar/ical/zone'
import { type Due, dueOfSeries, duesOfSingle } from '../../../../src/calendar/reminders/due'
import { keyOf } from '../../../../src/calendar/reminders/message'
import { SeriesReminders } from '../../../../src/calendar/reminders/series'
import { isWithin, type TickWindow, tickWindows } from '../../../../src/calendar/reminders/tick-window'
import { seeded } from '../../ical/seeded'
import { Story, zone } from '../story'
import { clockChanges, householdPlans, type Plan, textOf, YEAR } from './plans'
import { remindersOf, sentBy } from './slow'
import { unrulyTicks } from './ticks'

/** North and south of the equator, east and west of Greenwich; one whose clocks change by half an hour. */
const HOUSEHOLDS = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
const SEED = 20_260_101
const FROM = Date.UTC(YEAR, 0, 1)
const TO = Date.UTC(YEAR + 1, 0, 1)
const HOUR = 3_600_000

describe.each(HOUSEHOLDS)('a year in %s', (id) => {
  const household = zone(id)
  const plans = householdPlans(id, SEED)
  const expected = remindersOf(plans, id)

  test('the plans are what they should be', () => {
    expect(plans).toHaveLength(300)
    expect(clockChanges(id)).toHaveLength(2)
    expect(plans.filter(({ repeat }) => repeat !== null).length).toBeGreaterThan(80)
    expect(expected.filter(({ fireAt }) => isWithin({ from: FROM, to: TO }, fireAt)).length).toBeGreaterThan(2_000)
  })

  test('every reminder once, whatever the ticks do; what is not sent is counted', () => {
    const ticks = unrulyTicks(FROM, TO, SEED, { isRough: true })
    const events = new DecidedYear(plans, household)
    const sent = new Set<string>()
    const missed = new Set<string>()
    let previous: number | null = null
    for (const now of ticks) {
      const window = tickWindows(now, previous)
      for (const due of events.within(window.due)) sent.add(keyOf(due))
      if (window.missed !== null) for (const due of events.within(window.missed)) missed.add(keyOf(due))
      previous = now
    }
    expect([...sent].sort()).toEqual([...sentBy(ticks, expected)].sort())

    const [first, last] = [ticks[0]! - 60_000, ticks.at(-1)!]
    const all = expected.filter(({ fireAt }) => isWithin({ from: first, to: last }, fireAt)).map(({ key }) => key)
    expect(missed.difference(sent).size).toBeGreaterThan(0)
    expect([...sent.union(missed)].sort()).toEqual([...new Set(all)].sort())
  })

  test('what is remembered of series says what they say', () => {
    const below = seeded(SEED)
    const series = new SeriesReminders()
    const recurring = plans.filter(({ repeat }) => repeat !== null)
    const keys = recurring.map((plan, index) => ({ id: index * 7 + 1, etag: null, updatedAt: new Date(0), plan }))
    for (const { plan, ...rest } of keys) {
      const key = { ...rest, ...columnsOf(plan) }
      expect(series.unread([key], household)).toEqual([key])
      expect(series.read(key, textOf(plan), household)).toBeTrue()
      const prepared = prepare(textOf(plan), household)
      for (let round = 0; round < 30; round++) {
        const from = FROM + below(365 * 24 * 60) * 60_000 + below(60_000)
        const window = { from, to: from + below(2) * 14 * HOUR + 60_000 }
        const inOrder = (dues: Due[]) => dues.map((due) => `${due.fireAt} ${keyOf(due)}`).sort()
        expect(inOrder([...series.due(key, window, household)].flat())).toEqual(
          inOrder(dueOfSeries(prepared, key, window, household)),
        )
      }
    }
  })

  test('of several reminders each comes when it would alone', () => {
    const year = { from: FROM, to: TO }
    for (const plan of plans) {
      const leads = plan.allDay ? [2880, 1440, 0] : [1440, 60, 5]
      const alone = leads.flatMap((leadMinutes) => remindersOf([{ ...plan, leadMinutes }], id))
      const event = { ...singleOf(plan, household), leadMinutes: null, reminders: JSON.stringify(leads) }
      const dues = plan.repeat
        ? dueOfSeries(prepare(textOf(plan), household), event, year, household)
        : duesOfSingle(event, year, household)
      const expectedTimes = alone.map(({ fireAt }) => fireAt).filter((fireAt) => isWithin(year, fireAt))
      const times = (of: number[]) => of.sort((a, b) => a - b)
      expect(times(dues.map(({ fireAt }) => fireAt))).toEqual(times(expectedTimes))
      expect(new Set(dues.map(keyOf)).size).toBe(dues.length)
    }
  })

  test('the same on a real database, to a real phone: nights when clocks change, mornings, a restart', async () => {
    const story = await Story.open({ zone: id, at: new Date(FROM).toISOString() })
    for (const plan of plans) await story.cache('ada', textOf(plan), plan.uid)
    const phone = await story.phone(story.cast.ada)
    const below = seeded(SEED)
    const all: string[] = []
    for (const night of clockChanges(id)) {
      const start = Temporal.PlainDateTime.from(`${night}T00:30`).toZonedDateTime(id).epochMilliseconds
      const nine = Temporal.PlainDateTime.from(`${night}T08:57`).toZonedDateTime(id).epochMilliseconds
      for (const [from, minutes] of [
        [start, 150],
        [nine, 6],
      ] as const) {
        const ticks = unrulyTicks(from, from + minutes * 60_000, below(1_000))
        const restart = below(ticks.length)
        let reminders = story.restarted()
        for (const [index, now] of ticks.entries()) {
          if (index === restart) reminders = story.restarted()
          await story.tick(new Date(now).toISOString(), reminders)
        }
        all.push(...sentBy(ticks, expected))
      }
    }
    const tags = phone.received.map(({ payload }) => payload.tag)
    expect(tags.sort()).toEqual([...new Set(all)].sort())
    expect(tags.length).toBeGreaterThan(20)
    expect(story.receiver.problems).toEqual([])
    await story.close()
  })
})

/** Every decision of the year, made in pieces of six hours as the scheduler makes them for series. */
class DecidedYear {
  readonly #dues: Due[]

  constructor(plans: readonly Plan[], household: Zone) {
    this.#dues = plans.flatMap((plan) => decide(plan, household)).sort((a, b) => a.fireAt - b.fireAt)
  }

  *within(window: TickWindow) {
    let low = 0
    let high = this.#dues.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#dues[middle]!.fireAt < window.from) low = middle + 1
      else high = middle
    }
    for (let at = low; at < this.#dues.length && this.#dues[at]!.fireAt <= window.to; at++) yield this.#dues[at]!
  }
}

function singleOf(plan: Plan, household: Zone) {
  const { uid, title, location, categories, dtstartUtc, dtstartDate } = summarize(textOf(plan), household)
  return { uid, title, location, categories, ...columnsOf(plan), startUtc: dtstartUtc, startDate: dtstartDate }
}

const columnsOf = ({ leadMinutes }: Plan) => ({ leadMinutes, reminders: null })

function decide(plan: Plan, household: Zone): Due[] {
  const text = textOf(plan)
  const { hasRrule, reminder } = summarize(text, household)
  expect(hasRrule).toBe(plan.repeat !== null)
  expect(reminder.leadMinutes).toBe(plan.leadMinutes)
  const dues: Due[] = []
  const prepared = prepare(text, household)
  const event = singleOf(plan, household)
  const step = hasRrule ? 6 * HOUR : TO - FROM
  for (let from = FROM - 24 * HOUR; from < TO + 24 * HOUR; from += step) {
    const window = { from, to: from + step - 1 }
    if (hasRrule) dues.push(...dueOfSeries(prepared, event, window, household))
    else dues.push(...duesOfSingle(event, window, household))
  }
  return dues
}
