import { getSetting, SETTING, setSetting } from '../../household/settings'
import type { Context } from '../../platform/context'
import { type Lease, UNSHARED } from '../../platform/lease'
import { describeError } from '../../platform/log'
import { createPruning } from '../../platform/pruning'
import { createPusher, type Pusher, type PusherOptions } from '../../platform/webpush/pusher'
import { deliver } from './delivery'
import { createLanes } from './lanes'
import { pruneEntries, takeUnsettled } from './ledger'
import { SeriesReminders } from './series'
import { SeriesRows } from './series-rows'
import { openTick, type Tick } from './tick'
import { type TickWindow, tickWindows } from './tick-window'
import { deliveriesNow, hold, unsentDeliveries } from './unsent'

export { done, snooze } from './answers'
export { type Device, endpointDigest, readDevices, recordOutcome, serviceOf } from './devices'

/** Messages of one member that are on their way at the same time. */
const LANE_WIDTH = 16

export interface Reminders {
  /**
   * One tick: finds what is due, stores and sends. Resolves when everything due is on its way; a slow push service
   * delays neither the next tick nor another member. Rejects when the database fails; the next tick makes up for it. Ends
   * early, and says nothing of having ticked, once the lease is another process's.
   */
  remind(lease?: Lease): Promise<void>
  /** Resolves when all messages have been recorded. */
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
  const kept = { series: new SeriesReminders(), rows: new SeriesRows() }
  const lanes = createLanes(LANE_WIDTH)
  const stopping = Promise.withResolvers<void>()
  const prune = createPruning(ctx, { reminders: pruneEntries })
  let pruning = Promise.resolve()
  let recording = Promise.resolve()
  let ticks = 0
  let recorded = 0
  let isStopped = false
  const wait = async (milliseconds: number) => {
    await Promise.race([pause(milliseconds), stopping.promise])
    return !isStopped
  }

  // Before its messages are over a process may end that has yet to send some: the next looks for them from the tick before.
  const record = async (now: number, messages: readonly Promise<boolean>[]) => {
    const count = ++ticks
    const areOver = (await Promise.all(messages)).every(Boolean)
    if (!areOver || count < recorded) return
    recorded = count
    try {
      await setSetting(ctx, SETTING.lastReminderTick, new Date(now).toISOString())
    } catch (error) {
      ctx.log.warn('a tick of reminders was not noted', { error: describeError(error) })
    }
  }
  const finished = async () => {
    await Promise.all([lanes.settled(), pruning])
    await recording
  }

  return {
    async remind(lease = UNSHARED) {
      if (pusher === null || isStopped) return
      const now = ctx.now().getTime()
      const tick = await openTick(ctx, kept)
      const { due, missed } = tickWindows(now, await readLastTick(ctx))
      await reportUnsettled(ctx)
      const messages: Promise<boolean>[] = []
      for await (const delivery of deliveriesNow(ctx, tick, due)) {
        if (isStopped || !(lease.isHeld() || (await lease.confirm(ctx.db)))) return
        messages.push(lanes.add(delivery.device.memberId, () => deliver(ctx, { pusher, wait }, delivery)))
      }
      if (missed !== null) await makeUpFor(ctx, tick, missed)
      if (!(await lease.confirm(ctx.db))) return
      // Neither is waited for: nothing that is past holds up what is due.
      recording = Promise.all([recording, record(now, messages)]).then(() => {})
      pruning = prune()
    },
    settled: finished,
    async stop() {
      isStopped = true
      lanes.clear()
      stopping.resolve()
      await finished()
    },
  }
}

/** Counts and logs what a standstill has missed; nothing stale is sent. What is held until later is held. */
async function makeUpFor(ctx: Context, tick: Tick, missed: TickWindow): Promise<void> {
  let count = 0
  for await (const delivery of unsentDeliveries(ctx, tick, missed)) {
    if (delivery.heldUntil === null) count += 1
    else await hold(ctx, delivery)
  }
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
