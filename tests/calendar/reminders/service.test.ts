import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { servers } from '../../support/servers'
import { Service, serviceEnvironment } from '../../support/service'
import { Story, shown } from './story'

test('the service reminds by itself, from its first tick on, and stops with nothing on its way', async () => {
  const story = await Story.open({ at: new Date().toISOString() })
  const phone = await story.phone(story.cast.ada)
  // Due ten seconds ago on the real clock, which the service goes by.
  const start = new Date(Date.now() - 10_000 + 30 * 60_000).toISOString().replace(/[-:]|\.\d+/g, '')
  await story.event('ada', 30, { DTSTART: start, SUMMARY: 'Dentist' })
  const certificate = join(await servers.folder('push'), 'cert.pem')
  await Bun.write(certificate, story.receiver.ca)

  const { env } = story.receiver
  const service = new Service(
    serviceEnvironment(story.household.config.database, { ...env, NODE_EXTRA_CA_CERTS: certificate }),
  )
  await service.said('reminder sent')
  expect(await service.stop()).toBe(0)
  expect(shown(phone)).toEqual(['Dentist: Starts in 30 min'])
  expect(story.receiver.problems).toEqual([])
  await story.close()
})
