import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sharedBrowser } from './support/browser'
import { TASKS } from './support/tasks'
import { doTask } from './support/tasks/do-task'
import { openSetting } from './support/tasks/setting'

let setting: Awaited<ReturnType<typeof openSetting>>

beforeAll(async () => {
  setting = await openSetting()
})
afterAll(() => setting?.close())

/** One household does them all, one after the other, as it would in its first month. */
test.each(TASKS.map((task) => [`${task.number}. ${task.name} (${task.on})`, task] as const))('%s', async (_, task) => {
  const { taps, texts, drags, problems } = await doTask(await sharedBrowser(), setting, task)
  expect(problems).toEqual([])
  const { taps: mostTaps = 0, texts: mostTexts = 0, drags: mostDrags = 0 } = task.most
  expect(taps).toBeLessThanOrEqual(mostTaps)
  expect(texts).toBeLessThanOrEqual(mostTexts)
  expect(drags).toBeLessThanOrEqual(mostDrags)
})
