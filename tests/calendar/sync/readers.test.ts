import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { poll } from '../../../src/calendar/sync'
import { calendars } from '../../../src/platform/db/schema'
import { giveAccount, makeCalendar, putEvent } from '../../support/caldav'
import { rewrite } from '../../support/proxy'
import { cachedUids, calendarAt, SyncStory } from './setting'

const story = new SyncStory().open()

describe('announcements', () => {
  test('a change reaches the owner, a change of the shared calendar everyone', async () => {
    const { ctx, cast } = story.setting
    await story.sync()
    story.setting.announced.length = 0
    await putEvent('ada', story.path, 'one')
    await story.sync()
    const { id } = await story.calendar()
    expect(story.setting.announced).toEqual([{ topic: 'calendar', calendarId: id, readers: [cast.ada.id] }])
    await ctx.db.update(calendars).set({ isShared: true }).where(eq(calendars.id, id))
    story.setting.announced.length = 0
    await putEvent('ada', story.path, 'two')
    await story.sync()
    expect(story.setting.announced).toEqual([{ topic: 'calendar', calendarId: id, readers: 'everyone' }])
  })
})

describe('two members with the same collection', () => {
  test('have a row and a cache each', async () => {
    const { ctx, cast, proxy } = story.setting
    await giveAccount(ctx, cast.ben.id, 'ben', proxy.url)
    const shared = await makeCalendar('ada', { name: 'family' })
    await putEvent('ada', shared, 'both')
    // Ben's server lists Ada's collection among his own.
    const listsToo = rewrite((whole) => {
      const entry = `<response xmlns:C="urn:ietf:params:xml:ns:caldav"><href>${shared}</href><propstat><prop>
<resourcetype><C:calendar /><collection /></resourcetype><displayname>Family</displayname></prop>
<status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`
      return { ...whole, body: whole.body.replace('</multistatus>', entry) }
    })
    proxy.fault({ method: 'PROPFIND', path: /^\/ben\/$/ }, listsToo)
    await poll(ctx)
    const adas = await calendarAt(story.setting, shared, cast.ada.id)
    const bens = await calendarAt(story.setting, shared, cast.ben.id)
    expect(adas?.url).toBe(bens?.url)
    expect(adas?.id).not.toBe(bens?.id)
    expect(await cachedUids(story.setting, adas!.id)).toEqual(['both'])
    expect(await cachedUids(story.setting, bens!.id)).toEqual(['both'])
  })
})
