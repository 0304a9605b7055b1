import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { csvOf } from '../../../src/features/export/csv'
import { createNames } from '../../../src/features/export/names'
import { events } from '../../../src/platform/db/schema'
import { giveAccount } from '../../support/caldav'
import { ask, type Member, seatedCast } from '../../support/cast'
import { cacheEvent, cacheText, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { occurrencesByIcalJs } from '../../support/ical-js'
import { opened } from '../../support/opened'

const household = opened(() => openHousehold({ at: '2026-12-02T23:30:00.000Z' }))
const cast = seatedCast(household, { anew: true })

/** What a file begins with is part of it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The archive that a member gets, file by file. */
async function archive(who: Member, path: string): Promise<Record<string, string>> {
  const answer = await household.app.handle(
    new Request(`http://localhost${path}`, { headers: { cookie: who.cookie, 'accept-encoding': 'gzip' } }),
  )
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  // The household's day, not that of UTC.
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="\w+-2026-12-03\.zip"$/)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, decoder.decode(bytes)]))
}

async function addList(who: Member, name: string, isShared: boolean, texts: string[]): Promise<void> {
  const { body } = await ask<{ id: number }>(household, who, 'POST /api/lists', { name, isShared })
  for (const text of texts) await ask(household, who, `POST /api/lists/${body.id}/items`, { text })
}

const zone = (tzid: string, offset: string) =>
  `BEGIN:VTIMEZONE\r\nTZID:${tzid}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:${offset}\r\nTZOFFSETTO:${offset}\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`

describe('what a member takes along', () => {
  test('is every own calendar and every own list, and nobody else’s', async () => {
    const { ctx } = household
    const home = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/home/', { displayName: 'Home / Garten 🌱' })
    const other = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/other/', { displayName: 'home  garten' })
    const cleos = await insertCalendar(ctx, cast.cleo.id, 'https://cal.test/cleo/', { visibility: 'household' })
    await insertCalendar(ctx, cast.ben.id, 'subscription:1', { displayName: 'Bins', source: 'feed', writable: false })
    const meeting = { ATTENDEE: 'mailto:cleo@example.org', 'X-OWN': 'kept' }
    await cacheEvent(ctx, home, 'long-ago', { DTSTART: '20010101T090000Z', SUMMARY: 'Long ago', ...meeting })
    await cacheEvent(ctx, other, 'other', { SUMMARY: 'Other' })
    await cacheEvent(ctx, cleos, 'cleos', { SUMMARY: 'Chemotherapy' })
    await addList(cast.ben, 'Errands', false, ['=1+1', 'Milk, 2 l', 'Say "hi"\nlater'])
    await addList(cast.cleo, 'Groceries', true, ['Bread'])
    const files = await archive(cast.ben, '/api/me/export')
    expect(Object.keys(files).toSorted()).toEqual([
      'calendars/Home Garten.ics',
      'calendars/home garten 2.ics',
      'lists/Errands.csv',
      'lists/Errands.json',
    ])
    const calendar = files['calendars/Home Garten.ics']!
    for (const line of ['X-WR-CALNAME:Home / Garten 🌱', 'ATTENDEE:mailto:cleo@example.org', 'X-OWN:kept'])
      expect(calendar).toContain(`${line}\r\n`)
    expect(occurrencesByIcalJs(calendar, 0, Date.parse('2030-01-01'))).toEqual([
      '2001-01-01T09:00:00Z/2001-01-01T09:00:00Z Long ago',
    ])
    expect(JSON.parse(files['lists/Errands.json']!)).toMatchObject({
      name: 'Errands',
      isShared: false,
      items: [
        { text: '=1+1', checked: false },
        { text: 'Milk, 2 l', checked: false },
        { text: 'Say "hi"\nlater', checked: false },
      ],
    })
    expect(files['lists/Errands.csv']).toStartWith(
      '\uFEFFtext,checked,amount,section,due,time,added,for,repeat\r\n\'=1+1,no,,,,,2026-12-02T23:30:00.000Z,,\r\n"Milk, 2 l",no,',
    )
    expect(JSON.stringify(files)).not.toMatch(/Chemotherapy|Bread|Bins/)
  })

  test('says in a table who does a chore, and how often', async () => {
    const { body } = await ask<{ id: number }>(household, cast.ben, 'POST /api/lists', {
      name: 'House',
      kind: 'chores',
    })
    const bins = { text: 'Bins', due: '2026-12-04', assigneeIds: [cast.cleo.id, cast.ben.id], rotates: true }
    const repeat = { every: 'week', interval: 2, weekdays: ['TU', 'FR'] }
    await ask(household, cast.ben, `POST /api/lists/${body.id}/items`, { ...bins, repeat })
    await ask(household, cast.ben, `POST /api/lists/${body.id}/items`, { text: 'Filter', repeat: { afterDays: 30 } })
    const table = (await archive(cast.ben, '/api/me/export'))['lists/House.csv']!
    expect(table).toContain(
      'Bins,no,,,2026-12-04,,2026-12-02T23:30:00.000Z,"Cleo, Ben in turn","every 2 weeks: TU, FR"\r\n',
    )
    expect(table).toContain('Filter,no,,,,,2026-12-02T23:30:00.000Z,,30 days after\r\n')
  })

  test('holds what cannot be read as little as our screens do, and is whole without it', async () => {
    const { ctx } = household
    const home = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/home/', { displayName: 'CON' })
    await cacheEvent(ctx, home, 'broken', { SUMMARY: 'Broken' })
    await ctx.db.update(events).set({ rawVevent: 'no calendar at all' }).where(eq(events.uid, 'broken'))
    await cacheEvent(ctx, home, 'open', { SUMMARY: 'Never closed' })
    const cut = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:open\nDTSTART:20261201T090000Z\nSUMMARY:Never closed\n'
    await ctx.db.update(events).set({ rawVevent: cut }).where(eq(events.uid, 'open'))
    const files = await archive(cast.ben, '/api/me/export')
    expect(occurrencesByIcalJs(files['calendars/CON_.ics']!, 0, Date.parse('2030-01-01'))).toHaveLength(1)
  })

  test('defines each zone once, and never two by one name', async () => {
    const { ctx } = household
    const home = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/home/', { displayName: 'Home' })
    const put = (uid: string, tzid: string, offset: string) =>
      cacheText(
        ctx,
        home,
        uid,
        `BEGIN:VCALENDAR\r\n${zone(tzid, offset)}BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID=${tzid}:20261201T090000\r\nSUMMARY:${uid}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      )
    await put('a', 'Office', '+0330')
    await put('b', 'Office', '+0330')
    await put('c', 'Office', '+0545')
    // A definition that is cut short; the name says enough.
    await put('d', 'America/New_York', '+0000')
    const text = (await archive(cast.ben, '/api/me/export'))['calendars/Home.ics']!
    expect(text.match(/^TZID:.*$/gm)).toEqual(['TZID:Office', 'TZID:Office 2', 'TZID:America/New_York'])
    expect(occurrencesByIcalJs(text, 0, Date.parse('2030-01-01')).map((one) => one.replace(/\/.* /, ' '))).toEqual([
      '2026-12-01T03:15:00Z c',
      '2026-12-01T05:30:00Z a',
      '2026-12-01T05:30:00Z b',
      '2026-12-01T14:00:00Z d',
    ])
  })

  test('lets no event have the zone that another one defines', async () => {
    const { ctx } = household
    const home = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/home/', { displayName: 'Home' })
    const put = (uid: string, tzid: string, definition = '') =>
      cacheText(
        ctx,
        home,
        uid,
        `BEGIN:VCALENDAR\r\n${definition}BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID=${tzid}:20261201T090000\r\nSUMMARY:${uid}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      )
    await put('first', 'Office', zone('Office', '+0330'))
    // Of a zone that nobody knows our screens say that it is the household's.
    await put('second', 'Office')
    await put('third', 'America/New_York')
    const text = (await archive(cast.ben, '/api/me/export'))['calendars/Home.ics']!
    expect(occurrencesByIcalJs(text, 0, Date.parse('2030-01-01')).map((one) => one.replace(/\/.* /, ' '))).toEqual([
      '2026-12-01T05:30:00Z first',
      '2026-12-01T08:00:00Z second',
      '2026-12-01T14:00:00Z third',
    ])
  })
})

describe('what an administrator takes along', () => {
  test('is the household: members, birthdays, settings, the shared calendar and shared lists, and no secret', async () => {
    const { ctx } = household
    const shared = await insertCalendar(ctx, cast.ben.id, 'https://cal.test/family/', {
      displayName: 'Family',
      isShared: true,
    })
    const adas = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/', { displayName: 'Private' })
    await giveAccount(ctx, cast.ben.id, 'ben', 'https://cal.test/')
    await cacheEvent(ctx, shared, 'party', { SUMMARY: 'Party' })
    await cacheEvent(ctx, adas, 'secret', { SUMMARY: 'Interview' })
    await addList(cast.cleo, 'Groceries', true, ['Bread'])
    await addList(cast.ada, 'Mine', false, ['Present'])
    await addList(cast.cleo, 'Hers', false, ['Diary'])
    await ask(household, cast.ada, 'POST /api/people', { name: 'Mia', birthday: '2019-02-28' })
    await ask(household, cast.ben, 'POST /api/birthdays', {
      name: 'Oma Hilde',
      date: '1950-12-24',
      reminder: 'evening',
    })
    await ask(household, cast.cleo, 'POST /api/birthdays', { name: 'Onkel Tom', date: '--02-29' })
    const files = await archive(cast.ada, '/api/admin/export')
    expect(Object.keys(files).toSorted()).toEqual([
      'birthdays.json',
      'calendars/Family.ics',
      'lists/Groceries.csv',
      'lists/Groceries.json',
      'members.json',
      'people.json',
      'settings.json',
    ])
    expect(files['calendars/Family.ics']).toContain('SUMMARY:Party')
    const told = JSON.parse(files['members.json']!)
    expect(
      told.members.map(({ displayName, isAdmin }: { displayName: string; isAdmin: boolean }) => [displayName, isAdmin]),
    ).toEqual([
      ['Ada', true],
      ['Ben', false],
      ['Cleo', false],
    ])
    expect(JSON.parse(files['people.json']!).people).toContainEqual({
      name: 'Mia',
      color: expect.any(String),
      birthday: '2019-02-28',
      memberId: null,
    })
    // Those of people stand with them.
    expect(JSON.parse(files['birthdays.json']!)).toEqual({
      birthdays: [
        { name: 'Onkel Tom', date: '--02-29', reminder: 'none' },
        { name: 'Oma Hilde', date: '1950-12-24', reminder: 'evening' },
      ],
    })
    expect(JSON.parse(files['settings.json']!)).toEqual({ timezone: 'Europe/Berlin', country: null, externalUrl: null })
    expect(JSON.stringify(files)).not.toMatch(/Interview|Present|Diary|Private|cal\.test|v1\.|password/i)
  })
})

test('a cell that a spreadsheet would reckon with is text, and text stays what it is (RFC 4180), in Unicode', () => {
  for (const [cell, written] of [
    ['Milk', 'Milk'],
    ['', ''],
    ['=cmd|x', "'=cmd|x"],
    ['+49 30', "'+49 30"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['=a\nb', '"\'=a\nb"'],
  ] as const) {
    expect(csvOf([[cell, 'x']])).toBe(`\uFEFF${written},x\r\n`)
  }
})

test('file names are safe on every system, and no two alike', () => {
  const nameFor = createNames()
  for (const [called, name] of [
    ['Einkäufe', 'Einkäufe'],
    ['einkäufe', 'einkäufe 2'],
    ['../../etc/passwd', 'etc passwd'],
    ['a\u0000b\\c:d*e?', 'a b c d e'],
    ['nul', 'nul_'],
    ['COM¹', 'COM¹_'],
    ['Maße', 'Maße'],
    ['MASSE', 'MASSE 2'],
    ['..', '_'],
    ['   ', '_ 2'],
    ['x'.repeat(300), 'x'.repeat(60)],
    ['家族', '家族'],
    // Letters of four bytes; the name of a file has 255 with its ending and its number.
    ['𝓢'.repeat(300), '𝓢'.repeat(60)],
  ] as const) {
    expect(nameFor('lists', called)).toBe(`lists/${name}`)
  }
})
