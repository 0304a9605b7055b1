import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { snooze } from '../../../src/calendar/reminders'
import { subscribe } from '../../../src/features/push/subscriptions'
import { rememberDevice } from '../../../src/identity/devices/devices'
import { deviceSessions } from '../../../src/platform/db/schema'
import { clearedStory, shown } from './story'

const story = clearedStory()
const DENTIST = { DTSTART: '20270120T143000Z', RRULE: 'FREQ=DAILY', SUMMARY: 'Dentist' }

test('a device on which its member stays signed in is told of nothing once it was not used for sixty days', async () => {
  const { ctx, cast } = story
  story.household.clock.set('2026-11-20T12:00:00Z')
  const claims = { memberId: cast.ada.id, sessionVersion: 0 }
  const { id } = await rememberDevice(ctx, claims, { kind: 'local', name: 'Phone' })
  const [phone, laptop] = [await story.phone(cast.ada), await story.phone(cast.ada)]
  await subscribe(ctx, cast.ada.id, { endpoint: phone.endpoint, ...phone.subscription.keys }, id)
  await story.event('ada', 30, DENTIST)
  await story.tick('2027-01-20T14:00:00Z')
  expect([shown(phone), shown(laptop)]).toEqual([[], ['Dentist: Starts in 30 min']])
  await ctx.db.update(deviceSessions).set({ lastUsedAt: ctx.now() }).where(eq(deviceSessions.id, id))
  await story.tick('2027-01-21T14:00:00Z')
  expect(shown(phone)).toEqual(['Dentist: Starts in 30 min'])
})

test('what was snoozed on it ends with that, and is not asked for again', async () => {
  const { ctx, cast } = story
  story.household.clock.set('2027-01-20T12:00:00Z')
  const claims = { memberId: cast.ada.id, sessionVersion: 0 }
  const { id } = await rememberDevice(ctx, claims, { kind: 'local', name: 'Phone' })
  const phone = await story.phone(cast.ada)
  await subscribe(ctx, cast.ada.id, { endpoint: phone.endpoint, ...phone.subscription.keys }, id)
  await story.event('ada', 30, DENTIST, 'dentist')
  await story.tick('2027-01-20T14:00:00Z')
  await snooze(ctx, cast.ada.id, `dentist:${Date.parse('2027-01-20T14:30:00Z')}`, phone.endpoint)
  expect(await story.ledger()).toEqual(['snoozed'])
  await ctx.db.update(deviceSessions).set({ lastUsedAt: new Date('2026-11-01T00:00:00Z') })
  await story.tick('2027-01-20T14:10:00Z')
  expect([shown(phone), await story.ledger()]).toEqual([['Dentist: Starts in 30 min'], ['done']])
})
