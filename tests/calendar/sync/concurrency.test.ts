import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { changeTimezone, poll, resummarize, resync, syncCalendar, syncMember } from '../../../src/calendar/sync'
import { SETTING, setSettings } from '../../../src/household/settings'
import type { Context } from '../../../src/platform/context'
import { type Database, openDatabase } from '../../../src/platform/db/client'
import { appConfig, calendars } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import {
  eventText,
  fillCalendar,
  makeCalendar,
  putEvent,
  putText,
  removeAt,
  removeCalendars,
} from '../../support/caldav'
import { untilWaiting } from '../../support/lock-waits'
import { holdAnswer } from '../../support/proxy'
import { rejectionOf } from '../../support/rejection'
import { startSync } from './own-process'
import { cachedRows, cachedUids, calendarAt, DAY_MS, openSetting, type Setting, START } from './setting'

let setting: Setting
/** A second process at the same database, as far as locks and memory go. */
let otherDatabase: Database
let other: Context
let path: string
let id: number

beforeAll(async () => {
  setting = await openSetting()
  otherDatabase = openDatabase(setting.config.database)
  other = { ...setting.ctx, db: otherDatabase.db }
})
afterAll(async () => {
  await otherDatabase.close()
  await setting.close()
})
beforeEach(async () => {
  setting.proxy.reset()
  setting.clock.set(START)
  await setting.ctx.db.delete(calendars)
  await removeCalendars('ada')
  path = await makeCalendar('ada')
  await putEvent('ada', path, 'one')
  await putEvent('ada', path, 'two')
  await sync()
  id = (await calendarAt(setting, path))!.id
  setting.proxy.reset()
})

const sync = (ctx: Context = setting.ctx) => syncMember(ctx, setting.cast.ada.id)
const titles = async () => (await cachedRows(setting, id)).map(({ uid, title }) => `${uid}: ${title}`)

describe('in one process', () => {
  test('polls and refreshes that come together are done once or twice, not each', async () => {
    await putEvent('ada', path, 'three')
    await Promise.all([poll(setting.ctx), sync(), sync(), sync(), poll(setting.ctx), sync()])
    expect(await cachedUids(setting, id)).toEqual(['one', 'three', 'two'])
    const listings = setting.proxy.requests.filter(({ method }) => method === 'PROPFIND')
    expect(listings.length).toBeLessThanOrEqual(2)
  })

  test('a refresh asked for while one is running sees what came after that one began', async () => {
    const hold = holdAnswer()
    setting.proxy.fault({ method: 'PROPFIND', times: 1 }, hold.fault)
    const first = sync()
    await hold.arrived
    await putEvent('ada', path, 'late')
    const second = sync()
    hold.release()
    await first
    await second
    expect(await cachedUids(setting, id)).toContain('late')
  })

  test('two ways to the same calendar do not both fetch what has changed', async () => {
    await putEvent('ada', path, 'three')
    await Promise.all([sync(), syncCalendar(setting.ctx, id), syncCalendar(setting.ctx, id)])
    expect(await cachedUids(setting, id)).toEqual(['one', 'three', 'two'])
    expect(setting.proxy.requests.filter(({ body }) => body.includes('multiget'))).toHaveLength(1)
  })

  test('an update after a write is neither held up nor taken back by a sync that is under way', async () => {
    await putEvent('ada', path, 'one', { SUMMARY: 'Old' })
    const hold = holdAnswer()
    setting.proxy.fault({ body: /multiget/, times: 1 }, hold.fault)
    const running = sync()
    await hold.arrived
    const href = await putEvent('ada', path, 'one', { SUMMARY: 'New' })
    await resync(setting.ctx, id, href)
    expect(await titles()).toEqual(['one: New', 'two: An event'])
    hold.release()
    await running
    expect(await titles()).toEqual(['one: New', 'two: An event'])
  })

  test('nor is one to an event that the sync has read when it was new', async () => {
    const href = await putEvent('ada', path, 'three', { SUMMARY: 'Old' })
    const hold = holdAnswer()
    setting.proxy.fault({ body: /multiget/, times: 1 }, hold.fault)
    const running = sync()
    await hold.arrived
    await resync(setting.ctx, id, href)
    await putEvent('ada', path, 'three', { SUMMARY: 'New' })
    await resync(setting.ctx, id, href)
    hold.release()
    await running
    expect(await titles()).toContain('three: New')
  })

  test('an event that a sync has seen removed, and that was written again meanwhile, stays', async () => {
    await putEvent('ada', path, 'one', { SUMMARY: 'New' })
    await removeAt('ada', `${path}two.ics`)
    const hold = holdAnswer()
    setting.proxy.fault({ body: /multiget/, times: 1 }, hold.fault)
    const running = sync()
    await hold.arrived
    const href = await putEvent('ada', path, 'two', { SUMMARY: 'Again' })
    await resync(setting.ctx, id, href)
    hold.release()
    await running
    expect(await titles()).toEqual(['one: New', 'two: Again'])
  })

  /** A sync that has the answer about an event without a zone, and is held. */
  async function readFloating() {
    const floating = eventText('floating').replace('DTSTART:20261201T090000Z', 'DTSTART:20261201T090000')
    await putText('ada', `${path}floating.ics`, floating)
    const { fault, arrived, release } = holdAnswer()
    setting.proxy.fault({ body: /multiget/, times: 1 }, fault)
    const running = sync()
    await arrived
    return { release, running }
  }

  test('what was read with a zone that the household has left meanwhile is read again', async () => {
    const { release, running } = await readFloating()
    await changeTimezone(setting.ctx, 'America/New_York')
    await resummarize(setting.ctx)
    release()
    await running
    const row = (await cachedRows(setting, id)).find(({ uid }) => uid === 'floating')
    expect(row?.dtstartUtc).toEqual(new Date('2026-12-01T14:00:00Z'))
    await setting.ctx.db.delete(appConfig)
  })

  test('also where it is left while what was read waits to be stored', async () => {
    const { release, running } = await readFloating()
    await inTransaction(setting.ctx.db, async (tx) => {
      await tx.select().from(calendars).where(eq(calendars.id, id)).for('update')
      release()
      await untilWaiting(setting.ctx, 'select `id`, `user_id`')
      await setSettings(setting.ctx, tx, { [SETTING.timezone]: 'America/New_York' })
    })
    await running
    const row = (await cachedRows(setting, id)).find(({ uid }) => uid === 'floating')
    expect(row?.dtstartUtc).toEqual(new Date('2026-12-01T14:00:00Z'))
    await setting.ctx.db.delete(appConfig)
  })
})

/** Where a slow sync is held while another process is faster. */
const MOMENTS: [string, { body: RegExp }, number][] = [
  ['its list of changes', { body: /sync-collection/ }, 0],
  ['its changed objects', { body: /multiget/ }, 0],
  ['its full listing', { body: /calendar-query/ }, DAY_MS],
]

describe.each(MOMENTS)('in two processes, while one waits for %s', (_moment, at, wait) => {
  const holdSlowSync = async () => {
    setting.clock.advance(wait)
    await putEvent('ada', path, 'one', { SUMMARY: 'First' })
    const hold = holdAnswer()
    setting.proxy.fault({ ...at, times: 1 }, hold.fault)
    const slow = sync()
    await hold.arrived
    return {
      finish: async () => {
        hold.release()
        await slow
      },
    }
  }

  test('a newer state is not overwritten by an older one', async () => {
    const { finish } = await holdSlowSync()
    await putEvent('ada', path, 'one', { SUMMARY: 'Second' })
    await putEvent('ada', path, 'three')
    await sync(other)
    await finish()
    expect(await titles()).toEqual(['one: Second', 'three: An event', 'two: An event'])
  })

  test('a write that was just recorded is neither dropped nor taken back', async () => {
    const { finish } = await holdSlowSync()
    const created = await putEvent('ada', path, 'created')
    const updated = await putEvent('ada', path, 'one', { SUMMARY: 'Written' })
    await removeAt('ada', `${path}two.ics`)
    for (const href of [created, updated, `${path}two.ics`]) await resync(other, id, href)
    await finish()
    expect(await titles()).toEqual(['created: An event', 'one: Written'])
    await sync()
    expect(await titles()).toEqual(['created: An event', 'one: Written'])
  })

  test('the calendar can be removed', async () => {
    const { finish } = await holdSlowSync()
    await setting.ctx.db.delete(calendars)
    await finish()
    expect(await cachedUids(setting, id)).toEqual([])
  })
})

test('rows and token are saved together or not at all', async () => {
  const { ctx } = setting
  await putEvent('ada', path, 'three')
  await removeAt('ada', `${path}one.ics`)
  const before = await calendarAt(setting, path)
  await ctx.db.execute(
    sql.raw(`create trigger refuse before update on calendars for each row
    begin if not (new.sync_token <=> old.sync_token) then signal sqlstate '45000'; end if; end`),
  )
  expect(await rejectionOf(sync())).toBeInstanceOf(Error)
  expect(await cachedUids(setting, id)).toEqual(['one', 'two'])
  expect((await calendarAt(setting, path))?.syncToken).toBe(before!.syncToken)
  await ctx.db.execute(sql.raw('drop trigger refuse'))
  await sync()
  expect(await cachedUids(setting, id)).toEqual(['three', 'two'])
})

describe('a process that is killed', () => {
  const MANY = 1000
  test.each([
    ['between the listing and the objects', /sync-collection/],
    ['between the objects and the database', /multiget/],
  ])('%s leaves the cache as it was, and the next sync finds everything', async (_moment, body) => {
    await putEvent('ada', path, 'three')
    await removeAt('ada', `${path}one.ics`)
    const hold = holdAnswer()
    setting.proxy.fault({ body, times: 1 }, hold.fault)
    const child = startSync(setting.config, setting.cast.ada.id)
    await hold.arrived
    child.kill('SIGKILL')
    await child.exited
    hold.release()
    expect(await cachedUids(setting, id)).toEqual(['one', 'two'])
    await sync()
    expect(await cachedUids(setting, id)).toEqual(['three', 'two'])
  })

  test('while it reads a large calendar: what is there is true, nothing is gone, and the next sync does the rest', async () => {
    const uids = Array.from({ length: MANY }, (_, number) => `many-${String(number).padStart(4, '0')}`)
    await fillCalendar(
      'ada',
      path,
      uids.map((uid) => eventText(uid)),
    )
    const { syncToken } = (await calendarAt(setting, path))!
    const hold = holdAnswer()
    // Two slices of three requests are under way at a time: for a seventh request one of them has been stored.
    setting.proxy.fault({ body: /multiget/, skip: 6, times: 1 }, hold.fault)
    const child = startSync(setting.config, setting.cast.ada.id)
    await hold.arrived
    child.kill('SIGKILL')
    await child.exited
    hold.release()
    const cached = await cachedUids(setting, id)
    expect(cached).toEqual(expect.arrayContaining(['one', 'two']))
    expect(cached.length).toBeGreaterThan(2)
    expect(cached.filter((uid) => !uids.includes(uid))).toEqual(['one', 'two'])
    expect((await calendarAt(setting, path))?.syncToken).toBe(syncToken)
    setting.proxy.reset()
    await sync()
    expect(await cachedUids(setting, id)).toEqual(uids)
    const fetched = setting.proxy.requests.filter(({ body }) => body.includes('multiget'))
    expect(fetched.length).toBeLessThanOrEqual(8)
  })
})
