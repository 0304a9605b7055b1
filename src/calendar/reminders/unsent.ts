import type { Context } from '../../platform/context'
import { TimeSlice } from '../../platform/time-slice'
import { choreDeliveries } from './chores'
import type { Delivery } from './delivery'
import { type Device, readDevices } from './devices'
import { duesWithin } from './dues'
import { entryName, storedEntries, storeEntry } from './ledger'
import { collectAdditions } from './list-additions'
import { morningDeliveries } from './morning'
import { deliveriesOf, type PlannedDelivery, remindedOf } from './recipients'
import { waitingDeliveries } from './revived'
import type { Tick } from './tick'
import type { TickWindow } from './tick-window'

/** Yields to other requests in between. */
const DUES_AT_ONCE = 50

/** All that is to be sent now: what is due, whose wait is over, and morning messages. Stores what is held until later. */
export async function* deliveriesNow(ctx: Context, tick: Tick, window: TickWindow): AsyncGenerator<Delivery> {
  const due: Delivery[] = []
  for await (const delivery of unsentDeliveries(ctx, tick, window)) {
    if (delivery.heldUntil === null) {
      due.push(delivery)
      yield delivery
    } else await hold(ctx, delivery)
  }
  await collectAdditions(ctx, tick.household)
  yield* waitingDeliveries(ctx, tick, due)
  yield* morningDeliveries(ctx, tick, window)
}

/** Lets a reminder wait for the end of its member's quiet hours. */
export async function hold(ctx: Context, delivery: PlannedDelivery): Promise<void> {
  await storeEntry(ctx, delivery, new Date(delivery.heldUntil!))
}

/** What the ledger does not know of the reminders in the window. */
export async function* unsentDeliveries(ctx: Context, tick: Tick, window: TickWindow): AsyncGenerator<PlannedDelivery> {
  let devices: Device[] | null = null
  const slice = new TimeSlice()
  for await (const dues of inPortions(duesWithin(ctx, tick, window), DUES_AT_ONCE)) {
    devices ??= await readDevices(ctx, 'everyone')
    const deliveries = deliveriesOf(dues, await remindedOf(tick), devices, ctx.now().getTime())
    yield* await withoutStored(ctx, deliveries)
    await slice.giveWay()
  }
  yield* await withoutStored(ctx, await choreDeliveries(ctx, tick, window))
}

/** Regroups into arrays of that length; the last may be shorter. */
async function* inPortions<One>(pieces: AsyncIterable<readonly One[]>, length: number): AsyncGenerator<One[]> {
  let portion: One[] = []
  for await (const piece of pieces) {
    for (const one of piece) {
      portion.push(one)
      if (portion.length < length) continue
      yield portion
      portion = []
    }
  }
  if (portion.length > 0) yield portion
}

async function withoutStored<One extends Delivery>(ctx: Context, deliveries: readonly One[]): Promise<One[]> {
  const stored = await storedEntries(ctx, deliveries)
  return deliveries.filter((delivery) => !stored.has(entryName(delivery)))
}
