import { afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { feedImports } from '../../../src/calendar/import/feed'
import { pruneImports } from '../../../src/calendar/import/jobs'
import { createDrain } from '../../../src/calendar/outbox/drain'
import type { ImportState, RefusedImports } from '../../../src/features/import/model'
import { previewImport } from '../../../src/features/import/service'
import { lockHousehold } from '../../../src/household/lock'
import { calendars, importObjects, imports, outbox } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { SERVER_MAX_BODY_BYTES } from '../../../src/platform/http-limits'
import { countEvents, exportCalendar, giveAccount, putEvent } from '../../support/caldav'
import { ask, cookieFor, type Member } from '../../support/cast'
import { type CalendarRow, cacheEvent, FORM, openDiary } from '../../support/diary'
import { untilWaiting } from '../../support/lock-waits'
import { opened } from '../../support/opened'
import { answer, cutBefore, holdRequest, loseAnswer } from '../../support/proxy'
import { bring, broughtIn, eventOf, fileOf, manyEvents, preview } from './bringing'

const diary = opened(() => openDiary({ at: '2026-11-01T12:00:00Z' }))
afterEach(() => diary.proxy.reset())

const pathOf = ({ url }: CalendarRow) => new URL(url).pathname
const onServer = (calendar: CalendarRow) => exportCalendar('ada', pathOf(calendar))
const stateOf = (id: number) => diary.done<ImportState>(diary.cast.ada, `GET /api/import/${id}`)

const refusedOf = async ({ id }: ImportState) =>
  (await diary.done<RefusedImports>(diary.cast.ada, `GET /api/import/${id}/refused`)).refused

const whileTime = async (minutes: number, step: number, alsoDo: () => Promise<unknown> = async () => {}) => {
  for (let passed = 0; passed < minutes; passed += step) {
    diary.clock.advance(step * 60_000)
    await alsoDo()
    await diary.drain.drain()
  }
}

/** A body whose length nobody knows before its end. */
const inChunks = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 65_536) controller.enqueue(Buffer.from(text.slice(at, at + 65_536)))
      controller.close()
    },
  })

describe('a calendar file', () => {
  test('is looked at first, then written, and a second time changes nothing', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const file = fileOf(manyEvents(25))
    const looked = await preview(diary, ada, calendar, file)
    expect(looked).toMatchObject({
      status: 200,
      body: { total: 25, known: 0, skipped: 0, from: '2026-01-01', to: '2026-01-25' },
    })
    const begun = await bring(diary, ada, calendar, file)
    const figures = { id: begun.body.id, total: 25, known: 0, failed: 0, skipped: 0 }
    expect(begun).toMatchObject({ status: 202, body: { ...figures, status: 'running', done: 0 } })
    await diary.drain.drain()
    expect(await stateOf(begun.body.id)).toEqual({ ...figures, status: 'done', done: 25 })
    const written = await onServer(calendar)
    expect(written.split('BEGIN:VEVENT')).toHaveLength(26)
    expect(await diary.occurrences(ada, '2026-01-01', '2026-01-26')).toHaveLength(25)
    expect((await preview(diary, ada, calendar, file)).body).toMatchObject({ total: 25, known: 25 })
    diary.proxy.reset()
    expect(await broughtIn(diary, ada, calendar, file)).toMatchObject({ status: 'done', done: 0, known: 25 })
    expect(diary.proxy.requests).toEqual([])
    expect((await diary.rows()).filter(({ isImport }) => isImport)).toEqual([])
    expect(await diary.done<object>(ada, 'GET /api/me/writes')).toEqual({ writes: [] })
  })

  test('adds a changed day to its series; what was changed here stays', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const series = (title: string) => [...eventOf('choir', title), 'RRULE:FREQ=WEEKLY;COUNT=4']
    const changed = (day: string, title: string) => [...eventOf('choir', title, day), `RECURRENCE-ID:${day}T090000Z`]
    await broughtIn(diary, ada, calendar, fileOf([series('Choir'), changed('20261208', 'Concert')]))
    const later = fileOf([series('Renamed'), changed('20261208', 'Rehearsal'), changed('20261215', 'Trip')])
    expect((await preview(diary, ada, calendar, later)).body).toMatchObject({ total: 1, known: 1 })
    expect(await broughtIn(diary, ada, calendar, later)).toMatchObject({ status: 'done', done: 1, known: 0 })
    const titles = (await diary.occurrences(ada, '2026-12-01', '2027-01-01')).map(({ title }) => title)
    expect(titles).toEqual(['Choir', 'Concert', 'Trip', 'Choir'])
    expect(await countEvents('ada', pathOf(calendar))).toBe(3)
    expect(await broughtIn(diary, ada, calendar, later)).toMatchObject({ done: 0, known: 1 })
  })

  test.each(['fair;2026,hall', 'fair\\hall', 'fair\\;hall\\,2026', 'fair\\'])(
    'is known the second time, also where the server writes its UID in another way: %s',
    async (uid) => {
      const { ada } = diary.cast
      const calendar = await diary.calendar('ada')
      const file = fileOf([[...eventOf(uid, 'Fair'), 'RRULE:FREQ=DAILY;COUNT=3']])
      expect(await broughtIn(diary, ada, calendar, file)).toMatchObject({ status: 'done', done: 1 })
      await diary.sync(calendar)
      expect((await preview(diary, ada, calendar, file)).body).toMatchObject({ total: 1, known: 1 })
      expect(await broughtIn(diary, ada, calendar, file)).toMatchObject({ status: 'done', done: 0, known: 1 })
      const changed = [...eventOf(uid, 'Late', '20261202'), 'RECURRENCE-ID:20261202T090000Z']
      expect(await broughtIn(diary, ada, calendar, fileOf([changed]))).toMatchObject({ status: 'done', done: 1 })
      await diary.sync(calendar)
      const shown = (await diary.occurrences(ada, '2026-12-01', '2026-12-05')).filter(
        ({ calendarId }) => calendarId === calendar.id,
      )
      expect(shown.map(({ title }) => title)).toEqual(['Fair', 'Late', 'Fair'])
    },
  )

  test('whose UIDs differ behind a comma is brought in whole, and known where they stand bare', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const file = fileOf([eventOf('fair,1'), eventOf('fair,2')])
    expect(await broughtIn(diary, ada, calendar, file)).toMatchObject({ status: 'done', done: 2, failed: 0 })
    const bare = await diary.calendar('ada')
    await cacheEvent(diary.ctx, bare, 'fair,1', { SUMMARY: 'fair,1', DTSTART: '20261201T090000Z' })
    expect((await preview(diary, ada, bare, file)).body).toMatchObject({ total: 2, known: 1 })
    expect(await broughtIn(diary, ada, bare, file)).toMatchObject({ status: 'done', done: 1, known: 1 })
  })

  test('of single days of a series is brought in without it, also where the server wants one', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const day = (date: string, title: string) => [...eventOf('club', title, date), `RECURRENCE-ID:${date}T080000Z`]
    const events = [day('20261208', 'Concert'), eventOf('other', 'Other', '20261209'), day('20261215', 'Trip')]
    const file = fileOf(events).replace('BEGIN:VEVENT', 'begin:vevent').replace('END:VEVENT', 'END:VALARM')
    expect((await preview(diary, ada, calendar, file)).body).toMatchObject({ total: 2, known: 0, skipped: 0 })
    const brought = await broughtIn(diary, ada, calendar, file)
    expect(brought).toMatchObject({ status: 'done', total: 3, done: 3, failed: 0 })
    await diary.sync(calendar)
    const shown = async () => {
      const all = await diary.occurrences(ada, '2026-12-01', '2027-01-01')
      return all.filter(({ calendarId }) => calendarId === calendar.id).map(({ title }) => title)
    }
    expect(await shown()).toEqual(['Concert', 'Other', 'Trip'])
    expect((await preview(diary, ada, calendar, file)).body).toMatchObject({ total: 2, known: 2 })
    const further = fileOf([...events, day('20261222', 'Skating')])
    expect((await preview(diary, ada, calendar, further)).body).toMatchObject({ total: 2, known: 1 })
    expect(await broughtIn(diary, ada, calendar, file)).toMatchObject({ status: 'done', total: 3, done: 0, known: 3 })
    expect(await shown()).toEqual(['Concert', 'Other', 'Trip'])
    expect(await diary.done<object>(ada, 'GET /api/me/writes')).toEqual({ writes: [] })
  })

  test('of a careless writer comes in whole, as our own screens would read it', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const [uid, stamp, ...times] = eventOf('dinner').slice(0, -1)
    const careless = ['SUMMARY:Dinner, with Ben', 'DESCRIPTION:Bring', 'wine; bread', 'LAST-MODIFIED:', 'EXDATE:']
    const series = [...eventOf('tide'), 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261202']
    const allDay = series.filter((line) => !/^DT(START:|END)/.test(line))
    const file = fileOf([[uid!, stamp!, ...times, ...careless], allDay])
    expect(await broughtIn(diary, ada, calendar, file)).toMatchObject({ done: 2, failed: 0, skipped: 0 })
    await diary.sync(calendar)
    const shown = (await diary.occurrences(ada, '2026-12-01', '2026-12-04')).filter(
      (one) => one.calendarId === calendar.id,
    )
    expect(shown.map(({ title, start }) => `${start.slice(0, 10)} ${title}`)).toEqual([
      '2026-12-01 tide',
      '2026-12-01 Dinner, with Ben',
      '2026-12-03 tide',
    ])
  })

  test('leaves a meeting as it is: a day without its people would be called off for them', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const people = 'ORGANIZER:mailto:ada@example.org\r\nATTENDEE:mailto:ben@example.org'
    const path = await diary.put(calendar, 'board', { DTSTART: '20261201T090000Z', RRULE: 'FREQ=WEEKLY', raw: people })
    const before = await diary.onServer(path)
    const day = [...eventOf('board', 'Elsewhere', '20261208'), 'RECURRENCE-ID:20261208T090000Z', people]
    expect(await broughtIn(diary, ada, calendar, fileOf([eventOf('board'), day]))).toMatchObject({ known: 1, done: 0 })
    expect(await diary.onServer(path)).toBe(before)
  })

  test('of which the server knows more than the cache is read first', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    await putEvent('ada', pathOf(calendar), 'there', { SUMMARY: 'Written elsewhere' })
    const synced: number[] = []
    diary.ctx.signals.sync = (memberId) => void synced.push(memberId)
    const { id } = await broughtIn(diary, ada, calendar, fileOf([eventOf('there', 'From the file'), eventOf('new')]))
    expect(await stateOf(id)).toMatchObject({ status: 'running', done: 1, known: 0 })
    expect(synced).toEqual([ada.id])
    await diary.sync(calendar)
    diary.clock.advance(15_000)
    await diary.drain.drain()
    expect(await stateOf(id)).toMatchObject({ status: 'done', done: 1, known: 1, failed: 0 })
    expect(await onServer(calendar)).toContain('Written elsewhere')
    expect(await countEvents('ada', pathOf(calendar))).toBe(2)
  })

  test('that waits since the clock was ahead goes on once it is right', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    await putEvent('ada', pathOf(calendar), 'there', { SUMMARY: 'Written elsewhere' })
    const hoursAhead = 20 * 60 * 60_000
    diary.clock.advance(hoursAhead)
    const { id } = await broughtIn(diary, ada, calendar, fileOf([eventOf('there', 'From the file')]))
    expect(await stateOf(id)).toMatchObject({ status: 'running' })
    diary.clock.advance(-hoursAhead)
    await diary.sync(calendar)
    await diary.drain.drain()
    expect(await stateOf(id)).toMatchObject({ status: 'done', known: 1 })
  })

  test('with one key is brought in once', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const key = { 'idempotency-key': 'a-file' }
    const file = fileOf([eventOf('once')])
    const [first, second] = [await bring(diary, ada, calendar, file, key), await bring(diary, ada, calendar, file, key)]
    expect(second.body).toEqual(first.body)
    expect((await bring(diary, ada, calendar, fileOf([eventOf('twice')]), key)).status).toBe(422)
    await diary.drain.drain()
    expect(await stateOf(first.body.id)).toMatchObject({ status: 'done', done: 1 })
  })

  test('that two bring in at once is there once', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const file = fileOf(manyEvents(15))
    const begun = await Promise.all([bring(diary, ada, calendar, file), bring(diary, ada, calendar, file)])
    const other = createDrain(diary.ctx)
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([diary.drain.drain(), other.drain()])
      diary.clock.advance(20_000)
    }
    const states = await Promise.all(begun.map(({ body }) => stateOf(body.id)))
    expect(states.map(({ status, done, known }) => ({ status, sum: done + known }))).toEqual(
      Array(2).fill({ status: 'done', sum: 15 }),
    )
    expect(states.reduce((sum, { done }) => sum + done, 0)).toBe(15)
    // Also on a server that would take both.
    expect(diary.proxy.requests.filter(({ method }) => method === 'PUT')).toHaveLength(15)
    expect(await countEvents('ada', pathOf(calendar))).toBe(15)
    await other.stop()
  })
})

describe('an import', () => {
  test('is for its author and for calendars that may be written to', async () => {
    const { ada, ben } = diary.cast
    const [calendar, readOnly] = [await diary.calendar('ada'), await diary.calendar('ada', { writable: false })]
    const file = fileOf([eventOf('mine')])
    for (const [who, target] of [
      [ada, readOnly],
      [ben, calendar],
      [ada, { url: 'https://nowhere.test/' }],
    ] as const) {
      expect((await preview(diary, who, target, file)).status).toBe(403)
      expect((await bring(diary, who, target, file)).status).toBe(403)
    }
    const { body } = await bring(diary, ada, calendar, file)
    for (const request of [`GET /api/import/${body.id}`, `DELETE /api/import/${body.id}`, 'GET /api/import/999999']) {
      expect((await diary.request(ben, request)).status).toBe(404)
    }
    await diary.drain.drain()
  })

  test.each<[string, string, Record<string, string>, number]>([
    ['of a page', '<!doctype html><p>Sign in', {}, 400],
    ['of half a file', fileOf(manyEvents(3)).slice(0, 300), {}, 400],
    ['of another type', fileOf([]), { 'content-type': 'text/plain' }, 400],
    ['of more than twenty megabytes', 'x', { 'content-length': String(20 * 1024 * 1024 + 1) }, 413],
    ['of more than that, unannounced', 'x'.repeat(20 * 1024 * 1024 + 1), {}, 413],
  ])('%s is refused', async (_, body, headers, status) => {
    const calendar = await diary.calendar('ada')
    expect(await bring(diary, diary.cast.ada, calendar, body, headers)).toMatchObject({
      status,
      body: { error: expect.any(String) },
    })
    expect(await diary.ctx.db.select().from(imports).where(eq(imports.calendarId, calendar.id))).toEqual([])
  })

  test('lets nobody wait: ten of its events are queued, and an own change goes behind those', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const held = holdRequest()
    diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    const { body } = await bring(diary, ada, calendar, fileOf(manyEvents(30)))
    const drained = diary.drain.drain()
    await held.arrived
    const { uid } = await diary.done(ada, 'POST /api/events/create', { ...FORM, calendarUrl: calendar.url })
    const pending = await diary.ctx.db.select().from(outbox).where(eq(outbox.calendarId, calendar.id))
    expect(pending.map((row) => row.uid).indexOf(uid)).toBe(10)
    expect(pending).toHaveLength(11)
    await feedImports(diary.ctx, [body])
    expect(await diary.ctx.db.select().from(outbox).where(eq(outbox.calendarId, calendar.id))).toHaveLength(11)
    const { writes } = await diary.done<{ writes: { uid: string }[] }>(ada, 'GET /api/me/writes')
    expect(writes.map((write) => write.uid)).toEqual([uid])
    held.release()
    await drained
    const puts = diary.proxy.requests.filter(({ method }) => method === 'PUT')
    expect(puts.findIndex(({ body: text }) => text.includes(uid))).toBeLessThan(20)
    expect(await stateOf(body.id)).toMatchObject({ status: 'done', done: 30 })
  })

  test('runs beside four others of its member, also where all come at once', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const files = Array.from({ length: 8 }, (_, n) => fileOf(manyEvents(1, `file-${n}`)))
    const begun = await Promise.all(files.map((file) => bring(diary, ada, calendar, file)))
    expect(begun.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 202, 202, 409, 409, 409])
    await diary.drain.drain()
  })

  test('keeps nothing else that its member writes waiting while it is stored', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const key = () => ({ 'idempotency-key': crypto.randomUUID() })
    const { importing } = await inTransaction(diary.ctx.db, async (tx) => {
      await lockHousehold(diary.ctx, tx)
      const importing = bring(diary, ada, calendar, fileOf(manyEvents(1, 'stored')), key())
      await untilWaiting(diary.ctx, 'insert into `app_config`')
      expect((await ask(diary, ada, 'POST /api/lists', { name: 'Camp', isShared: false }, key())).status).toBe(201)
      return { importing }
    })
    expect((await importing).status).toBe(202)
    await diary.drain.drain()
  })

  test('is stopped: what is written stays, and what is on its way is counted', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const held = holdRequest()
    diary.proxy.fault({ method: 'PUT', skip: 4, times: 1 }, held.fault)
    const { body } = await bring(diary, ada, calendar, fileOf(manyEvents(30)))
    const drained = diary.drain.drain()
    await held.arrived
    expect(await stateOf(body.id)).toMatchObject({ status: 'running', done: 4 })
    expect(await diary.done<ImportState>(ada, `DELETE /api/import/${body.id}`)).toMatchObject({ status: 'cancelled' })
    held.release()
    await drained
    await diary.drain.drain()
    const state = await stateOf(body.id)
    expect(state).toMatchObject({ status: 'cancelled', total: 30, done: 5, failed: 0 })
    expect(await countEvents('ada', pathOf(calendar))).toBe(5)
    expect(await diary.ctx.db.select().from(importObjects)).toEqual([])
    expect(await diary.done<ImportState>(ada, `DELETE /api/import/${body.id}`)).toEqual(state)
  })

  test('is stopped, and what may stand on a server that is silent is counted once that speaks', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    diary.proxy.fault({ method: 'PUT', times: 1 }, async (exchange) => {
      diary.proxy.fault({}, answer(503))
      return loseAnswer()(exchange)
    })
    const { body } = await bring(diary, ada, calendar, fileOf(manyEvents(3)))
    await diary.drain.drain()
    await diary.done<ImportState>(ada, `DELETE /api/import/${body.id}`)
    diary.proxy.reset()
    await whileTime(30, 15)
    expect(await stateOf(body.id)).toMatchObject({ status: 'cancelled', done: 1, failed: 0 })
    expect(await countEvents('ada', pathOf(calendar))).toBe(1)
  })

  test('is stopped without a wait for what others bring', async () => {
    const { ada, ben } = diary.cast
    const held = holdRequest()
    diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    const { body } = await bring(diary, ada, await diary.calendar('ada'), fileOf(manyEvents(30)))
    const drained = diary.drain.drain()
    await held.arrived
    const others = await bring(diary, ben, await diary.calendar('ben'), fileOf(manyEvents(500)))
    const isOthers = eq(importObjects.importId, others.body.id)
    let times = 0
    await inTransaction(diary.ctx.db, async (tx) => {
      times++
      await tx.select().from(importObjects).where(isOthers).for('update')
      expect(await diary.done<ImportState>(ada, `DELETE /api/import/${body.id}`)).toMatchObject({ status: 'cancelled' })
    })
    // One that is waited for would be ended by the server, and begin anew.
    expect(times).toBe(1)
    await diary.done<ImportState>(ben, `DELETE /api/import/${others.body.id}`)
    held.release()
    await drained
    await diary.drain.drain()
    expect(await stateOf(body.id)).toMatchObject({ status: 'cancelled', done: 1, failed: 0 })
  })

  test('fails with what is left when its calendar goes', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const { body } = await bring(diary, ada, calendar, fileOf(manyEvents(5)))
    await diary.ctx.db.delete(calendars).where(eq(calendars.id, calendar.id))
    await diary.drain.drain()
    expect(await stateOf(body.id)).toMatchObject({ status: 'failed', total: 5, failed: 5 })
  })

  test('counts what the server refuses, and keeps none of it among the member’s own changes', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    diary.proxy.fault({ method: 'PUT', times: 2 }, answer(413))
    const state = await broughtIn(diary, ada, calendar, fileOf(manyEvents(5)))
    expect(state).toMatchObject({ status: 'done', total: 5, done: 3, failed: 2 })
    expect(await refusedOf(state)).toEqual([
      { title: 'event 0', day: '2026-01-01' },
      { title: 'event 1', day: '2026-01-02' },
    ])
    expect(await diary.done<object>(ada, 'GET /api/me/writes')).toEqual({ writes: [] })
    expect((await diary.rows()).filter(({ isImport }) => isImport)).toEqual([])
  })

  test('names the first hundred that are refused, whatever they are called, to their member alone', async () => {
    const { ada, ben } = diary.cast
    const calendar = await diary.calendar('ada')
    await diary.done(ada, 'PUT /api/admin/config/timezone', { timezone: 'America/New_York' })
    const late = [`UID:late`, 'DTSTART:20261201T030000Z', `SUMMARY:${'🎂'.repeat(200)}`]
    const whole = ['UID:whole', 'DTSTART;VALUE=DATE:20261224']
    diary.proxy.fault({ method: 'PUT' }, answer(413))
    const state = await broughtIn(diary, ada, calendar, fileOf([late, whole, ...manyEvents(110)]))
    expect(state).toMatchObject({ status: 'done', done: 0, failed: 112 })
    const refused = await refusedOf(state)
    expect(refused).toHaveLength(100)
    expect(refused.slice(0, 2)).toEqual([
      { title: `${'🎂'.repeat(127)}`, day: '2026-11-30' },
      { title: '', day: '2026-12-24' },
    ])
    expect((await ask(diary, ben, `GET /api/import/${state.id}/refused`)).status).toBe(404)
    await diary.done(ada, 'PUT /api/admin/config/timezone', { timezone: 'UTC' })
  })

  test('goes on after errors, lost answers and conditions that are not met, and doubles nothing', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    const { proxy } = diary
    proxy.fault({ method: 'PUT', times: 1 }, answer(500))
    proxy.fault({ method: 'PUT', times: 1 }, loseAnswer())
    proxy.fault({ method: 'PUT', times: 1 }, cutBefore())
    proxy.fault({ method: 'PUT', times: 1 }, answer(503, { headers: { 'retry-after': '30' } }))
    proxy.fault({ method: 'PUT', times: 1 }, answer(412))
    const { id } = await broughtIn(diary, ada, calendar, fileOf(manyEvents(12)))
    for (let round = 0; round < 8; round += 1) {
      const state = await stateOf(id)
      expect(await countEvents('ada', pathOf(calendar))).toBeGreaterThanOrEqual(state.done)
      diary.clock.advance(60_000)
      await diary.drain.drain()
    }
    expect(await stateOf(id)).toMatchObject({ status: 'done', done: 12, known: 0, failed: 0 })
    expect(await countEvents('ada', pathOf(calendar))).toBe(12)
  })

  test('gives up after three tries what the server says stands there already, and never shows', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    diary.proxy.fault({ method: 'PUT', body: /event 1/ }, answer(412))
    const { id } = await broughtIn(diary, ada, calendar, fileOf(manyEvents(3)))
    await whileTime(6, 1, () => diary.sync(calendar))
    expect(await stateOf(id)).toMatchObject({ status: 'done', done: 2, failed: 1 })
    const tries = diary.proxy.requests.filter(({ method, body }) => method === 'PUT' && body.includes('event 1'))
    expect(tries).toHaveLength(3)
  })
})

describe('an import whose server does not answer', () => {
  test('waits for it, fails nothing, and goes on when it is back', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    await diary.sync(calendar)
    const isBack = diary.proxy.fault({}, cutBefore())
    const { id } = await broughtIn(diary, ada, calendar, fileOf(manyEvents(12)))
    await whileTime(180, 8)
    expect(await stateOf(id)).toMatchObject({ status: 'running', total: 12, done: 0, failed: 0 })
    isBack()
    await whileTime(45, 8)
    expect(await stateOf(id)).toMatchObject({ status: 'done', done: 12, failed: 0 })
    expect(await countEvents('ada', pathOf(calendar))).toBe(12)
  })

  test('whose app password is refused waits for another one, and goes on with it', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    await diary.sync(calendar)
    const isAccepted = diary.proxy.fault({}, answer(401))
    const { id } = await broughtIn(diary, ada, calendar, fileOf(manyEvents(12)))
    await whileTime(48, 8)
    expect(await stateOf(id)).toMatchObject({ status: 'running', total: 12, done: 0, failed: 0 })
    const tries = diary.proxy.requests.length
    isAccepted()
    await whileTime(8, 8)
    expect(diary.proxy.requests).toHaveLength(tries)
    await giveAccount(diary.ctx, ada.id, 'ada', diary.proxy.url)
    await whileTime(8, 8)
    expect(await stateOf(id)).toMatchObject({ status: 'done', done: 12, failed: 0 })
    expect(await countEvents('ada', pathOf(calendar))).toBe(12)
  })

  test('does not wait for a single event that a server which answers never takes', async () => {
    const { ada } = diary.cast
    const calendar = await diary.calendar('ada')
    diary.proxy.fault({ method: 'PUT', body: /event 3/ }, answer(500))
    const { id } = await broughtIn(diary, ada, calendar, fileOf(manyEvents(5)))
    await whileTime(48, 8, () => diary.sync(calendar))
    expect(await stateOf(id)).toMatchObject({ status: 'done', done: 4, failed: 1 })
  })
})

describe('moving house', () => {
  test('copies all of one calendar into another', async () => {
    const { ada, ben } = diary.cast
    const [old, own] = [await diary.calendar('ada'), await diary.calendar('ada')]
    await diary.put(old, 'weekly', { RRULE: 'FREQ=WEEKLY;COUNT=3' })
    await diary.put(old, 'meeting', { raw: 'ORGANIZER:mailto:ada@example.org\r\nATTENDEE:mailto:ben@example.org' })
    const into = `/api/import?calendarUrl=${encodeURIComponent(own.url)}`
    const { id } = await diary.done<ImportState>(ada, `POST ${into}`, { fromCalendar: old.id })
    await diary.drain.drain()
    expect(await stateOf(id)).toMatchObject({ status: 'done', total: 2, done: 2 })
    const written = await onServer(own)
    expect(written).toContain('RRULE:FREQ=WEEKLY;COUNT=3')
    expect(written).not.toContain('mailto')
    expect(await countEvents('ada', pathOf(old))).toBe(2)
    const bens = await diary.calendar('ben')
    for (const [body, status] of [
      [{ fromCalendar: bens.id }, 404],
      [{ fromCalendar: '1' }, 400],
      [{}, 400],
    ] as const) {
      expect((await diary.request(ada, `POST ${into}`, body)).status).toBe(status)
    }
    expect((await diary.request(ben, `POST ${into}`, { fromCalendar: bens.id })).status).toBe(403)
  })
})

test('over a connection: a file of three megabytes is taken, and nothing else of that size, announced or not', async () => {
  const { ada } = diary.cast
  const calendar = await diary.calendar('ada')
  diary.app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false, maxRequestBodySize: SERVER_MAX_BODY_BYTES })
  const text = fileOf([[...eventOf('long'), `DESCRIPTION:${'x'.repeat(3 * 1024 * 1024)}`], eventOf('short')])
  const send = async (path: string, type: string, isAnnounced: boolean) => {
    const body = isAnnounced ? text : inChunks(text)
    const headers = { cookie: ada.cookie, 'content-type': type }
    const response = await fetch(new URL(path, diary.app.server!.url), { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as object }
  }
  const path = `/api/import/preview?calendarUrl=${encodeURIComponent(calendar.url)}`
  for (const isAnnounced of [true, false]) {
    expect(await send(path, 'text/calendar', isAnnounced)).toMatchObject({
      status: 200,
      body: { total: 2, skipped: 1 },
    })
    expect((await send('/api/lists', 'application/json', isAnnounced)).status).toBe(413)
    expect((await send('/api/auth/local/login', 'application/json', isAnnounced)).status).toBe(413)
    expect((await send(path, 'application/json', isAnnounced)).status).toBe(413)
  }
  await diary.app.stop(true)
})

test.each([
  ['does not answer', cutBefore],
  ['refuses the app password', () => answer(401)],
])('an import whose server %s waits for a week at most', async (_, fault) => {
  const { ada } = diary.cast
  const calendar = await diary.calendar('ada')
  const session = { ...ada, cookie: await cookieFor(diary.ctx, ada.id) }
  diary.proxy.fault({}, fault())
  const { id } = await broughtIn(diary, session, calendar, fileOf(manyEvents(40)))
  diary.clock.advance(7 * 24 * 60 * 60_000)
  await whileTime(300, 8)
  // Sessions have ended by now.
  const [job] = await diary.ctx.db.select().from(imports).where(eq(imports.id, id))
  expect(job).toMatchObject({ status: 'done', done: 0, failed: 40 })
  await giveAccount(diary.ctx, ada.id, 'ada', diary.proxy.url)
})

test('files of one member that come all at once are read a few at a time, and keep nobody else from theirs', async () => {
  const { ada, ben } = diary.cast
  const body = Buffer.from(fileOf(manyEvents(2_000)))
  const [own, bens] = [await diary.calendar('ada'), await diary.calendar('ben')]
  const look = ({ id: memberId }: Member, { url: calendarUrl }: CalendarRow) =>
    previewImport(diary.ctx, { memberId, calendarUrl, body })
  const flood = Array.from({ length: 30 }, () => look(ada, own))
  const others = look(ben, bens)
  const outcomes = await Promise.allSettled(flood)
  const read = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(read.length).toBeGreaterThanOrEqual(10)
  expect(read.length).toBeLessThan(30)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 503 })
  }
  expect(await others).toMatchObject({ total: 2_000 })
  expect(await look(ada, own)).toMatchObject({ total: 2_000 })
})

test('an import goes thirty days after its end, and never while it waits', async () => {
  const { ctx, clock, cast } = diary
  const month = 31 * 24 * 60 * 60_000
  const cookie = await cookieFor(ctx, cast.ada.id)
  const calendar = await diary.calendar('ada')
  const { body } = await bring(diary, { ...cast.ada, cookie }, calendar, fileOf(manyEvents(2)))
  const isThere = async () => (await ctx.db.$count(imports, eq(imports.id, body.id))) === 1
  clock.advance(month)
  await pruneImports(ctx)
  expect(await isThere()).toBe(true)
  await diary.drain.drain()
  await pruneImports(ctx)
  expect(await isThere()).toBe(true)
  clock.advance(month)
  await pruneImports(ctx)
  expect(await isThere()).toBe(false)
})
