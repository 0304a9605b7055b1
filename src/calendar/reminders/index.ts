import { getSetting, householdZone, SETTING, setSetting } from '../../household/settings'
import type { Context } from '../../platform/context'
import { createPruning } from '../../platform/pruning'
import { createPusher, type Pusher, type PusherOptions } from '../../platform/webpush/pusher'
import type { Zone } from '../ical/zones'
import { type Delivery, deliver } from './delivery'
import { readDevices } from './devices'
import { dueOfSingle } from './due'
import { createLanes } from './lanes'
import { entryName, pruneEntries, storedEntries, takeUnsettled } from './ledger'
import { type Reach, reachOf } from './reach'
import { type CalendarOwner, readCalendars, readLeads, readSeries, readSingles, readTexts } from './read'
import { type CalendarDue, deliveriesOf } from './recipients'
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
      const { due, missed } = reachOf(now, await readLastTick(ctx))
      await reportUnsettled(ctx)
      if (missed !== null) await reportMissed(ctx, series, missed, household)
      for (const delivery of await unsentDeliveries(ctx, series, due, household)) {
        if (isStopped) return
        lanes.add(delivery.device.memberId, () => deliver(ctx, { pusher, household, wait }, delivery))
      }
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

async function unsentDeliveries(ctx: Context, series: SeriesReminders, reach: Reach, household: Zone) {
  const calendars = await readCalendars(ctx)
  const dues = await duesWithin(ctx, series, calendars, reach, household)
  if (dues.length === 0) return []
  const devices = await readDevices(ctx, 'everyone')
  const deliveries = deliveriesOf(dues, calendars, devices, ctx.now().getTime())
  return withoutStored(ctx, deliveries)
}

async function withoutStored(ctx: Context, deliveries: Delivery[]): Promise<Delivery[]> {
  const stored = await storedEntries(ctx, deliveries)
  return deliveries.filter((delivery) => !stored.has(entryName(delivery)))
}

async function duesWithin(
  ctx: Context,
  series: SeriesReminders,
  calendars: readonly CalendarOwner[],
  reach: Reach,
  household: Zone,
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
  for (const row of recurring) {
    for (const due of series.due(row, reach, household)) dues.push({ ...due, calendarId: row.calendarId })
  }
  return dues
}

/** After a standstill: nothing stale is sent, but somebody may want to know. */
async function reportMissed(ctx: Context, series: SeriesReminders, missed: Reach, household: Zone): Promise<void> {
  const deliveries = await unsentDeliveries(ctx, series, missed, household)
  ctx.metrics.reminders.inc({ outcome: 'missed' }, deliveries.length)
  ctx.log.warn('reminders stood still', {
    from: new Date(missed.from).toISOString(),
    to: new Date(missed.to).toISOString(),
    missed: deliveries.length,
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
