import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars } from '../../../src/platform/db/schema'
import { ask } from '../../support/cast'
import { type Diary, openDiary } from '../../support/diary'

setDefaultTimeout(30_000)

const NOW = '2026-11-20T12:00:00.000Z'
const READ = new Date('2026-11-20T11:58:00Z')

let diary: Diary
beforeAll(async () => {
  diary = await openDiary({ at: NOW })
})
afterAll(() => diary.close())

test('members hear when the calendars they see were last read, and which cannot be', async () => {
  const { ctx, cast } = diary
  const own = await diary.calendar('ada')
  const shared = await diary.calendar('ada', { isShared: true })
  await diary.calendar('ben')
  const mark = (id: number, lastSyncedAt: Date | null, lastError: string | null) =>
    ctx.db.update(calendars).set({ lastSyncedAt, lastError }).where(eq(calendars.id, id))
  await mark(own.id, null, 'The calendar server refused the app password.')
  await mark(shared.id, READ, null)

  const seen = async (who: 'ada' | 'cleo') => (await ask(diary, cast[who], 'GET /api/events/freshness')).body
  const shownOf = (isOwn: boolean) => ({
    displayName: shared.displayName,
    isOwn,
    lastSyncedAt: READ.toISOString(),
    isFailing: false,
  })
  const broken = { displayName: own.displayName, isOwn: true, lastSyncedAt: null, isFailing: true }
  expect(await seen('ada')).toEqual({ now: NOW, calendars: [broken, shownOf(true)] })
  expect(await seen('cleo')).toEqual({ now: NOW, calendars: [shownOf(false)] })
})
