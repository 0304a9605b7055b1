/** One tick of the reminders over a large household: CPU of this process, the database's own work beside it. */
import { createReminders } from '../src/calendar/reminders'
import { subscribe } from '../src/features/push/subscriptions'
import { calendars } from '../src/platform/db/schema'
import { seatCast } from '../tests/support/cast'
import { openHousehold } from '../tests/support/household'
import type { Report } from './figure'
import { alarmOf, objectOf, stampOf, storeTexts } from './support/stored-events'
import { median } from './support/time'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SINGLES = 10_000
const MASTERS = 500
const PAST = 100_000
const LEADS = [null, 0, 5, 10, 30, 60, 1440, 45]
const RULES = ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=MONTHLY', 'FREQ=YEARLY', 'FREQ=DAILY']
const TICKS = 60

export async function bench(report: Report): Promise<void> {
  const household = await openHousehold({ at: new Date(NOW).toISOString() })
  const { ctx, clock } = household
  const { ada, ben } = await seatCast(ctx)
  const [calendar] = await ctx.db
    .insert(calendars)
    .values({ userId: ada.id, url: 'https://cal.example.org/a/', displayName: 'A', color: '#112233', isShared: true })
    .$returningId()
  for (const [index, { id }] of [ada, ada, ben].entries()) {
    await subscribe(ctx, id, { endpoint: `https://push.example.org/${index}`, p256dh: 'p', auth: 'a' })
  }
  await storeTexts(ctx, calendar!.id, [...singles(SINGLES, -365, 365), ...masters()])

  let sent = 0
  const send = async () => {
    sent++
    return { kind: 'accepted' } as const
  }
  const reminders = createReminders(ctx, { pusher: { send } })
  const tick = async (at: number) => {
    clock.set(new Date(at).toISOString())
    const before = process.cpuUsage()
    await reminders.remind()
    const { user, system } = process.cpuUsage(before)
    await reminders.settled()
    return (user + system) / 1000
  }
  const warm = async (from: number) => {
    const costs: number[] = []
    for (let minute = 1; minute <= TICKS; minute++) costs.push(await tick(from + minute * MINUTE))
    return costs
  }

  const size = '10,000 events + 500 series'
  report({ name: `tick, ${size}, cold (every series read)`, value: await tick(NOW), unit: 'ms CPU' })
  await warm(NOW)
  const costs = await warm(NOW + TICKS * MINUTE)
  report({ name: `tick, ${size}, warm, median of ${TICKS}`, value: median(costs), unit: 'ms CPU', goal: '< 20' })
  report({ name: `tick, ${size}, warm, worst of ${TICKS}`, value: Math.max(...costs), unit: 'ms CPU' })
  const nine = Date.parse('2026-11-21T08:00:00Z')
  await tick(nine - MINUTE)
  report({ name: 'tick at 09:00, when all-day events remind', value: await tick(nine), unit: 'ms CPU' })

  await storeTexts(ctx, calendar!.id, singles(PAST, -3650, -1, 'past'))
  const later = nine + 60 * MINUTE
  await warm(later)
  const crowded = median(await warm(later + TICKS * MINUTE))
  report({ name: `the same with ${PAST.toLocaleString('en')} past events more`, value: crowded, unit: 'ms CPU' })
  report({
    name: 'the same: with / without them',
    value: crowded / median(costs),
    unit: 'times',
    goal: 'about 1',
  })
  report({ name: 'reminders sent meanwhile', value: sent, unit: '' })
  await reminders.stop()
  await household.close()
}

function* singles(count: number, firstDay: number, lastDay: number, name = 'single') {
  for (let index = 0; index < count; index++) {
    const at = NOW + (firstDay + ((index * 7919) % ((lastDay - firstDay) * 96)) / 96) * DAY
    const stamp = stampOf(at)
    const isAllDay = index % 5 === 0
    const start = isAllDay ? `DTSTART;VALUE=DATE:${stamp.slice(0, 8)}` : `DTSTART:${stamp}`
    yield textOf(`${name}-${index}`, [start], LEADS[index % LEADS.length] ?? null)
  }
}

function* masters() {
  for (let index = 0; index < MASTERS; index++) {
    const day = String(1 + (index % 28)).padStart(2, '0')
    const hour = String(index % 24).padStart(2, '0')
    const isAllDay = index % 5 === 0
    const start = isAllDay ? `DTSTART;VALUE=DATE:201601${day}` : `DTSTART;TZID=Europe/Berlin:201601${day}T${hour}3000`
    const rule = `RRULE:${RULES[index % RULES.length]}`
    yield textOf(`series-${index}`, [start, rule], [10, 60, 1440][index % 3]!)
  }
}

const textOf = (uid: string, lines: string[], lead: number | null) =>
  objectOf(uid, ['DTSTAMP:20260101T000000Z', `SUMMARY:${uid}`, ...lines, ...alarmOf(lead)])
