/** The database does what it is asked, and the connection breaks before it says so. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { resync } from '../../../src/calendar/sync'
import { until } from '../../features/sse/listening'
import { putEvent } from '../../support/caldav'
import { loseCommits } from '../../support/lost-commit'
import { rejectionOf } from '../../support/rejection'
import { SyncStory } from './setting'

const story = new SyncStory().open()
let mend = () => {}
let href: string
let id: number

beforeEach(async () => {
  href = await putEvent('ada', story.path, 'one')
  await story.sync()
  id = (await story.calendar()).id
  await putEvent('ada', story.path, 'one', { SUMMARY: 'Changed' })
  story.setting.announced.length = 0
  mend = loseCommits(story.setting.ctx)
})
afterEach(() => mend())

test.each([
  ['a synchronisation', () => story.sync()],
  ['an update after a write', () => resync(story.setting.ctx, id, href)],
])('screens hear of what %s has perhaps stored', async (_, follow) => {
  expect(await rejectionOf(follow())).toMatchObject({ code: 'ECONNRESET' })
  mend()
  expect((await story.rows()).map(({ title }) => title)).toEqual(['Changed'])
  // Nobody waits for what is told after a commit whose answer is lost.
  await until('the news', () => story.setting.announced.length > 0)
  expect(story.setting.announced).toEqual([{ topic: 'calendar', calendarId: id, readers: [story.setting.cast.ada.id] }])
  await story.sync()
  expect((await story.rows()).map(({ title }) => title)).toEqual(['Changed'])
})
