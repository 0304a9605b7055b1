import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { storeCredential } from '../../../src/household/credentials'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { SETTING, setSetting } from '../../../src/household/settings'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { memberOfIdentity } from '../../../src/identity/oidc/member'
import { appConfig, members } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'

const household = opened(openHousehold)
beforeEach(async () => {
  for (const table of [members, appConfig]) await household.ctx.db.delete(table)
})

const ISSUER = 'https://id.example'
const PASSWORD = secret('the password of a local member')
const signInAs = (subject: string, displayName: string | null = null) =>
  memberOfIdentity(household.ctx, { issuer: ISSUER, subject, displayName, emails: [] })
const completeSetup = () => setSetting(household.ctx, SETTING.setupComplete, 'true')
const rowOf = async (id: number) => (await household.ctx.db.select().from(members).where(eq(members.id, id)))[0]

async function addUnclaimed({ isAdmin = false, hasCalendarAccount = false } = {}): Promise<number> {
  const { ctx } = household
  const id = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    return createMember(ctx, tx, { displayName: null, isAdmin })
  })
  const account = {
    providerType: 'caldav',
    accountEmail: 'a@example.org',
    appPassword: secret('app password of a claim'),
  }
  if (hasCalendarAccount) await storeCredential(ctx, ctx.db, id, account, { homeUrl: 'https://dav.example/home/' })
  return id
}

describe('once setup is complete', () => {
  test('the first to sign in claims the wizard’s admin and stays an admin', async () => {
    const id = await addUnclaimed({ isAdmin: true, hasCalendarAccount: true })
    await completeSetup()
    expect(await signInAs('ada', 'Ada')).toBe(id)
    expect(await rowOf(id)).toMatchObject({
      oidcIss: ISSUER,
      oidcSub: 'ada',
      claimed: true,
      isAdmin: true,
      displayName: 'Ada',
    })
    const next = await signInAs('ben')
    expect(next).not.toBe(id)
    expect(await rowOf(next)).toMatchObject({ claimed: true, isAdmin: false })
  })

  test('of several rows the admin with a calendar account is claimed, then the admin, then the oldest', async () => {
    const plain = await addUnclaimed()
    const bareAdmin = await addUnclaimed({ isAdmin: true })
    const admin = await addUnclaimed({ isAdmin: true, hasCalendarAccount: true })
    const lateAdmin = await addUnclaimed({ isAdmin: true, hasCalendarAccount: true })
    await completeSetup()
    const order = []
    for (const subject of ['1', '2', '3', '4']) order.push(await signInAs(subject))
    expect(order).toEqual([admin, lateAdmin, bareAdmin, plain])
  })

  test('a local member’s row is nobody else’s', async () => {
    const local = await addLocalMember(household.ctx, {
      displayName: 'Ada',
      username: 'ada',
      password: PASSWORD,
      isAdmin: true,
    })
    await completeSetup()
    expect(await signInAs('stranger')).not.toBe(local)
    expect(await rowOf(local)).toMatchObject({ claimed: false, oidcSub: null })
  })

  test('no new member becomes an admin, even when there is none', async () => {
    await completeSetup()
    expect(await rowOf(await signInAs('ben'))).toMatchObject({ isAdmin: false })
  })

  test('of two who sign in at once, one claims the row and the other gets one of their own', async () => {
    const id = await addUnclaimed({ isAdmin: true, hasCalendarAccount: true })
    await completeSetup()
    const ids = await Promise.all([signInAs('one'), signInAs('two'), signInAs('three')])
    expect(ids.filter((found) => found === id)).toHaveLength(1)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('before', () => {
  test('nothing is claimed, and an admin who waits keeps others from becoming one', async () => {
    const id = await addUnclaimed({ isAdmin: true, hasCalendarAccount: true })
    const stranger = await signInAs('stranger')
    expect(stranger).not.toBe(id)
    expect(await rowOf(stranger)).toMatchObject({ isAdmin: false, claimed: true })
  })

  test('of two first people at once, one is the admin', async () => {
    const ids = await Promise.all([signInAs('one'), signInAs('two')])
    const rows = await Promise.all(ids.map(rowOf))
    expect(rows.map((row) => row?.isAdmin).sort()).toEqual([false, true])
  })

  test('one person in two tabs at once is one member', async () => {
    const [one, other] = await Promise.all([signInAs('same'), signInAs('same')])
    expect(one).toBe(other)
  })
})

test('signing in never gives or takes the role', async () => {
  const id = await signInAs('ada')
  await household.ctx.db.update(members).set({ isAdmin: false }).where(eq(members.id, id))
  await signInAs('ada')
  expect(await rowOf(id)).toMatchObject({ isAdmin: false })
})
