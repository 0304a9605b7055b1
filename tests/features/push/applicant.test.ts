import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { tellAdmins } from '../../../src/features/push'
import { changeMember } from '../../../src/household/members'
import { pushSubscriptions } from '../../../src/platform/db/schema'
import { createPusher } from '../../../src/platform/webpush/pusher'
import { ask, type Member, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { startPushReceiver } from '../../support/push-receiver'

const receiver = opened(startPushReceiver)
const household = opened(() => openHousehold({ env: receiver.env }))
const cast = seatedCast(household)
beforeAll(async () => {
  await changeMember(household.ctx, cast.cleo.id, { isAdmin: true })
})
beforeEach(async () => {
  await household.ctx.db.delete(pushSubscriptions)
})

async function deviceOf(who: Member) {
  const device = receiver.device()
  expect((await ask(household, who, 'POST /api/push/subscription', device.subscription)).status).toBe(201)
  return device
}

const tell = (name: string | null) => {
  const { ctx } = household
  return tellAdmins(ctx, createPusher(ctx.config, ctx.now, { ca: receiver.ca }), name)
}

test('every administrator hears on every device that somebody waits, and nobody else does', async () => {
  const [phone, tablet, cleos] = [await deviceOf(cast.ada), await deviceOf(cast.ada), await deviceOf(cast.cleo)]
  const bens = await deviceOf(cast.ben)
  await tell('Dora')
  for (const device of [phone, tablet, cleos]) {
    expect(device.received.map(({ payload }) => payload)).toEqual([
      { title: 'Corkboard', body: 'Dora asks to join the household', url: '/admin', tag: 'applicant' },
    ])
  }
  expect(bens.received).toEqual([])
  expect(receiver.problems).toEqual([])
})

test.each([
  [null, 'Somebody asks to join the household'],
  ['\u202e\u0000', 'Somebody asks to join the household'],
  ['Dora\n\tD.\u202e', 'Dora D. asks to join the household'],
  ['😀'.repeat(256), `${'😀'.repeat(64)} asks to join the household`],
])('under the name %j', async (name, body) => {
  const phone = await deviceOf(cast.ada)
  await tell(name)
  expect(phone.received.map(({ payload }) => payload.body)).toEqual([body])
})

test('a device that its push service has forgotten is removed, and the others hear', async () => {
  const [gone, phone] = [await deviceOf(cast.ada), await deviceOf(cast.ada)]
  gone.always = { status: 410 }
  await tell('Dora')
  expect(phone.received).toHaveLength(1)
  expect(await household.ctx.db.$count(pushSubscriptions)).toBe(1)
})

test('without push nothing happens', async () => {
  const phone = await deviceOf(cast.ada)
  await tellAdmins(household.ctx, null, 'Dora')
  expect(phone.received).toEqual([])
})
