import { beforeEach, describe, expect, test } from 'bun:test'
import { readPeople } from '../../../src/household/people'
import { calendars, persons } from '../../../src/platform/db/schema'
import { calendarOf } from '../../calendar/ical/cast'
import type { EventLines } from '../../support/caldav'
import { ask, type Member, seatedCast } from '../../support/cast'
import { type CalendarRow, cacheEvent, cacheText, insertCalendar, type Occurrence } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { beforeNext } from '../../support/statements'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })
beforeEach(async () => {
  await household.ctx.db.delete(calendars)
})

const SHIFT = { DTSTART: '20261202T180000Z', DTEND: '20261202T190000Z', SUMMARY: 'Late shift', LOCATION: 'Ward 7' }
const add = (who: Member, name: string, options: Partial<CalendarRow> = {}) =>
  insertCalendar(household.ctx, who.id, `https://cal.test/${name}/`, { displayName: name, ...options })
const put = (calendar: CalendarRow, uid: string, lines: EventLines = SHIFT) =>
  cacheEvent(household.ctx, calendar, uid, lines)

async function seenBy(who: Member, query = '&household=true') {
  const request = `GET /api/events?start=2026-12-01&end=2026-12-08${query}`
  return (await ask<{ occurrences: Occurrence[] }>(household, who, request)).body.occurrences
}
/** The first of what reads the texts of series. */
const READS_TEXTS = /octet_length/
const titles = async (who: Member, query?: string) => (await seenBy(who, query)).map(({ title }) => title)

describe('a calendar of somebody else', () => {
  test.each(['private', 'busy', 'household'] as const)(
    'that is %s shows nothing to those who do not ask',
    async (visibility) => {
      await put(await add(cast.ben, 'ben', { visibility }), 'shift')
      for (const query of ['', '&household=false']) expect(await seenBy(cast.ada, query)).toEqual([])
    },
  )

  /** What both kinds of occurrence have in common here. */
  const bens = (calendarId: number) => ({
    allDay: false,
    isRecurring: false,
    recurrenceId: null,
    seriesStart: null,
    calendarId,
    color: '#0F766E',
    isShared: false,
    userId: cast.ben.id,
    ownerName: 'Ben',
    reminderLeadMinutes: null,
    reminderIsCustom: false,
    personIds: [],
    people: [],
  })

  test('is seen whole when its owner has opened it', async () => {
    const calendar = await add(cast.ben, 'Work', { visibility: 'household' })
    await put(calendar, 'shift')
    expect(await seenBy(cast.cleo)).toEqual([
      {
        ...bens(calendar.id),
        uid: 'shift',
        title: 'Late shift',
        location: 'Ward 7',
        start: '2026-12-02T18:00:00.000Z',
        end: '2026-12-02T19:00:00.000Z',
        calendarName: 'Work',
        access: 'household',
      },
    ])
  })

  test('is seen as times alone when its owner is to show as busy', async () => {
    const calendar = await add(cast.ben, 'Work', { visibility: 'busy' })
    await put(calendar, 'shift', { ...SHIFT, RRULE: 'FREQ=DAILY;COUNT=2', CATEGORIES: 'Ben' })
    const busy = (day: string) => ({
      ...bens(calendar.id),
      uid: expect.stringMatching(/^[\w-]{43}$/),
      title: 'Busy',
      location: null,
      start: `2026-12-${day}T18:00:00.000Z`,
      end: `2026-12-${day}T19:00:00.000Z`,
      calendarName: 'Busy',
      access: 'busy',
    })
    const seen = await seenBy(cast.cleo)
    expect(seen).toEqual([busy('02'), busy('03')])
    expect(new Set(seen.map(({ uid }) => uid)).size).toBe(2)
    expect(await seenBy(cast.ada)).toEqual(seen)
  })

  test('is nobody else’s to hide', async () => {
    await put(await add(cast.ben, 'ben', { visibility: 'household', isHidden: true }), 'shift')
    expect(await titles(cast.cleo)).toEqual(['Late shift'])
    expect(await titles(cast.ben)).toEqual([])
  })
})

describe('two busy events', () => {
  test('of one member differ in their times and uids alone, whichever calendars they stand in', async () => {
    const first = await add(cast.ben, 'work', { visibility: 'busy' })
    const second = await add(cast.ben, 'doctor', { visibility: 'busy', color: '#ABCDEF' })
    await put(second, 'a', { ...SHIFT, SUMMARY: 'A', LOCATION: 'B', DESCRIPTION: 'C' })
    await put(first, 'b')
    const [one, other] = await seenBy(cast.cleo)
    expect({ ...one, uid: '' }).toEqual({ ...other!, uid: '' })
    expect(one).toMatchObject({ calendarId: first.id })
  })

  test('stand in an order that their titles have no part in', async () => {
    const calendar = await add(cast.ben, 'work', { visibility: 'busy' })
    const uids = async (titles: string[]) => {
      for (const [at, title] of titles.entries()) await put(calendar, `event ${at}`, { ...SHIFT, SUMMARY: title })
      return (await seenBy(cast.cleo)).map(({ uid }) => uid)
    }
    expect(await uids(['A', 'B', 'C', 'D'])).toEqual(await uids(['D', 'C', 'B', 'A']))
  })

  test('one of which the shared calendar holds too are both shown', async () => {
    await put(await add(cast.ada, 'family', { isShared: true }), 'party', { ...SHIFT, SUMMARY: 'Party' })
    await put(await add(cast.ben, 'ben', { visibility: 'busy' }), 'party')
    expect(await titles(cast.cleo)).toEqual(['Busy', 'Party'])
  })

  test('stand by start and then title among all others, by the title that is shown', async () => {
    const family = await add(cast.ada, 'family', { isShared: true })
    const bens = await add(cast.ben, 'ben', { visibility: 'busy' })
    const cleos = await add(cast.cleo, 'cleo')
    const later = { DTSTART: '20261202T183000Z', DTEND: '20261202T190000Z' }
    await put(family, 'zoo', { ...SHIFT, SUMMARY: 'Zebra' })
    await put(family, 'late', { ...later, SUMMARY: 'Aerobics' })
    await put(cleos, 'choir', { ...SHIFT, SUMMARY: 'Choir' })
    await put(cleos, 'art', { ...SHIFT, SUMMARY: 'Art' })
    await put(bens, 'first', { ...SHIFT, SUMMARY: 'Zumba' })
    await put(bens, 'second', { ...later, SUMMARY: 'A talk' })
    expect(await titles(cast.cleo)).toEqual(['Art', 'Busy', 'Choir', 'Zebra', 'Aerobics', 'Busy'])
  })
})

test('an event, or one of a series, that takes up nobody’s time does not show as busy', async () => {
  const calendar = await add(cast.ben, 'ben', { visibility: 'busy' })
  await put(calendar, 'birthday', { DTSTART: '20261202', SUMMARY: 'A birthday', TRANSP: 'TRANSPARENT' })
  await put(calendar, 'shift', { ...SHIFT, TRANSP: 'OPAQUE' })
  const series = (first: string, then: string) => [
    ['UID:series', 'DTSTART:20261203T090000Z', 'RRULE:FREQ=DAILY;COUNT=2', `TRANSP:${first}`],
    ['UID:series', 'RECURRENCE-ID:20261204T090000Z', 'DTSTART:20261204T090000Z', `TRANSP:${then}`],
  ]
  for (const [first, then, day] of [
    ['OPAQUE', 'TRANSPARENT', '03'],
    ['TRANSPARENT', 'OPAQUE', '04'],
  ] as const) {
    await cacheText(household.ctx, calendar, 'series', calendarOf(...series(first, then)))
    const days = (await seenBy(cast.cleo)).map(({ start }) => start.slice(8, 10))
    expect(days).toEqual(['02', day])
  }
  await household.ctx.db.update(calendars).set({ visibility: 'household' })
  expect(await titles(cast.cleo)).toContain('A birthday')
})

describe('what its owner’s program keeps private in a calendar that is open', () => {
  const GIFT = { ...SHIFT, SUMMARY: 'A gift', LOCATION: 'Jeweller' }

  test.each(['PRIVATE', 'CONFIDENTIAL', 'X-FAMILY', 'private'])(
    '(CLASS:%s) is told to others as times alone',
    async (word) => {
      const calendar = await add(cast.ben, 'ben', { visibility: 'household' })
      await put(calendar, 'gift', { ...GIFT, CLASS: word })
      await put(calendar, 'tea', { DTSTART: '20261203T150000Z', SUMMARY: 'Tea', CLASS: 'PUBLIC' })
      const [gift, tea] = await seenBy(cast.cleo)
      expect(gift).toMatchObject({ title: 'Busy', location: null, calendarName: 'Busy', access: 'busy' })
      expect(gift).toMatchObject({ calendarId: calendar.id, start: '2026-12-02T18:00:00.000Z' })
      expect(gift?.uid).not.toBe('gift')
      expect(tea).toMatchObject({ title: 'Tea', access: 'household' })
      expect(await titles(cast.ben)).toEqual(['A gift', 'Tea'])
    },
  )

  test('is a whole series as soon as one of its occurrences is', async () => {
    const calendar = await add(cast.ben, 'ben', { visibility: 'household' })
    const series = calendarOf(
      ['UID:walk', 'DTSTART:20261203T090000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:Walk'],
      ['UID:walk', 'RECURRENCE-ID:20261204T090000Z', 'DTSTART:20261204T100000Z', 'SUMMARY:Jeweller', 'CLASS:PRIVATE'],
    )
    await cacheText(household.ctx, calendar, 'walk', series)
    expect(await titles(cast.cleo)).toEqual(['Busy', 'Busy'])
    expect(await titles(cast.ben)).toEqual(['Walk', 'Jeweller'])
  })

  test('is so for whoever reads a series just as it becomes private', async () => {
    const calendar = await add(cast.ben, 'ben', { visibility: 'household' })
    const choir = { DTSTART: '20261202T180000Z', RRULE: 'FREQ=DAILY;COUNT=2' }
    await put(calendar, 'choir', { ...choir, SUMMARY: 'Choir' })
    const reading = beforeNext(household.ctx, READS_TEXTS, () =>
      put(calendar, 'choir', { ...choir, SUMMARY: 'A gift', CLASS: 'PRIVATE' }),
    )
    expect(await titles(cast.cleo)).toEqual(['Busy', 'Busy'])
    expect(reading.hasCome).toBe(true)
    expect(await titles(cast.cleo)).toEqual(['Busy', 'Busy'])
  })

  test('looks like the busy calendars of the same member', async () => {
    const work = await add(cast.ben, 'work', { visibility: 'busy' })
    await put(work, 'shift')
    await put(await add(cast.ben, 'ben', { visibility: 'household' }), 'gift', { ...GIFT, CLASS: 'PRIVATE' })
    const [one, other] = await seenBy(cast.cleo)
    expect({ ...one, uid: '' }).toEqual({ ...other!, uid: '' })
    expect(one).toMatchObject({ calendarId: work.id })
  })

  test('and is shown where everybody writes, and where it is a word of whoever publishes a feed', async () => {
    await put(await add(cast.ada, 'family', { isShared: true }), 'gift', { ...GIFT, CLASS: 'PRIVATE' })
    const school = await add(cast.ben, 'school', { source: 'feed', visibility: 'household' })
    await put(school, 'trip', { DTSTART: '20261203', SUMMARY: 'Trip', CLASS: 'PRIVATE' })
    expect(await titles(cast.cleo)).toEqual(['A gift', 'Trip'])
  })
})

describe('what is visible in two ways', () => {
  test('by one URL is shown once: as one’s own, as shared, else by the first who opened it', async () => {
    const { ada, ben, cleo } = cast
    const url = 'https://cal.test/school/'
    const bens = await add(ben, 'school', { visibility: 'household' })
    const cleos = await insertCalendar(household.ctx, cleo.id, url, { visibility: 'household' })
    for (const calendar of [bens, cleos]) await put(calendar, 'trip')
    const seen = async (who: Member) => (await seenBy(who)).map(({ calendarId, access }) => [calendarId, access])
    expect(await seen(ada)).toEqual([[bens.id, 'household']])
    expect(await seen(ben)).toEqual([[bens.id, 'own']])
    expect(await seen(cleo)).toEqual([[cleos.id, 'own']])
    const shared = await insertCalendar(household.ctx, ada.id, url, { isShared: true })
    await put(shared, 'trip')
    for (const who of [ada, ben, cleo]) expect(await seen(who)).toEqual([[shared.id, 'shared']])
  })

  test('and hidden by the one who has it too stays hidden from them', async () => {
    await put(await add(cast.ben, 'school', { visibility: 'household' }), 'trip')
    await put(await add(cast.cleo, 'school', { isHidden: true }), 'trip')
    expect(await titles(cast.cleo)).toEqual([])
    expect(await titles(cast.ada)).toEqual(['Late shift'])
  })

  test('by one uid stands in both people’s days, as a copy of a shared event in none', async () => {
    await put(await add(cast.ben, 'ben', { visibility: 'household' }), 'dinner')
    await put(await add(cast.cleo, 'cleo'), 'dinner')
    expect((await seenBy(cast.cleo)).map(({ access }) => access)).toEqual(['household', 'own'])
    await put(await add(cast.ada, 'family', { isShared: true }), 'dinner')
    expect((await seenBy(cast.cleo)).map(({ access }) => access)).toEqual(['shared'])
  })
})

test('an event is for those whom it names, else for the person of its calendar', async () => {
  const { ctx } = household
  const mia = { name: 'Mia', color: '#22872F', position: 9, createdAt: ctx.now() }
  const [{ id: personId } = { id: 0 }] = await ctx.db.insert(persons).values(mia).$returningId()
  const school = await add(cast.ada, 'school', { visibility: 'household', personId })
  const family = await add(cast.ada, 'family', { isShared: true })
  await put(school, 'a trip')
  await put(school, 'b match', { ...SHIFT, CATEGORIES: 'Work,ben' })
  await put(family, 'c dinner')
  const seen = (await seenBy(cast.cleo)).toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
  const { id } = (await readPeople(ctx)).find(({ memberId }) => memberId === cast.ben.id)!
  expect(seen.map(({ personIds, people }) => ({ personIds, people }))).toEqual([
    { personIds: [personId], people: [{ id: personId, name: 'Mia', color: '#22872F' }] },
    { personIds: [id], people: [{ id, name: 'Ben', color: '#0F766E' }] },
    { personIds: [], people: [] },
  ])
})

test('how fresh they are is told by name, of the busy ones by their owner’s alone', async () => {
  const { ben, cleo } = cast
  const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)
  await add(cleo, 'cleo')
  await add(ben, 'doctor', { visibility: 'busy', lastSyncedAt: at('11:58'), lastError: 'The server refused.' })
  await add(ben, 'work', { visibility: 'busy', lastSyncedAt: at('11:30') })
  await add(ben, 'choir', { visibility: 'household', lastSyncedAt: at('11:57') })
  await add(ben, 'diary')
  const told = async (query: string) =>
    (await ask<{ calendars: object[] }>(household, cleo, `GET /api/events/freshness${query}`)).body.calendars
  const own = { displayName: 'cleo', isOwn: true, lastSyncedAt: null, isFailing: false }
  expect(await told('')).toEqual([own])
  expect(await told('?household=true')).toEqual([
    own,
    { displayName: 'choir', isOwn: false, lastSyncedAt: at('11:57').toISOString(), isFailing: false },
    { displayName: 'Ben', isOwn: false, lastSyncedAt: at('11:30').toISOString(), isFailing: true },
  ])
})
