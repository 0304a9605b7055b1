import { describe, expect, test } from 'bun:test'
import { lockHousehold } from '../../../src/household/lock'
import { PALETTE } from '../../../src/household/palette'
import { invitations, members } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { untilWaiting } from '../../support/lock-waits'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'

const PASSWORD = secret('a password of her own')
const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

const asAda = (request: string, body: object) => ask(household, cast.ada, request, body)
const invite = async () => (await ask<{ token: string }>(household, cast.ada, 'POST /api/admin/invitations', {})).body
const accept = (token: string, displayName: string, username = displayName) => {
  const body = { token, displayName, username, color: PALETTE[2], password: PASSWORD }
  return ask(household, null, 'POST /api/invitations/accept', body)
}
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

describe('whoever accepts an invitation', () => {
  test.each(['Ben', ' bEN ', 'Zoe\u0308'])('is not called %j where somebody is, and may say another', async (taken) => {
    await asAda('POST /api/people', { name: 'Zo\u00eb' })
    const { token } = await invite()
    const before = await household.ctx.db.$count(members)
    const { status, body, headers } = await accept(token, taken)
    expect({ status, body }).toEqual({ status: 409, body: { error: 'This name is in use' } })
    expect(headers.getSetCookie()).toEqual([])
    expect(await household.ctx.db.$count(members)).toBe(before)
    expect(await statusOf(accept(token, 'Dora', taken))).toBe(201)
  })

  test('may be called as somebody was before', async () => {
    await asAda(`PATCH /api/admin/members/${cast.ben.id}`, { displayName: 'Benjamin' })
    expect(await statusOf(accept((await invite()).token, 'Ben'))).toBe(201)
  })

  test('hears of a link that is good no more before anything of names', async () => {
    const { token } = await invite()
    await accept(token, 'Dora')
    expect(await statusOf(accept(token, 'Ben'))).toBe(404)
    expect(await statusOf(accept('unknown', 'Ben'))).toBe(404)
  })

  test('at once with others who choose one name is the one who bears it, or none', async () => {
    const { ctx } = household
    const tokens = [(await invite()).token, (await invite()).token, (await invite()).token]
    const choosing = await inTransaction(ctx.db, async (tx) => {
      await lockHousehold(ctx, tx)
      const choosing = [
        statusOf(accept(tokens[0]!, 'MIA', 'one')),
        statusOf(accept(tokens[1]!, 'Mia', 'two')),
        statusOf(accept(tokens[2]!, 'mia', 'three')),
        statusOf(asAda('POST /api/people', { name: 'Mia' })),
      ]
      // Nobody decides before all of them have come so far.
      await untilWaiting(household.ctx, 'insert into `app_config`', choosing.length)
      return choosing
    })
    expect((await Promise.all(choosing)).toSorted()).toEqual([201, 409, 409, 409])
  })

  test('has no control characters in the name, as nobody has who is added', async () => {
    await household.ctx.db.delete(invitations)
    const { token } = await invite()
    const refused = await accept(token, 'Do\u0001ra')
    expect({ status: refused.status, body: refused.body }).toEqual({ status: 400, body: { error: 'Invalid request' } })
    const { status, body } = await asAda('POST /api/admin/invitations', { displayName: 'Do\u0001ra' })
    expect({ status, body }).toEqual({ status: 400, body: { error: 'displayName: expected no control characters' } })
    expect(await household.ctx.db.$count(invitations)).toBe(1)
    expect(await statusOf(accept(token, 'Dora'))).toBe(201)
  })
})

test('a member whom an admin adds may have the name of another; one who is renamed may not take it', async () => {
  const ben = { displayName: 'Ben', username: 'ben', initialPassword: PASSWORD }
  const { status, body } = await asAda('POST /api/admin/members', ben)
  expect(status).toBe(201)
  const rename = (id: number, displayName: string) => statusOf(asAda(`PATCH /api/admin/members/${id}`, { displayName }))
  expect(await rename(cast.cleo.id, 'Ben')).toBe(409)
  expect(await rename((body as { id: number }).id, 'BEN')).toBe(200)
})
