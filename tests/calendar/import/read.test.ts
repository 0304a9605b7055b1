import { describe, expect, test } from 'bun:test'
import { completed } from '../../../src/calendar/ical/edit/completed'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { readCalendarFile } from '../../../src/calendar/import/read'
import { type EventText, eventOf, fileOf, manyEvents } from '../../features/import/bringing'
import { slowness } from '../../support/cpu'
import { holdOf } from '../../support/event-loop'
import { foldedInside } from '../../support/feed-server'

const BERLIN = zoneOf('Europe/Berlin')!
const NOW = new Date('2026-11-01T12:00:00Z')
const MB = 1024 * 1024

const read = (file: string | Uint8Array) =>
  readCalendarFile(typeof file === 'string' ? Buffer.from(file) : file, BERLIN, NOW)
const uidsOf = async (file: string | Uint8Array) => (await read(file)).objects.map(({ uid }) => uid)
const textOf = async (file: string | Uint8Array) => (await read(file)).objects.map(({ text }) => text).join('')

const TODO = ['BEGIN:VTODO', 'UID:milk', 'SUMMARY:Milk', 'END:VTODO']
const NAMELESS = eventOf('x', 'Match').filter((line) => !line.startsWith('UID'))
const CLUB_TIME = [
  'BEGIN:VTIMEZONE',
  'TZID:Club time',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0330',
  'TZOFFSETTO:+0330',
  'END:STANDARD',
  'END:VTIMEZONE',
]

describe('a file is read', () => {
  test.each<[string, (file: string) => string | Uint8Array]>([
    ['with line feeds alone', (file) => file.replaceAll('\r\n', '\n')],
    ['with returns alone', (file) => file.replaceAll('\r\n', '\r')],
    ['with every line ended twice', (file) => file.replaceAll('\r\n', '\r\r\n')],
    ['with a byte order mark', (file) => `\ufeff${file}`],
    ['folded after every letter', (file) => file.replace('Übung macht', 'Ü\r\n b\r\n ung\r\n\t macht')],
    ['folded inside a letter', (file) => foldedInside(file, 'Ü')],
    ['as Windows writes it', (file) => Buffer.from(file, 'latin1')],
    ['as UTF-16', (file) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file, 'utf16le')])],
    ['with names in small letters', (file) => file.replaceAll('BEGIN', 'begin').replaceAll('SUMMARY', 'Summary')],
    ['with control characters', (file) => file.replace('macht', 'ma\0c\x07ht')],
    ['twice in one', (file) => file + file],
  ])('%s', async (_, as) => {
    const { objects, skipped } = await read(as(fileOf([eventOf('one', 'Übung macht')])))
    expect(objects.map(({ uid }) => uid)).toEqual(['one'])
    expect(objects[0]!.text.toUpperCase()).toContain('SUMMARY:ÜBUNG MACHT\r\n')
    expect(skipped).toBe(0)
  })

  test('several that were put together, each as it is written', async () => {
    const titles = ['Übung', 'Größe', 'Straße', 'Äpfel']
    const [first, second, third, fourth] = titles.map((title) => fileOf([eventOf(title, title)]))
    const windows = (file: string) => Buffer.from(file, 'latin1')
    const file = [windows(first!), Buffer.from(`\ufeff${second}`), windows(third!), Buffer.from(fourth!)]
    const text = await textOf(Buffer.concat(file))
    for (const title of titles) expect(text).toContain(`SUMMARY:${title}\r\n`)
  })

  test('one UID is one event, with its changed days; todos and what has no time are skipped', async () => {
    const series = [...eventOf('series'), 'RRULE:FREQ=WEEKLY;COUNT=5']
    const moved = [...eventOf('series', 'Later', '20261209'), 'RECURRENCE-ID:20261208T090000Z']
    const file = await read(fileOf([moved, series, eventOf('one'), ['UID:never', 'SUMMARY:x']], TODO))
    expect(file.objects.map(({ uid }) => uid)).toEqual(['series', 'one'])
    expect(file.objects[0]!.text.split('BEGIN:VEVENT')).toHaveLength(3)
    expect(file).toMatchObject({ skipped: 2, from: '2026-12-01', to: '2026-12-29' })
  })

  test('a series without an end has no last day', async () => {
    expect(await read(fileOf([[...eventOf('series'), 'RRULE:FREQ=DAILY']]))).toMatchObject({
      from: '2026-12-01',
      to: null,
    })
    expect(await read(fileOf([]))).toEqual({ objects: [], skipped: 0, from: null, to: null })
  })

  test('days count as the household has them, all-day ones to their last', async () => {
    const night = ['UID:night', 'DTSTART:20261231T233000Z', 'DTEND:20270101T003000Z']
    expect(await read(fileOf([night]))).toMatchObject({ from: '2027-01-01', to: '2027-01-01' })
    const days = ['UID:days', 'DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227']
    expect(await read(fileOf([days]))).toMatchObject({ from: '2026-12-24', to: '2026-12-26' })
  })

  test('without a UID an event gets one of what it says, whenever it was exported', async () => {
    const [uid] = await uidsOf(fileOf([NAMELESS]))
    expect(uid).toMatch(/^[0-9a-f]{32}@corkboard\.local$/)
    const later = NAMELESS.map((line) => line.replace('DTSTAMP:2026', 'DTSTAMP:2027'))
    expect(await uidsOf(fileOf([later, NAMELESS]))).toEqual([uid!])
    const other = NAMELESS.map((line) => line.replace('Match', 'Practice'))
    expect(await uidsOf(fileOf([other]))).not.toEqual([uid!])
  })

  test.each<[string, string, string[]]>([
    ['a text with bare commas', 'SUMMARY:Dinner, with Ben; late', ['SUMMARY:Dinner\\, with Ben\\; late']],
    ['a text that is as it should be', 'LOCATION:Main St\\, 5\\nBerlin', ['LOCATION:Main St\\, 5\\nBerlin']],
    ['a text whose lines are not folded', 'DESCRIPTION:Bring\r\nshoes\r\nand then: a ball', ['DESCRIPTION:Bring']],
    ['a line without a name', ':x', []],
    ['a quote that is not closed', 'X-A;B="c:d', []],
    ['no time of writing', 'LAST-MODIFIED:', []],
    ['no excluded day', 'EXDATE:', []],
    ['an excluded day that is not called one', 'EXDATE:20261208', ['EXDATE;VALUE=DATE:20261208']],
    ['an excluded moment', 'EXDATE:20261208T090000Z', ['EXDATE:20261208T090000Z']],
    ['no end', 'DTEND:', []],
    ['another’s own property', 'X-GEO;VALUE=URI:geo:48,11', ['X-GEO;VALUE=URI:geo:48,11']],
  ])('%s is written as strict servers read it', async (_, line, written) => {
    const plain = ['UID:one', 'DTSTAMP:20260101T000000Z', 'DTSTART:20261201T090000Z']
    const { objects } = await read(fileOf([[...plain, ...line.split('\r\n')]]))
    const lines = objects[0]!.text.trimEnd().split('\r\n')
    expect(lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, -2)).toEqual([...plain, ...written])
  })

  test('of versions of one event the highest counts; those that start at different times all stand', async () => {
    const old = [...eventOf('one', 'Old'), 'SEQUENCE:1']
    expect(await textOf(fileOf([[...eventOf('one', 'New'), 'SEQUENCE:2'], old]))).toContain('SUMMARY:New')
    const file = fileOf([eventOf('same', 'Second', '20261202'), eventOf('same', 'First')])
    const uids = await uidsOf(file)
    expect(uids).toEqual(['same', expect.stringMatching(/^same-[0-9a-f]{8}$/)])
    const reversed = fileOf([eventOf('same', 'First'), eventOf('same', 'Second', '20261202')])
    expect(await uidsOf(reversed)).toEqual(uids)
  })

  test('of those that start at different times the one that repeats keeps its changed days', async () => {
    const series = [...eventOf('same', 'Series', '20261205'), 'RRULE:FREQ=DAILY;COUNT=3']
    const moved = [...eventOf('same', 'Moved', '20261220'), 'RECURRENCE-ID:20261206T090000Z']
    const { objects } = await read(fileOf([eventOf('same', 'Single'), series, moved]))
    expect(objects.map(({ text }) => text.match(/(?<=SUMMARY:).*/g))).toEqual([['Single'], ['Series', 'Moved']])
    for (const { uid, text } of objects) expect(new Set(text.match(/(?<=UID:).*/g))).toEqual(new Set([uid]))
  })

  test.each<[string, EventText[]]>([
    [
      'a later version',
      [
        [...eventOf('one', 'Kept'), 'SEQUENCE:1'],
        ['UID:one', 'DTSTART:soon', 'SEQUENCE:2'],
      ],
    ],
    ['another of no RECURRENCE-ID', [['UID:one', 'SUMMARY:x'], eventOf('one', 'Kept')]],
    [
      'its series',
      [
        ['UID:one', 'DTSTART:soon'],
        [...eventOf('one', 'Kept'), 'RECURRENCE-ID:20261201T090000Z'],
      ],
    ],
    ['a changed day', [eventOf('one', 'Kept'), [...eventOf('one', 'x'), 'RECURRENCE-ID:soon']]],
  ])('one that cannot be read takes no other of its UID along: %s', async (_, events) => {
    const { objects, skipped } = await read(fileOf(events))
    expect(objects.map(({ uid }) => uid)).toEqual(['one'])
    expect(objects[0]!.text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Kept'])
    expect(skipped).toBe(1)
  })

  test('a zone comes along as the file defines it, else as it is understood', async () => {
    const at = (tzid: string) => ['UID:z', `DTSTART;TZID="${tzid}":20260701T090000`, 'SUMMARY:Z']
    const own = await textOf(fileOf([at('Club time')], CLUB_TIME))
    expect(own).toContain('TZOFFSETTO:+0330')
    for (const tzid of ['W. Europe Standard Time', 'Europe/Berlin', 'Nobody/Knows']) {
      const text = await textOf(fileOf([at(tzid)], CLUB_TIME))
      expect(text).toContain(`TZID:${tzid}\r\n`)
      expect(text).toContain('TZOFFSETTO:+0200')
      expect(text).not.toContain('+0330')
    }
  })

  test('nothing stays that makes a server write to people, in whatever way it is hidden', async () => {
    const lines = [
      ...eventOf('m'),
      'atten',
      ' dee:mailto:a@x.test',
      'ORGANIZER;X="a:b;c":mailto:b@x.test',
      'COMMENT:\rATTENDEE:mailto:c@x.test',
    ]
    const alarm = ['BEGIN:VALARM', 'ACTION:email', 'ATTENDEE:mailto:d@x.test', 'TRIGGER:-PT5M', 'END:VALARM']
    const quoted = ['BEGIN:VALARM', 'ACTION;X="a:b":EMAIL', 'TRIGGER:-PT9M', 'END:VALARM']
    const nested = ['BEGIN:VEVENT', 'UID:inner', 'ATTENDEE:mailto:e@x.test', 'END:VEVENT']
    const text = await textOf(fileOf([[...lines, ...alarm, ...quoted, ...nested]], ['METHOD:REQUEST']))
    expect(text).toContain('ACTION:DISPLAY')
    expect(text).not.toMatch(/x\.test|METHOD|inner|email/i)
  })
})

describe('a file is refused', () => {
  const event = 'BEGIN:VEVENT\r\nEND:VEVENT\r\n'
  test.each<[string, string]>([
    ['is empty', ''],
    ['is a page', '<!doctype html><title>Sign in</title>'],
    ['is full of NUL', '\0'.repeat(1000)],
    ['has its events outside', event],
    ['ends too early', fileOf([eventOf('one'), eventOf('two')]).slice(0, -30)],
    ['is nested too deep', 'BEGIN:VCALENDAR\n'.repeat(100)],
    ['has too many components', `BEGIN:VCALENDAR\n${'BEGIN:VALARM\nEND:VALARM\n'.repeat(200_001)}END:VCALENDAR\n`],
  ])('that %s', async (_, file) => {
    expect(String(await read(file).catch((error) => error))).toMatch(/Error.*(calendar|nested)/)
  })

  test('that is many times as large with the zones that each of its events names', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `Zone ${at}`)
    const zones = names.flatMap((tzid) => [
      ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, `COMMENT:${'x'.repeat(60_000)}`],
      ...['BEGIN:STANDARD', 'DTSTART:20200101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD'],
      'END:VTIMEZONE',
    ])
    const event = (_: unknown, at: number) => [
      ...[`UID:many-${at}`, 'DTSTART:20260701T090000Z'],
      ...names.map((tzid) => `RDATE;TZID=${tzid}:20260801T090000`),
    ]
    const file = (events: number) => fileOf(Array.from({ length: events }, event), zones)
    expect((await read(file(2))).objects).toHaveLength(2)
    expect(String(await read(file(60)).catch((error) => error))).toMatch(/Error.*too large/)
  })
})

describe('nobody else waits', () => {
  const bomb = (n: number) => [
    `UID:bomb-${n}`,
    'DTSTART:20260101T000000',
    'RRULE:FREQ=SECONDLY;BYSECOND=1,2,3;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000',
    ...Array.from({ length: 20 }, () => 'RRULE:FREQ=YEARLY;BYYEARDAY=366;BYDAY=MO;COUNT=100000'),
  ]
  test.each<[string, () => string, object]>([
    ['five thousand events', () => fileOf(manyEvents(5000)), { length: 5000, skipped: 0 }],
    ['rules that never end', () => fileOf(Array.from({ length: 30 }, (_, n) => bomb(n))), {}],
    [
      'a line of twenty megabytes',
      () => fileOf([['UID:long', `DESCRIPTION:${'x'.repeat(20 * MB - 200)}`]]),
      { length: 0, skipped: 1 },
    ],
    [
      'a line of semicolons',
      () => fileOf([['UID:long', `DESCRIPTION:${';'.repeat(20 * MB - 200)}`]]),
      { length: 0, skipped: 1 },
    ],
    [
      'a line of controls',
      () =>
        fileOf([
          [
            'UID:long',
            'DTSTART:20260701T090000Z',
            `DESCRIPTION:${'a\u0001'.repeat(900_000)}${'\u0001'.repeat(16 * MB)}`,
          ],
        ]),
      { length: 1, skipped: 0 },
    ],
    [
      'a line folded a million times',
      () => fileOf([['UID:long', `DESCRIPTION:${'x\r\n '.repeat(2 * MB)}`]]),
      { length: 0, skipped: 1 },
    ],
  ])('for %s', async (_, file, expected) => {
    const bytes = Buffer.from(file())
    const { result, heldMs } = await holdOf(() => read(bytes))
    expect({ length: result.objects.length, skipped: result.skipped }).toMatchObject(expected)
    expect(heldMs).toBeLessThan(150 * slowness())
  })
})

describe('into an object goes only what it lacks', () => {
  const weekly = [...eventOf('weekly'), 'RRULE:FREQ=WEEKLY;COUNT=5']
  const changed = (day: string, title: string, id = `RECURRENCE-ID:${day}T090000Z`) => [
    ...eventOf('weekly', title, day),
    id,
  ]
  const complete = async (here: string, there: string) => completed(here, await textOf(there), BERLIN, 'op')

  test('a changed day, while the rest stays byte by byte', async () => {
    const here = fileOf([weekly, changed('20261208', 'Mine')]).replace('SUMMARY:weekly', 'SUMMARY:Edited here')
    const there = fileOf([weekly, changed('20261208', 'Theirs'), changed('20261215', 'New')])
    const whole = await complete(here, there)
    expect(whole?.added).toBe('2026-12-15T09:00:00.000Z')
    expect(whole?.text.startsWith(here.slice(0, here.indexOf('END:VCALENDAR')))).toBe(true)
    expect(whole?.text).toContain('SUMMARY:New')
    expect(whole?.text).toContain('X-CORKBOARD-OP:op')
    expect(whole?.text).not.toContain('Theirs')
    expect(await complete(whole!.text, there)).toBeNull()
  })

  test('an occurrence is the same one on another clock', async () => {
    const here = fileOf([weekly, changed('20261208', 'Mine')])
    const there = fileOf([weekly, changed('20261208', 'Theirs', 'RECURRENCE-ID;TZID=Europe/Berlin:20261208T100000')])
    expect(await complete(here, there)).toBeNull()
  })

  test.each([
    ['EXDATE:20261215T090000Z'],
    ['EXDATE;TZID=Europe/Berlin:20261215T100000'],
    ['EXDATE;VALUE=DATE:20261215'],
  ])('a day that was removed stays removed: %s', async (line) => {
    const here = fileOf([[...weekly, line]])
    expect(await complete(here, fileOf([weekly, changed('20261215', 'Back again')]))).toBeNull()
    const whole = await complete(here, fileOf([weekly, changed('20261215', 'Back again'), changed('20261222', 'New')]))
    expect(whole?.text).toContain('SUMMARY:New')
    expect(whole?.text).not.toContain('Back again')
  })

  test('the series itself, where only a changed day is there; and the zone that it names', async () => {
    const here = fileOf([changed('20261208', 'Mine')])
    const own = weekly.map((line) => line.replace('DTSTART:20261201T090000Z', 'DTSTART;TZID=Club time:20261201T123000'))
    const whole = await complete(here, fileOf([own], CLUB_TIME))
    expect(whole?.added).toBeNull()
    expect(whole?.text).toContain('TZID:Club time')
    expect(whole?.text).toContain('RRULE:FREQ=WEEKLY;COUNT=5')
  })
})
