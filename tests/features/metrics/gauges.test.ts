import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { sql } from 'drizzle-orm'
import packageJson from '../../../package.json'
import { createApp } from '../../../src/app'
import { notePoll, storeCredential } from '../../../src/household/credentials'
import { type Context, createContext } from '../../../src/platform/context'
import { createLeases } from '../../../src/platform/lease/shared'
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
  for (const { id } of [ada, ben])
    await storeCredential(ctx, ctx.db, id, account, { homeUrl: 'https://dav.example.org/' })
  await notePoll(ctx, ben.id, 'The server refused the app password')
  expect(await samples('corkboard_account_sync_failed')).toEqual([
    `corkboard_account_sync_failed{member="${ada.id}",name="Ada"} 0`,
    `corkboard_account_sync_failed{member="${ben.id}",name="Ben"} 1`,
  ])
  // The calendar has a gauge of its own.
  await notePoll(ctx, ben.id, 'One calendar could not be read', 'calendar')
  expect(await samples('corkboard_account_sync_failed')).toContain(
    `corkboard_account_sync_failed{member="${ben.id}",name="Ben"} 0`,
  )
})

test('show every outcome of a reminder before the first of its kind: an increase is seen from nothing', async () => {
  const outcomes = ['accepted', 'busy', 'expired', 'gone', 'missed', 'refused', 'unclear', 'unsettled', 'unusable']
  const expected = outcomes.map((outcome) => `corkboard_reminders_total{outcome="${outcome}"} 0`)
  expect((await samples('corkboard_reminders_total')).sort()).toEqual(expected)
})

test('and every reason for which a sign-in fails, counted by it', async () => {
  const failures = () => samples('corkboard_sign_in_failures_total')
  expect(await failures()).toEqual(
    ['wrong', 'throttled', 'locked'].map((reason) => `corkboard_sign_in_failures_total{reason="${reason}"} 0`),
  )
  await ask(household, null, 'POST /api/auth/local/login', { username: 'ada', password: 'a guess' })
  expect(await failures()).toContain('corkboard_sign_in_failures_total{reason="wrong"} 1')
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

describe('of two processes on one database', () => {
  const DATABASE = ['corkboard_outbox_rows', 'corkboard_outbox_oldest_pending_seconds', 'corkboard_account_sync_failed']

  test('one tells what the database holds, and each says which it is', async () => {
    const { ctx } = household
    const account = { providerType: 'caldav', accountEmail: 'someone@example.org', appPassword: 'app' }
    await storeCredential(ctx, ctx.db, cast.ada.id, account, { homeUrl: 'https://dav.example.org/' })
    const processes = [createLeases(ctx), createLeases(ctx)]
    const readings: string[][] = []
    for (const leases of processes) {
      await leases.beat()
      readings.push(await linesOf(createContext({ ...ctx, leases })))
    }
    const of = (metric: string) =>
      readings.map((lines) => lines.filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `)))
    expect(DATABASE.map((metric) => of(metric).map((lines) => lines.length))).toEqual([
      [4, 0],
      [1, 0],
      [1, 0],
    ])
    expect(of('corkboard_process_leader').flat()).toEqual(['corkboard_process_leader 1', 'corkboard_process_leader 0'])
    expect(of('corkboard_database_up').flat()).toEqual(['corkboard_database_up 1', 'corkboard_database_up 1'])
    const { version } = packageJson
    const built = `corkboard_build_info{version="${version}",commit=""} 1`
    expect(of('corkboard_build_info').flat()).toEqual([built, built])
    expect(of('corkboard_process_info').flat()).toEqual(
      processes.map((leases) => `corkboard_process_info{process="${leases.holder()}",host="${hostname()}"} 1`),
    )
  })

  test('the other one tells it when the first has ended', async () => {
    const { ctx } = household
    const [first, second] = [createLeases(ctx), createLeases(ctx)]
    await first.beat()
    await second.beat()
    const app = createApp(createContext({ ...ctx, leases: second }))
    const hasRows = async () => (await linesIn(app)).some((line) => line.startsWith('corkboard_outbox_rows'))
    expect(await hasRows()).toBe(false)
    await first.stop()
    await second.beat()
    expect(await hasRows()).toBe(true)
    await first.beat()
    await second.stop()
    await first.beat()
    expect(first.isLeader()).toBe(true)
    await first.stop()
  })
})

const linesOf = (ctx: Context) => linesIn(createApp(ctx))

async function linesIn(app: Household['app']): Promise<string[]> {
  const { body } = await ask<string>({ app }, null, 'GET /metrics', undefined, { authorization: `Bearer ${TOKEN}` })
  return body.split('\n')
}
