import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { pruneEntries, storeEntry } from '../../../src/calendar/reminders/ledger'
import { getSetting, SETTING } from '../../../src/household/settings'
import { pushSubscriptions, sentReminders } from '../../../src/platform/db/schema'
import { PRUNED_AT_ONCE } from '../../../src/platform/pruning'
import type { ReceiverDevice } from '../../support/push-receiver'
import { Story, shown } from './story'

const PAST = new Date('2026-11-13T11:59:59Z')
const KEPT = new Date('2026-11-13T12:00:00Z')

let story: Story
let phone: ReceiverDevice
let deviceId: number
beforeAll(async () => {
  story = await Story.open()
})
beforeEach(async () => {
  await story.clear()
  story.household.clock.set('2026-11-20T12:00:00Z')
  phone = await story.phone(story.cast.ada)
  const [device] = await story.ctx.db.select().from(pushSubscriptions)
  deviceId = device!.id
})
afterAll(() => story.close())

const remember = (digest: string, occurrenceAt: Date) =>
  storeEntry(story.ctx, { deviceId, digest, eventId: null, which: '', occurrenceAt })
const remembered = async () => (await story.ctx.db.select().from(sentReminders)).map(({ keyDigest }) => keyDigest)

test('a tick forgets what is more than a week past', async () => {
  await remember('past', PAST)
  await remember('kept', KEPT)
  await story.tick(undefined, story.restarted())
  expect(await remembered()).toEqual(['kept'])
})

test('a long past goes a thousand at a time', async () => {
  const entries = Array.from({ length: PRUNED_AT_ONCE + 1 }, (_, index) => ({
    subscriptionId: deviceId,
    keyDigest: `past ${index}`,
    occurrenceAt: PAST,
    createdAt: PAST,
  }))
  await story.ctx.db.insert(sentReminders).values(entries)
  expect(await pruneEntries(story.ctx)).toBe(1000)
  expect(await pruneEntries(story.ctx)).toBe(1)
})

test('what cannot be forgotten keeps no reminder back, and no tick from being noted', async () => {
  await remember('past', PAST)
  await story.event('ada', 30, { DTSTART: '20261120T123000Z', SUMMARY: 'Dentist' })
  const fail = `signal sqlstate '45000' set message_text = 'broken off'`
  await story.ctx.db.execute(sql.raw(`create trigger keep before delete on sent_reminders for each row ${fail}`))
  await story.tick(undefined, story.restarted())
  await story.ctx.db.execute(sql.raw('drop trigger keep'))
  expect(shown(phone)).toEqual(['Dentist: Starts in 30 min'])
  expect(await getSetting(story.ctx, SETTING.lastReminderTick)).toBe('2026-11-20T12:00:00.000Z')
})
