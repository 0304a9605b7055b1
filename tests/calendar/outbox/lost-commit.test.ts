/** The database does what it is asked, and the connection breaks before it says so. */
import { expect, test } from 'bun:test'
import { until } from '../../features/sse/listening'
import { loseCommits } from '../../support/lost-commit'
import { answer } from '../../support/proxy'
import { CHOIR_LINES, setScene } from './setting'

const scene = setScene()

test('an author hears of a write that has perhaps come to its end, and of what followed it', async () => {
  await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  await scene.edit('choir', { title: 'Concert' })
  const { url: calendarUrl } = await scene.diary.calendar('ada')
  const { uid } = await scene.edit('choir', { title: 'Rehearsal', calendarUrl })
  scene.diary.proxy.fault({ method: 'PUT' }, answer(403))
  scene.diary.announced.length = 0
  const mend = loseCommits(scene.diary.ctx)
  await scene.diary.drain.drain()
  mend()
  expect(await scene.statuses()).toEqual(['failed', 'failed', 'failed'])
  const told = () => scene.diary.announced.flatMap((news) => (news.topic === 'sync-status' ? [news] : []))
  const uids = () => new Set(told().map((news) => news.event.uid))
  // Nobody waits for what is told after a commit whose answer is lost.
  await until('the news', () => uids().size > 1)
  expect(uids()).toEqual(new Set(['choir', uid]))
  expect(new Set(told().map(({ status }) => status))).toEqual(new Set(['failed']))
})
