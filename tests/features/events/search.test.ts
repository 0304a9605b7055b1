import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, events, eventWords } from '../../../src/platform/db/schema'
import type { EventLines } from '../../support/caldav'
import { ask, type Member, seatedCast } from '../../support/cast'
import { type CalendarRow, cacheEvent, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(() => openHousehold({ at: '2026-11-20T12:00:00Z' }))
const cast = seatedCast(household)
let own: CalendarRow
let family: CalendarRow
let bens: CalendarRow

beforeEach(async () => {
  const { ctx } = household
  await ctx.db.delete(calendars)
  own = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/own/', { displayName: 'Work' })
  family = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/family/', {
    displayName: 'Family',
    isShared: true,
  })
  bens = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/ben/own/', { displayName: 'Ben alone' })
})

interface Hit {
  uid: string
  title: string
  start: string
  end: string
  notes: string | null
  [field: string]: unknown
}
interface Hits {
  hits: Hit[]
  nextCursor: string | null
}

const put = (calendar: CalendarRow, uid: string, lines: EventLines) => cacheEvent(household.ctx, calendar, uid, lines)

async function search(q: string, query: Record<string, string> = {}, who: Member = cast.ada): Promise<Hits> {
  const { status, body } = await ask<Hits>(
    household,
    who,
    `GET /api/events/search?${new URLSearchParams({ q, ...query })}`,
  )
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const uids = async (...asked: Parameters<typeof search>) => (await search(...asked)).hits.map(({ uid }) => uid)

const DENTIST: EventLines = {
  SUMMARY: 'Zahnarzt mit Žofie',
  LOCATION: 'Große Straße 5\\, Käsehütte',
  DESCRIPTION: 'Bring the X-ray\\nfrom last year',
  DTSTART: '20261201T090000Z',
  DTEND: '20261201T100000Z',
  raw: 'CATEGORIES:Cleo\r\nORGANIZER;CN="Dr. Özdemir":mailto:praxis@example.org\r\nATTENDEE;CN=Nora:mailto:n@example.org',
}

test('a hit has every field', async () => {
  await put(own, 'dentist', DENTIST)
  expect(await search('zahn')).toEqual({
    hits: [
      {
        uid: 'dentist',
        calendarId: own.id,
        calendarName: 'Work',
        title: 'Zahnarzt mit Žofie',
        start: '2026-12-01T09:00:00.000Z',
        end: '2026-12-01T10:00:00.000Z',
        allDay: false,
        color: '#2563EB',
        ownerName: 'Ada',
        isRecurring: false,
        location: 'Große Straße 5, Käsehütte',
        notes: 'Bring the X-ray\nfrom last year',
      },
    ],
    nextCursor: null,
  })
})

describe('an event is found by', () => {
  beforeEach(() => put(own, 'dentist', DENTIST))
  const QUERIES: [string, boolean][] = [
    ['zahnarzt', true],
    ['ZAHN', true],
    ['arzt', false],
    ['zofie', true],
    ['Žof', true],
    ['grosse', true],
    ['GROSSE strasse', true],
    ['große', true],
    ['kase', true],
    ['käse', true],
    ['kaesehuette', true],
    ['käsehuette', true],
    ['ray', true],
    ['x-ray', true],
    ['year dentist', false],
    ['last zahnarzt 5', true],
    ['cleo', true],
    ['ozdemir nora', true],
    ['oezdemir', true],
    ['work', true],
    ['work zahnarzt', true],
    ['ada zahnarzt', true],
    ['ben', false],
    ['family', false],
    ['zahnarzt zahnarzt zahn', true],
    ['praxis', false],
    ['%', false],
    ['_', false],
    ['zahn%', true],
    ['z_hnarzt', false],
    ["'; drop table events; --", false],
    ['"zahnarzt"', true],
    ['\\', false],
    ['🦷', false],
    ['‮zahnarzt', true],
    ['שלום', false],
    ['zahnarzt '.repeat(22), true],
    ['a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(3), false],
    ['zz'.repeat(100), false],
  ]
  test.each(QUERIES)('%p: %p', async (q, isFound) => {
    expect(await uids(q)).toEqual(isFound ? ['dentist'] : [])
  })
})

test('words of scripts without blanks and pictures are found, too', async () => {
  await put(own, 'cake', { SUMMARY: '🎂 歯医者の予約', DTSTART: '20261201' })
  for (const q of ['🎂', '歯医者', '予約', '者の']) expect([q, await uids(q)]).toEqual([q, ['cake']])
  expect(await uids('🎈')).toEqual([])
})

describe('the order', () => {
  beforeEach(async () => {
    await put(own, 'soon', { SUMMARY: 'Choir', DTSTART: '20261122T180000Z', DTEND: '20261122T190000Z' })
    await put(own, 'now', { SUMMARY: 'Choir', DTSTART: '20261120T110000Z', DTEND: '20261120T130000Z' })
    await put(own, 'ended', { SUMMARY: 'Choir', DTSTART: '20261120T110000Z', DTEND: '20261120T120000Z' })
    await put(own, 'today', { SUMMARY: 'Choir', DTSTART: '20261120', DTEND: '20261121' })
    await put(own, 'yesterday', { SUMMARY: 'Choir', DTSTART: '20261119', DTEND: '20261120' })
    await put(own, 'long ago', { SUMMARY: 'Choir', DTSTART: '20140101T100000Z' })
    await put(family, 'far', { SUMMARY: 'Choir', DTSTART: '20400101T100000Z' })
    await put(own, 'weekly', { SUMMARY: 'Choir', DTSTART: '20200107T180000Z', RRULE: 'FREQ=WEEKLY' })
    await put(own, 'was weekly', { SUMMARY: 'Choir', DTSTART: '20200107T180000Z', RRULE: 'FREQ=WEEKLY;COUNT=3' })
    await put(own, 'leap', { SUMMARY: 'Choir', DTSTART: '20200229T180000Z', RRULE: 'FREQ=YEARLY' })
    await put(own, 'cancelled', { SUMMARY: 'Choir', DTSTART: '20261205T180000Z', raw: 'STATUS:CANCELLED' })
  })
  const ORDER = ['today', 'now', 'soon', 'weekly', 'leap', 'far', 'ended', 'yesterday', 'was weekly', 'long ago']

  test('is what comes by its start, then what is over, the latest first; a series stands once', async () => {
    const { hits } = await search('choir')
    expect(hits.map(({ uid }) => uid)).toEqual(ORDER)
    expect(hits.find(({ uid }) => uid === 'weekly')).toMatchObject({
      start: '2026-11-24T18:00:00.000Z',
      isRecurring: true,
    })
    expect(hits.find(({ uid }) => uid === 'leap')?.start).toBe('2028-02-29T18:00:00.000Z')
    expect(hits.find(({ uid }) => uid === 'was weekly')?.start).toBe('2020-01-21T18:00:00.000Z')
  })

  test.each([1, 2, 3, 9, 10])('is the same in pages of %p, though time goes on and others are added', async (limit) => {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page: Hits = await search('choir', { limit: `${limit}`, ...(cursor !== null && { cursor }) })
      pages.push(page.hits.map(({ uid }) => uid))
      cursor = page.nextCursor
      household.clock.advance(3_600_000)
      await put(own, 'first of all', { SUMMARY: 'Choir', DTSTART: '20261120', DTEND: '20261121' })
    } while (cursor !== null)
    household.clock.set('2026-11-20T12:00:00Z')
    const all = pages.flat().filter((uid) => uid !== 'first of all')
    expect(all).toEqual(ORDER)
    expect(pages.every((page, at) => page.length === limit || at === pages.length - 1)).toBe(true)
  })

  test('is of the range that is asked for', async () => {
    expect(await uids('choir', { from: '2026-11-20', to: '2026-11-22' })).toEqual(['today', 'now', 'ended'])
    expect(await uids('choir', { from: '2026-12-01' })).toEqual(['weekly', 'leap', 'far'])
    // Further than any event can be.
    const all = await uids('choir')
    expect(await uids('choir', { from: '0001-01-01', to: '9999-12-31' })).toEqual(all)
    expect(await uids('choir', { from: '0999-12-31' })).toEqual(all)
    expect(await uids('choir', { to: '9999-01-01' })).toEqual(all)
    expect(await uids('choir', { from: '0001-01-01', to: '0002-01-01' })).toEqual([])
    expect(await uids('choir', { from: '9999-01-01', to: '9999-12-31' })).toEqual([])
    const { hits } = await search('choir', { from: '2026-12-02', to: '2026-12-10' })
    expect(hits.map(({ start }) => start)).toEqual(['2026-12-08T18:00:00.000Z'])
    const before = await search('choir', { to: '2020-01-12' })
    expect(before.hits.map(({ uid, start }) => `${uid} ${start.slice(0, 10)}`)).toEqual([
      'was weekly 2020-01-07',
      'weekly 2020-01-07',
      'long ago 2014-01-01',
    ])
  })
})

test('a series is found by what one of its occurrences alone says', async () => {
  const raw =
    'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:choir\r\nRECURRENCE-ID:20261208T180000Z\r\nDTSTART:20261209T180000Z\r\n' +
    'SUMMARY:Choir at the lake\r\nDESCRIPTION:Swimming things'
  await put(own, 'choir', { SUMMARY: 'Choir', DTSTART: '20261201T180000Z', RRULE: 'FREQ=WEEKLY', raw })
  expect((await search('lake')).hits).toMatchObject([{ uid: 'choir', start: '2026-12-01T18:00:00.000Z' }])
  expect((await search('swim')).hits).toMatchObject([{ uid: 'choir', notes: 'Swimming things' }])
})

test('a series whose days end with the last year there is is found, and keeps nothing else from it', async () => {
  const lastDay = { DTSTART: '99991231', RRULE: 'FREQ=YEARLY', SUMMARY: 'Doomsday' }
  await put(own, 'last', lastDay)
  await put(own, 'soon', { SUMMARY: 'Doomsday party' })
  expect((await search('doomsday')).hits).toMatchObject([
    { uid: 'soon' },
    { uid: 'last', start: '9999-12-31', end: '10000-01-01' },
  ])
})

test('long notes are carried around the first word that was found', async () => {
  await put(own, 'letter', {
    SUMMARY: 'Letter',
    DTSTART: '20261201',
    DESCRIPTION: `${'lorem ipsum '.repeat(500)}Hausmeister ${'dolor sit '.repeat(500)}`,
  })
  const [hit] = (await search('hausm')).hits
  expect(hit!.notes).toMatch(/^….*Hausmeister dolor.*…$/s)
  expect(hit!.notes!.length).toBeLessThanOrEqual(502)
})

describe('what is found follows what is stored', () => {
  test('a changed event by its new words alone, a removed one by none', async () => {
    const { ctx } = household
    await put(own, 'tea', { SUMMARY: 'Tea', DTSTART: '20261201' })
    await put(own, 'tea', { SUMMARY: 'Coffee', DTSTART: '20261201' })
    expect(await uids('tea')).toEqual([])
    expect(await uids('coffee')).toEqual(['tea'])
    const [row] = await ctx.db.select().from(events).where(eq(events.uid, 'tea'))
    await ctx.db.delete(events).where(eq(events.uid, 'tea'))
    expect(await uids('coffee')).toEqual([])
    expect(await ctx.db.select().from(eventWords).where(eq(eventWords.eventId, row!.id))).toEqual([])
  })

  test('a series that becomes one event moves with it', async () => {
    await put(own, 'tea', { SUMMARY: 'Tea', DTSTART: '20261201T100000Z', RRULE: 'FREQ=DAILY' })
    expect((await search('tea')).hits).toMatchObject([{ isRecurring: true, start: '2026-12-01T10:00:00.000Z' }])
    await put(own, 'tea', { SUMMARY: 'Tea', DTSTART: '20261203T100000Z' })
    expect((await search('tea')).hits).toMatchObject([{ isRecurring: false, start: '2026-12-03T10:00:00.000Z' }])
  })
})

describe('private things stay private', () => {
  const secret = { SUMMARY: 'Surprise', DTSTART: '20261201' }

  test('another’s calendar is searched only where it is open to the household, and only when that is asked for', async () => {
    await put(bens, 'gift', secret)
    const seen = async () => [
      await uids('surprise', {}, cast.ada),
      await uids('surprise', { household: 'true' }, cast.ada),
      await uids('surprise', {}, cast.ben),
    ]
    const show = (visibility: CalendarRow['visibility']) =>
      household.ctx.db.update(calendars).set({ visibility }).where(eq(calendars.id, bens.id))
    expect(await seen()).toEqual([[], [], ['gift']])
    await show('busy')
    expect(await seen()).toEqual([[], [], ['gift']])
    expect(await uids('busy', { household: 'true' }, cast.ada)).toEqual([])
    await show('household')
    expect(await seen()).toEqual([[], ['gift'], ['gift']])
  })

  test('what another keeps private in an open calendar is found by its owner alone', async () => {
    await household.ctx.db.update(calendars).set({ visibility: 'household' }).where(eq(calendars.id, bens.id))
    await put(bens, 'gift', { ...secret, CLASS: 'PRIVATE' })
    await put(bens, 'yearly', { ...secret, RRULE: 'FREQ=YEARLY', CLASS: 'CONFIDENTIAL' })
    await put(bens, 'party', secret)
    expect(await uids('surprise', { household: 'true' }, cast.ada)).toEqual(['party'])
    expect((await uids('surprise', {}, cast.ben)).toSorted()).toEqual(['gift', 'party', 'yearly'])
    expect(await search('surprise', { household: 'true', limit: '1' })).toMatchObject({ nextCursor: null })
  })

  test('no page is shorter, and no cursor stands, for what another has', async () => {
    for (let index = 0; index < 5; index++) await put(bens, `gift-${index}`, secret)
    await put(own, 'mine', secret)
    expect(await search('surprise', { limit: '1' })).toMatchObject({ hits: [{ uid: 'mine' }], nextCursor: null })
  })

  test('one’s own hidden calendars are left out of the household’s', async () => {
    await put(own, 'gift', secret)
    await household.ctx.db.update(calendars).set({ isHidden: true }).where(eq(calendars.id, own.id))
    expect(await uids('surprise')).toEqual(['gift'])
    expect(await uids('surprise', { household: 'true' })).toEqual([])
  })
})

test('what the shared calendar holds as well is found once, as shared', async () => {
  for (const calendar of [own, family]) {
    await put(calendar, 'dinner', { SUMMARY: 'Dinner', DTSTART: '20261202T180000Z' })
    await put(calendar, 'brunch', { SUMMARY: 'Dinner', DTSTART: '20261203T180000Z', RRULE: 'FREQ=WEEKLY' })
  }
  await put(own, 'alone', { SUMMARY: 'Dinner', DTSTART: '20261202T180000Z' })
  const found = async (limit: string) => {
    const { hits } = await search('dinner', { limit })
    return hits.map(({ uid, calendarName }) => `${uid} ${calendarName}`)
  }
  expect((await found('20')).sort()).toEqual(['alone Work', 'brunch Family', 'dinner Family'])
  expect(await found('2')).toHaveLength(2)
  // A note of one's own in the copy finds the copy.
  await put(own, 'dinner', { SUMMARY: 'Dinner', DESCRIPTION: 'wine', DTSTART: '20261202T180000Z' })
  expect(await uids('wine')).toEqual(['dinner'])
})

test.each([
  ['', 400],
  ['q=', 400],
  [`q=${'x'.repeat(201)}`, 400],
  [`q=${encodeURIComponent('🎂'.repeat(200))}`, 200],
  ['q=x&limit=0', 400],
  ['q=x&limit=101', 400],
  ['q=x&limit=1e1', 400],
  ['q=x&limit=100', 200],
  ['q=x&from=2026-02-30', 400],
  ['q=x&from=2026-03-01&to=2026-03-01', 400],
  ['q=x&to=2026-03-01', 200],
  ['q=x&from=0001-01-01&to=9999-12-31', 200],
  ['q=x&from=0001-01-01&to=0001-01-01', 400],
  ['q=x&from=9999-12-31&to=9999-01-01', 400],
  ['q=x&to=9999-02-29', 400],
  ['q=x&cursor=nonsense', 400],
  ['q=x&cursor=', 400],
  [`q=x&cursor=${Buffer.from('[1e400,1,2,3]').toString('base64url')}`, 400],
  ['q=x&household=yes', 400],
])('%s is answered %p', async (query, expected) => {
  expect((await ask(household, cast.ada, `GET /api/events/search?${query}`)).status).toBe(expected)
})

test.each([
  ['of a time beyond all dates', [Number.MAX_SAFE_INTEGER, 1, 0, 0], 400],
  ['of the last moment that there is', [8.64e15, 0, 0, 0], 400],
  ['of a year that no date can say', [Date.UTC(10_000, 0, 1), 1, 0, 1], 400],
  ['of a day to come', [Date.UTC(2026, 10, 22), 1, 0, 0], 400],
  ['of a clock that goes a little fast', [Date.UTC(2026, 10, 20, 12, 5), 1, 0, 0], 200],
  ['of this moment, behind whatever there is', [Date.UTC(2026, 10, 20, 12), 0, -Number.MAX_SAFE_INTEGER, -1], 200],
  ['of a time before all dates', [-Number.MAX_SAFE_INTEGER, 1, 0, 0], 400],
])('a cursor %s is answered beside a series without an end', async (_, values, expected) => {
  await put(own, 'choir', { SUMMARY: 'Choir', DTSTART: '20260101', RRULE: 'FREQ=WEEKLY' })
  const cursor = Buffer.from(JSON.stringify(values)).toString('base64url')
  const { status } = await ask(household, cast.ada, `GET /api/events/search?q=choir&cursor=${cursor}`)
  expect(status).toBe(expected)
})
