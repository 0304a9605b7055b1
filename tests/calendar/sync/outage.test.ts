import { beforeEach, expect, test } from 'bun:test'
import { poll } from '../../../src/calendar/sync'
import { putEvent } from '../../support/caldav'
import { answer, cutBefore, type Fault, type Match } from '../../support/proxy'
import { POLL_MS, SyncStory } from './setting'

/** An operator reads when an outage begins, what it is, and when it ends: not a line for each poll of a night. */
const story = new SyncStory().open()
beforeEach(async () => {
  await story.sync()
  story.setting.logLines.length = 0
})

async function pollTwice(fault?: { asks: Match; fault: Fault }): Promise<string[]> {
  const { setting } = story
  setting.proxy.reset()
  if (fault !== undefined) setting.proxy.fault(fault.asks, fault.fault)
  setting.logLines.length = 0
  for (let round = 0; round < 2; round++) {
    setting.clock.advance(POLL_MS)
    await poll(setting.ctx)
  }
  return setting.logLines
    .map((line) => JSON.parse(line) as { level: string; message: string })
    .filter(({ message }) => message.includes('synchronised'))
    .map(({ level, message }) => `${level}: ${message}`)
}

test('of an account that cannot be reached the log says when it begins, has another reason, and ends', async () => {
  const asks = { method: 'PROPFIND' }
  expect(await pollTwice({ asks, fault: cutBefore() })).toEqual(['warn: account was not synchronised'])
  expect(await pollTwice({ asks, fault: cutBefore() })).toEqual([])
  expect(await pollTwice({ asks, fault: answer(500) })).toEqual(['warn: account was not synchronised'])
  expect(await pollTwice()).toEqual(['info: account is synchronised again'])
  expect(await pollTwice()).toEqual([])
})

test('and of a password that is refused', async () => {
  const { clock } = story.setting
  expect(await pollTwice({ asks: {}, fault: answer(401) })).toEqual(['warn: account was not synchronised'])
  clock.advance(60 * 60 * 1000)
  expect(await pollTwice({ asks: {}, fault: answer(401) })).toEqual([])
  clock.advance(2 * 60 * 60 * 1000)
  expect(await pollTwice()).toEqual(['info: account is synchronised again'])
})

test('of one calendar that cannot be read it says the same', async () => {
  const asks = { path: new RegExp(story.path) }
  await putEvent('ada', story.path, 'one')
  expect(await pollTwice({ asks, fault: cutBefore() })).toEqual(['warn: calendar was not synchronised'])
  expect(await pollTwice({ asks, fault: answer(503) })).toEqual(['warn: calendar was not synchronised'])
  expect(await pollTwice()).toEqual(['info: calendar synchronised', 'info: calendar is synchronised again'])
})
