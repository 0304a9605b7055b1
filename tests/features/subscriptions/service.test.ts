import { expect, test } from 'bun:test'
import type { Subscription } from '../../../src/features/subscriptions/model'
import { answerWith, feedEvent, feedOf, startFeedServer } from '../../support/feed-server'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { Service, serviceEnvironment } from '../../support/service'

const feeds = opened(startFeedServer)
const household = opened(openHousehold)

test('a running service fetches at once, when somebody subscribes and when somebody asks for it', async () => {
  const service = new Service(
    serviceEnvironment(household.config.database, { SUBSCRIPTIONS_ALLOW: feeds.host, DEV_AUTH_BYPASS: 'true' }),
  )
  const base = await service.baseUrl()
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${base}/api/subscriptions${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    return (await answer.json()) as never
  }
  const only = async () => ((await send('GET', '')) as { subscriptions: Subscription[] }).subscriptions[0]!
  const untilIs = async (isIt: (subscription: Subscription) => boolean) => {
    let one = await only()
    while (!isIt(one)) {
      await Bun.sleep(20)
      one = await only()
    }
    return one
  }
  try {
    const url = feeds.at('a', answerWith(feedOf([feedEvent()], 'NAME:Club')))
    const { id } = (await send('POST', '', { url })) as Subscription
    expect(await untilIs(({ state }) => state !== 'pending')).toMatchObject({ state: 'ok', displayName: 'Club' })
    feeds.at('a', answerWith('gone', { status: 410 }))
    await send('POST', `/${id}/refresh`)
    expect(await untilIs(({ state }) => state !== 'ok')).toMatchObject({ reason: 'status-410' })
  } finally {
    expect(await service.stop()).toBe(0)
  }
})
