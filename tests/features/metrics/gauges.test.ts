import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { notePoll, storeCredential } from '../../../src/household/credentials'
import { ask, type Cast, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { secret } from '../../support/secrets'

const TOKEN = secret('a-token-for-the-reader-of-metrics')

let household: Household
let cast: Cast
beforeEach(async () => {
  household = await openHousehold({ env: { METRICS_TOKEN: TOKEN } })
  cast = await seatCast(household.ctx)
})
afterEach(() => household.close())

/** The samples of one metric, as lines. */
async function samples(metric: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const { body } = await ask<string>(household, null, 'GET /metrics', undefined, headers)
  return body.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
}

test('tell whose account cannot be read, and nothing of members without one', async () => {
  const { ctx } = household
  const { ada, ben } = cast
  const account = { providerType: 'caldav', accountEmail: 'someone@example.org', appPassword: 'app' }
  for (const { id } of [ada, ben]) await storeCredential(ctx, ctx.db, id, account, 'https://dav.example.org/')
  await notePoll(ctx, ben.id, 'The server refused the app password')
  expect(await samples('corkboard_account_sync_failed')).toEqual([
    `corkboard_account_sync_failed{member="${ada.id}"} 0`,
    `corkboard_account_sync_failed{member="${ben.id}"} 1`,
  ])
  // The calendar has a gauge of its own.
  await notePoll(ctx, ben.id, 'One calendar could not be read', 'calendar')
  expect(await samples('corkboard_account_sync_failed')).toContain(
    `corkboard_account_sync_failed{member="${ben.id}"} 0`,
  )
})

test('show every outcome of a reminder before the first of its kind: an increase is seen from nothing', async () => {
  const outcomes = ['accepted', 'busy', 'expired', 'gone', 'missed', 'refused', 'unclear', 'unsettled', 'unusable']
  const expected = outcomes.map((outcome) => `corkboard_reminders_total{outcome="${outcome}"} 0`)
  expect((await samples('corkboard_reminders_total')).sort()).toEqual(expected)
})

describe('of what the database no longer tells', () => {
  test('are gone instead of old, and it is down', async () => {
    expect(await samples('corkboard_outbox_rows')).toHaveLength(4)
    expect(await samples('corkboard_outbox_oldest_pending_seconds')).toHaveLength(1)
    await household.ctx.db.execute(sql`drop table outbox`)
    expect(await samples('corkboard_outbox_rows')).toEqual([])
    expect(await samples('corkboard_outbox_oldest_pending_seconds')).toEqual([])
    expect(await samples('corkboard_database_up')).toEqual(['corkboard_database_up 0'])
  })
})
