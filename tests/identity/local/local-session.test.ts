import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { issueLocalSession, readLocalSession } from '../../../src/identity/local/local-session'
import { members } from '../../../src/platform/db/schema'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const NOON = '2026-11-20T12:00:00Z'
const household = opened(openHousehold)
beforeEach(() => household.clock.set(NOON))
const cast = seatedCast(household, { anew: true })

const statusOfBen = async () => (await ask(household, cast.ben, 'GET /api/me')).status

test('a session that was used before ends on time', async () => {
  const { sessionSeconds } = household.ctx.config
  household.clock.advance((sessionSeconds - 1) * 1000)
  expect(await statusOfBen()).toBe(200)
  household.clock.advance(1000)
  expect(await statusOfBen()).toBe(401)
})

test('a session that was used before ends with the member’s session version', async () => {
  expect(await statusOfBen()).toBe(200)
  await household.ctx.db.update(members).set({ sessionVersion: 1 }).where(eq(members.id, cast.ben.id))
  expect(await statusOfBen()).toBe(401)
})

test('a session that was used before ends with the member', async () => {
  expect(await statusOfBen()).toBe(200)
  await household.ctx.db.delete(members).where(eq(members.id, cast.ben.id))
  expect(await statusOfBen()).toBe(401)
})

test('what another secret has signed stays a forgery beside a session that was used', async () => {
  expect(await statusOfBen()).toBe(200)
  const config = { ...household.ctx.config, sessionSecret: 'another secret that is long enough to sign with' }
  const forged = await issueLocalSession({ ...household.ctx, config }, { memberId: cast.ben.id, sessionVersion: 0 })
  expect(await readLocalSession(household.ctx, forged)).toBeNull()
  expect(await readLocalSession({ ...household.ctx, config }, forged)).toMatchObject({ memberId: cast.ben.id })
})

test('after the secret was changed, sessions that the former one has signed go on while it is named', async () => {
  const NEW = 'another secret that is long enough to sign with'
  const before = await issueLocalSession(household.ctx, { memberId: cast.ben.id, sessionVersion: 0 })
  const { sessionSecret } = household.ctx.config
  const changed = { ...household.ctx.config, sessionSecret: NEW, previousSessionSecret: sessionSecret }
  expect(await readLocalSession({ ...household.ctx, config: changed }, before)).toMatchObject({ memberId: cast.ben.id })
  const forgotten = { ...changed, previousSessionSecret: null }
  expect(await readLocalSession({ ...household.ctx, config: forgotten }, before)).toBeNull()
  // What is new is signed with the new one.
  const after = await issueLocalSession({ ...household.ctx, config: changed }, { memberId: 1, sessionVersion: 0 })
  expect(await readLocalSession({ ...household.ctx, config: forgotten }, after)).toMatchObject({ memberId: 1 })
  expect(await readLocalSession(household.ctx, after)).toBeNull()
})

test('more sessions than are remembered are all good', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 600 }, (_, sessionVersion) =>
      issueLocalSession(household.ctx, { memberId: 1, sessionVersion }),
    ),
  )
  for (const round of [1, 2]) {
    for (const [sessionVersion, token] of tokens.entries()) {
      expect({ round, ...(await readLocalSession(household.ctx, token)) }).toMatchObject({ round, sessionVersion })
    }
  }
})
