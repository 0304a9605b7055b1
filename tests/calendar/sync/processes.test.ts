/** Processes on one database poll each member once. */
import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { poll, syncMember } from '../../../src/calendar/sync'
import { openDatabase } from '../../../src/platform/db/client'
import { leases } from '../../../src/platform/db/schema'
import { processesOn } from '../../support/processes'
import { holdRequest } from '../../support/proxy'
import { SyncStory } from './setting'

const story = new SyncStory().open()

const listings = () => story.setting.proxy.requests.filter(({ path }) => path === '/ada/').length

/** Two processes, each with a pool and with locks of its own. */
async function twoProcesses() {
  const databases = [openDatabase(story.setting.config.database), openDatabase(story.setting.config.database)]
  const [one, other] = await Promise.all(
    databases.map(async ({ db }) => (await processesOn({ ...story.setting.ctx, db }, 1))[0]!),
  )
  const close = async () => {
    for (const { leases } of [one!, other!]) await leases.stop()
    await Promise.all(databases.map((database) => database.close()))
  }
  return { one: one!, other: other!, close }
}

test('at the same moment, and one a little after the other', async () => {
  await poll(story.setting.ctx)
  const alone = listings()
  story.setting.proxy.reset()
  const { one, other, close } = await twoProcesses()
  await Promise.all([poll(one.ctx), poll(other.ctx)])
  await poll(other.ctx)
  await poll(one.ctx)
  expect(listings()).toBe(alone)
  // Who asks by hand waits for no poll.
  await syncMember(other.ctx, story.setting.cast.ada.id)
  expect(listings()).toBe(2 * alone)
  await close()
})

test('while one waits for a server the other leaves that member alone, and takes over when the first has ended', async () => {
  const { one, other, close } = await twoProcesses()
  const hold = holdRequest()
  story.setting.proxy.fault({ path: /^\/ada\/$/, times: 1 }, hold.fault)
  const first = poll(one.ctx)
  await hold.arrived
  await poll(other.ctx)
  expect(listings()).toBe(1)
  // Its process is gone.
  await one.leases.stop()
  await poll(other.ctx)
  expect(listings()).toBeGreaterThan(1)
  hold.release()
  await first
  expect(await story.rows()).toEqual([])
  const [row] = await story.setting.ctx.db
    .select()
    .from(leases)
    .where(eq(leases.name, `poll:${story.setting.cast.ada.id}`))
  expect(row?.holder).toBe(other.leases.holder())
  await close()
})
