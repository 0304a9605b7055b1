/** Nobody waits for somebody else's server. */
import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { poll } from '../../../src/calendar/sync'
import { calendarCredentials, members } from '../../../src/platform/db/schema'
import { giveAccount, makeCalendar, putEvent, removeCalendars } from '../../support/caldav'
import { holdRequest } from '../../support/proxy'
import { cachedUids, calendarAt, SyncStory } from './setting'

const SLOW = 'The calendar server answers slowly; what is missing will be read at the next poll.'
const story = new SyncStory().open()
/** Of Ben's calendar. */
let bens: string

beforeEach(async () => {
  const { ctx, cast, proxy } = story.setting
  await removeCalendars('ben')
  bens = await makeCalendar('ben')
  await putEvent('ben', bens, 'bens')
  await giveAccount(ctx, cast.ben.id, 'ben', proxy.url)
  await putEvent('ada', story.path, 'adas')
})

const asked = (path: string) => story.setting.proxy.requests.filter((request) => request.path === path).length
const errorOf = async (memberId: number) => {
  const ofMember = eq(calendarCredentials.userId, memberId)
  const [row] = await story.setting.ctx.db.select().from(calendarCredentials).where(ofMember)
  return row?.lastError
}
async function until(condition: () => boolean | Promise<boolean>) {
  while (!(await condition())) await Bun.sleep(5)
}
const isCached = async (path: string) => {
  const calendar = await calendarAt(story.setting, path)
  return calendar !== undefined && (await cachedUids(story.setting, calendar.id)).length > 0
}

test('a server that does not answer one member holds up neither the others nor the next poll', async () => {
  const { ctx, proxy } = story.setting
  const hold = holdRequest()
  proxy.fault({ path: /^\/ada\/$/, times: 1 }, hold.fault)
  const first = poll(ctx)
  await hold.arrived
  await until(() => isCached(bens))
  await putEvent('ben', bens, 'more')
  await poll(ctx)
  expect(await cachedUids(story.setting, (await calendarAt(story.setting, bens))!.id)).toEqual(['bens', 'more'])
  expect(asked('/ada/')).toBe(1)
  hold.release()
  await first
  expect(await story.uids()).toEqual(['adas'])
})

test('a member’s time ends, whatever the server has yet to say', async () => {
  const { ctx, cast, proxy } = story.setting
  const hold = holdRequest()
  proxy.fault({ path: new RegExp(story.path) }, hold.fault)
  // Until a busy machine has come as far as the calendar.
  const isReached = async () => (await calendarAt(story.setting, story.path))?.lastError === SLOW
  for (let deadlineMs = 1000; !(await isReached()); deadlineMs *= 2) await poll(ctx, { deadlineMs })
  expect(await errorOf(cast.ada.id)).toBe(SLOW)
  hold.release()
  proxy.reset()
  await poll(ctx)
  expect(await errorOf(cast.ada.id)).toBeNull()
  expect(await story.uids()).toEqual(['adas'])
})

test('a calendar that takes its part of the time leaves the others theirs, and comes last from then on', async () => {
  const { ctx, proxy } = story.setting
  await poll(ctx)
  const other = await makeCalendar('ada')
  await putEvent('ada', other, 'others')
  await putEvent('ada', story.path, 'late')
  const hold = holdRequest()
  proxy.fault({ method: 'REPORT', path: new RegExp(story.path) }, hold.fault)
  await poll(ctx, { deadlineMs: 8000 })
  expect(await isCached(other)).toBe(true)
  expect((await story.calendar()).lastError).toBe(SLOW)

  hold.release()
  proxy.reset()
  await putEvent('ada', other, 'more')
  await poll(ctx)
  const reports = proxy.requests.filter(({ method }) => method === 'REPORT').map((request) => request.path)
  expect(reports.indexOf(other)).toBeLessThan(reports.indexOf(story.path))
  expect(await story.uids()).toEqual(['adas', 'late'])
})

test('members whose server hangs, however many, do not hold up those of another', async () => {
  const { ctx, cast, proxy } = story.setting
  const createdAt = ctx.now()
  const many = Array.from({ length: 6 }, (_, index) => ({ displayName: `M${index}`, color: '#2563EB', createdAt }))
  const ids = (await ctx.db.insert(members).values(many).$returningId()).map(({ id }) => id)
  for (const id of ids) await giveAccount(ctx, id, 'ada', proxy.url)
  // Of an address that is refused without a request: what counts is that his turn has come.
  await giveAccount(ctx, cast.cleo.id, 'cleo', 'https://127.0.0.2/')
  const hold = holdRequest()
  proxy.fault({}, hold.fault)
  const polling = poll(ctx)
  await until(async () => (await errorOf(cast.cleo.id)) !== null)
  expect(await errorOf(cast.cleo.id)).toBe('The calendar server is at an address that is not allowed.')
  hold.release()
  await polling
  await ctx.db.delete(calendarCredentials).where(eq(calendarCredentials.userId, cast.cleo.id))
  for (const id of ids) await ctx.db.delete(members).where(eq(members.id, id))
})
