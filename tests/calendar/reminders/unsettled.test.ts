import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { storeEntry, takeUnsettled, unsettledQuery } from '../../../src/calendar/reminders/ledger'
import { pushSubscriptions } from '../../../src/platform/db/schema'
import { clearedStory } from './story'

const story = clearedStory()

/** What each step of the query has really read, in rows. */
async function rowsRead(): Promise<number[]> {
  const [steps] = await story.ctx.db.execute(sql`analyze ${unsettledQuery(story.ctx).getSQL()}`)
  return (steps as unknown as { r_rows: string }[]).map(({ r_rows }) => Number(r_rows))
}

test('a reminder that was never settled is found among ten thousand that were, without reading those', async () => {
  const { ctx, cast, household } = story
  household.clock.set('2026-11-20T12:00:00Z')
  await story.phone(cast.ada)
  const [device] = await ctx.db.select().from(pushSubscriptions)
  await ctx.db.execute(sql`
    insert into sent_reminders (subscription_id, key_digest, status, occurrence_at, created_at)
    select ${device!.id}, seq, 'sent', ${ctx.now()}, timestampadd(minute, -seq, ${ctx.now()}) from seq_1_to_10000`)
  await storeEntry(ctx, { deviceId: device!.id, digest: 'lost', eventId: null, which: '', occurrenceAt: ctx.now() })
  household.clock.advance(5 * 60_000)
  await ctx.db.execute(sql`analyze table sent_reminders, push_subscriptions`)
  expect(await rowsRead()).toEqual([1, 1])
  expect(await takeUnsettled(ctx)).toMatchObject([{ memberId: cast.ada.id }])
  expect(await takeUnsettled(ctx)).toEqual([])
})

test('a reminder that may still be on its way is not called unsettled', async () => {
  const { ctx, cast, household } = story
  household.clock.set('2026-11-20T12:00:00Z')
  await story.phone(cast.ada)
  const [device] = await ctx.db.select().from(pushSubscriptions)
  await storeEntry(ctx, { deviceId: device!.id, digest: 'slow', eventId: null, which: '', occurrenceAt: ctx.now() })
  household.clock.advance(3 * 60_000)
  expect(await takeUnsettled(ctx)).toEqual([])
  household.clock.advance(1)
  expect(await takeUnsettled(ctx)).toHaveLength(1)
})
