import { afterAll, beforeAll, beforeEach } from 'bun:test'
import { appConfig, loginAttempts, members } from '../../../src/platform/db/schema'
import type { Announcement } from '../../../src/platform/hub'
import { listenTo } from '../../support/announcements'
import { ask, type Cast, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { CALDAV_USERS, servers } from '../../support/servers'

const EMAIL = 'ada@example.org'

/** An account that the CalDAV server takes, as bodies carry it. */
export const ACCOUNT = { providerType: 'caldav', fastmailEmail: EMAIL, appPassword: CALDAV_USERS[EMAIL]! }
export const INVALID = { status: 400, body: { error: 'Invalid request' } }
export const OK = { status: 200, body: { ok: true } }

/** Where Ada runs the household: one for each test file, emptied and with the cast seated anew for each test. */
export class Office {
  household!: Household
  cast!: Cast
  /** Members whose calendars were to be synchronised. */
  readonly synced: number[] = []
  readonly heard: Announcement[] = []

  open() {
    beforeAll(async () => {
      this.household = await openHousehold({ env: { CALDAV_URL: (await servers.radicale()).url } })
      this.household.ctx.signals.sync = (memberId) => this.synced.push(memberId)
      await listenTo(this.household.ctx, (announcement) => this.heard.push(announcement))
    })
    afterAll(() => this.household.close())
    beforeEach(async () => {
      const { ctx } = this.household
      for (const table of [members, appConfig, loginAttempts]) await ctx.db.delete(table)
      this.cast = await seatCast(ctx)
      this.synced.length = 0
      this.heard.length = 0
    })
    return this
  }

  async asAda<T = Record<string, unknown>>(request: string, body?: unknown) {
    const answer = await ask<T>(this.household, this.cast.ada, request, body)
    return { status: answer.status, body: answer.body }
  }

  async login(username: string, password: string): Promise<number> {
    return (await ask(this.household, null, 'POST /api/auth/local/login', { username, password })).status
  }
}
