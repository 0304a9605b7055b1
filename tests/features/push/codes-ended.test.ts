import { expect, test } from 'bun:test'
import { tellCodesEnded } from '../../../src/features/push'
import { createPusher } from '../../../src/platform/webpush/pusher'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { startPushReceiver } from '../../support/push-receiver'

const receiver = opened(startPushReceiver)
const household = opened(() => openHousehold({ env: receiver.env }))
const cast = seatedCast(household)

test('administrators hear in their language that pairing codes have ended, and nobody else does', async () => {
  const [adas, bens] = [receiver.device(), receiver.device()]
  await ask(household, cast.ada, 'POST /api/push/subscription', adas.subscription)
  await ask(household, cast.ben, 'POST /api/push/subscription', bens.subscription)
  await ask(household, cast.ada, 'PATCH /api/me/reminders', { language: 'de' })
  const { ctx } = household
  await tellCodesEnded(ctx, createPusher(ctx.config, ctx.now, { ca: receiver.ca }))
  expect(adas.received.map(({ payload }) => payload)).toMatchObject([
    { title: 'Corkboard', body: expect.stringContaining('Alle offenen Codes'), url: '/admin', tag: 'codes-ended' },
  ])
  expect(bens.received).toEqual([])
})
