import { getSetting, householdZone, SETTING, setSetting } from '../../household/settings'
import type { Context } from '../../platform/context'
import { createPruning } from '../../platform/pruning'
import { TimeSlice } from '../../platform/time-slice'
import { createPusher, type Pusher, type PusherOptions } from '../../platform/webpush/pusher'
import { Allowance } from '../ical/expand'
import type { Zone } from '../ical/zones'
import { readTexts } from '../object-texts'
import { type Delivery, deliver } from './delivery'
import { readDevices } from './devices'
import { dueOfSingle } from './due'
import { createLanes } from './lanes'
import { entryName, pruneEntries, storedEntries, takeUnsettled } from './ledger'
import { type Reach, reachOf } from './reach'
import { type CalendarOwner, readCalendars, readLeads, readSeries, readSingles } from './read'
import { type CalendarDue, deliveriesOf, withoutCopies } from './recipients'
import { SeriesReminders } from './series'

export { type Device, readDevices, recordOutcome, serviceOf } from './devices'

/** Messages of one member that are on their way at the same time. */
const LANE_WIDTH = 16

export interface Reminders {
  /**
   * One tick: finds what is due, stores and sends. Resolves when everything due is on its way; a slow push service holds
   * up neither the next tick nor another member. Rejects when the database fails; the next tick makes up for it.
   */
  remind(): Promise<void>
  /** Resolves when nothing is on its way any more. */
  settled(): Promise<void>
  /** Gives up waiting for busy push services and resolves when the messages under way have been recorded. */
  stop(): Promise<void>
}

export interface RemindersOptions extends PusherOptions {
  pusher?: Pusher | null
  /** Waits before another try at a busy push service. */
  pause?: (milliseconds: number) => Promise<void>
}

/** The scheduler of reminders; without usable VAPID settings its ticks do nothing. */
export function createReminders(ctx: Context, options: RemindersOptions = {}): Reminders {
  const pusher = options.pusher === undefined ? createPusher(ctx.config, ctx.now, options) : options.pusher
  const pause = options.pause ?? ((milliseconds) => Bun.sleep(milliseconds))
  const series = new SeriesReminders()
  const lanes = createLanes(LANE_WIDTH)
  const stopping = Promise.withResolvers<void>()
  const prune = createPruning(ctx, { reminders: pruneEntries })
  let pruning = Promise.resolve()
  let isStopped = false
  const wait = async (milliseconds: number) => {
    await Promise.race([pause(milliseconds), stopping.promise])
    return !isStopped
  }

  return {
    async remind() {
      if (pusher === null || isStopped) return
      const now = ctx.now().getTime()
      const household = await householdZone(ctx)
      const tick = { series, household, allowance: new Allowance() }
      const { due, missed } = reachOf(now, await readLastTick(ctx))
      await reportUnsettled(ctx)
      for await (const delivery of unsentDeliveries(ctx, tick, due)) {
        if (isStopped) return
        lanes.add(delivery.device.memberId, () => deliver(ctx, { pusher, household, wait }, delivery))
      }
      if (missed !== null) await reportMissed(ctx, tick, missed)
      await setSetting(ctx, SETTING.lastReminderTick, new Date(now).toISOString())
      // Not waited for: nothing that is past holds up what is due.
      pruning = prune()
    },
    async settled() {
      await Promise.all([lanes.settled(), pruning])
    },
    async stop() {
      isStopped = true
      lanes.clear()
      stopping.resolve()
      await Promise.all([lanes.settled(), pruning])
    },
  }
}

/** What everything in one tick has in common. */
interface Tick {
  series: SeriesReminders
  household: Zone
  allowance: Allowance
}

/** Looked up some at a time, so that others get their turn. */
const DUES_AT_ONCE = 100

async function* unsentDeliveries(ctx: Context, tick: Tick, reach: Reach): AsyncGenerator<Delivery> {
  const calendars = await readCalendars(ctx)
  const dues = withoutCopies(await duesWithin(ctx, tick, calendars, reach), calendars)
  if (dues.length === 0) return
  const devices = await readDevices(ctx, 'everyone')
  const slice = new TimeSlice()
  for (let from = 0; from < dues.length; from += DUES_AT_ONCE) {
    const some = dues.slice(from, from + DUES_AT_ONCE)
    yield* await withoutStored(ctx, deliveriesOf(some, calendars, devices, ctx.now().getTime()))
    await slice.giveWay()
  }
}

async function withoutStored(ctx: Context, deliveries: Delivery[]): Promise<Delivery[]> {
  const stored = await storedEntries(ctx, deliveries)
  return deliveries.filter((delivery) => !stored.has(entryName(delivery)))
}

async function duesWithin(
  ctx: Context,
  { series, household, allowance }: Tick,
  calendars: readonly CalendarOwner[],
  reach: Reach,
): Promise<CalendarDue[]> {
  const singles = await readSingles(ctx, await readLeads(ctx), reach, household)
  const dues = singles.flatMap((event) => {
    const due = dueOfSingle(event, reach, household)
    return due === null ? [] : [{ ...due, calendarId: event.calendarId }]
  })
  const calendarIds = calendars.map(({ id }) => id)
  const recurring = await readSeries(ctx, calendarIds, reach)
  const unread = new Map(series.unread(recurring, household).map((row) => [row.id, row]))
  for await (const { id, text } of readTexts(ctx, [...unread.keys()])) {
    const isReadable = series.read(unread.get(id)!, text, household)
    if (!isReadable) ctx.log.warn('event cannot be read and does not remind', { event: id })
  }
  const slice = new TimeSlice()
  for (const row of recurring) {
    const report = (problem: string) => ctx.log.warn('an event does not remind in full', { event: row.id, problem })
    for (const some of series.due(row, reach, household, allowance, report)) {
      for (const due of some) dues.push({ ...due, calendarId: row.calendarId })
      await slice.giveWay()
    }
  }
  return dues
}

/** After a standstill: nothing stale is sent, but somebody may want to know. */
async function reportMissed(ctx: Context, tick: Tick, missed: Reach): Promise<void> {
  let count = 0
  for await (const _ of unsentDeliveries(ctx, tick, missed)) count += 1
  ctx.metrics.reminders.inc({ outcome: 'missed' }, count)
  ctx.log.warn('reminders stood still', {
    from: new Date(missed.from).toISOString(),
    to: new Date(missed.to).toISOString(),
    missed: count,
  })
}

async function reportUnsettled(ctx: Context): Promise<void> {
  for (const { memberId, deviceId, occurrenceAt } of await takeUnsettled(ctx)) {
    ctx.metrics.reminders.inc({ outcome: 'unsettled' })
    ctx.log.warn('a reminder was perhaps not sent: the process ended before that was recorded', {
      memberId,
      device: deviceId,
      occurrence: occurrenceAt.toISOString(),
    })
  }
}

async function readLastTick(ctx: Context): Promise<number | null> {
  const text = await getSetting(ctx, SETTING.lastReminderTick)
  const instant = Date.parse(text ?? '')
  return Number.isNaN(instant) ? null : instant
}
