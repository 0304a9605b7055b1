import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { getSetting, householdZone, SETTING, setSetting } from '../../../src/household/settings'
import { events, pushSubscriptions } from '../../../src/platform/db/schema'
import type { Lease } from '../../../src/platform/lease'
import type { ReceiverDevice } from '../../support/push-receiver'
import { listenToStatements } from '../../support/statements'
import { addCalendar, clearedStory, shown } from './story'

const story = clearedStory()
let phone: ReceiverDevice
beforeEach(async () => {
  phone = await story.phone(story.cast.ada)
})

const DENTIST = { DTSTART: '20261120T143000Z', SUMMARY: 'Dentist' }

describe('a timed event', () => {
  test('reminds when start minus lead has arrived, with everything the phone needs', async () => {
    const uid = await story.event('ada', 30, DENTIST)
    await story.tick('2026-11-20T13:59:59Z')
    expect(phone.received).toEqual([])
    await story.tick('2026-11-20T14:00:00Z')
    expect(phone.received).toMatchObject([
      {
        payload: {
          title: 'Dentist',
          body: 'Starts in 30 min',
          url: '/day/2026-11-20',
          tag: `${uid}:${Date.parse('2026-11-20T14:30:00Z')}`,
        },
        ttl: 1800,
        urgency: 'high',
        topic: expect.stringMatching(/^[\w-]{32}$/),
      },
    ])
    expect(story.receiver.problems).toEqual([])
  })

  test.each<[number, string]>([
    [1, 'Starts in 1 min'],
    [59, 'Starts in 59 min'],
    [60, 'Starts in 1 hr'],
    [90, 'Starts in 1 hr'],
    [120, 'Starts in 2 hrs'],
    [1440, 'Starts in 1 day'],
    [2880, 'Starts in 2 days'],
    [10080, 'Starts in 7 days'],
    [20160, 'Starts in 14 days'],
  ])('with lead %d says %p, also when it comes late', async (lead, body) => {
    await story.event('ada', lead, DENTIST)
    const fire = Date.parse('2026-11-20T14:30:00Z') - lead * 60_000
    await story.tick(new Date(fire + 59_000).toISOString())
    expect(shown(phone)).toEqual([`Dentist: ${body}`])
  })

  test('with lead 0 never reminds, nor one without a single preset lead, nor a cancelled one', async () => {
    await story.event('ada', 0, DENTIST)
    await story.event('ada', null, DENTIST)
    await story.event('ada', 30, { ...DENTIST, STATUS: 'CANCELLED' })
    for (const at of ['14:00:00', '14:29:30', '14:30:00', '14:30:30']) await story.tick(`2026-11-20T${at}Z`)
    expect(phone.received).toEqual([])
  })

  test('opens the day it stands on in the household’s zone', async () => {
    await story.event('ada', 60, { ...DENTIST, DTSTART: '20261120T233000Z' })
    await story.tick('2026-11-20T22:30:00Z')
    expect(phone.received[0]?.payload.url).toBe('/day/2026-11-21')
  })

  test('moved to another start it reminds again, moved back it does not', async () => {
    const uid = await story.event('ada', 30, DENTIST)
    await story.tick('2026-11-20T14:00:00Z')
    await story.event('ada', 30, { ...DENTIST, DTSTART: '20261120T150000Z' }, uid)
    await story.tick('2026-11-20T14:30:00Z')
    expect(phone.received).toHaveLength(2)
    await story.event('ada', 30, DENTIST, uid)
    await story.tick('2026-11-20T14:00:30Z')
    expect(phone.received).toHaveLength(2)
  })
})

describe('an all-day event', () => {
  const BIRTHDAY = { 'DTSTART;VALUE=DATE': '20261124', DTSTART: '', SUMMARY: 'Birthday' }
  const birthday = (lead: number, date = '20261124') => {
    const { DTSTART, ...lines } = BIRTHDAY
    return story.cache('ada', allDayText(lines.SUMMARY, date, lead), `birthday-${lead}-${date}`)
  }

  test.each<[number, string, string]>([
    [0, '2026-11-24', 'Today'],
    [1440, '2026-11-23', 'Tomorrow'],
    [2880, '2026-11-22', 'In 2 days'],
    [4320, '2026-11-21', 'In 3 days'],
    [10080, '2026-11-17', 'In 1 week'],
    [20160, '2026-11-10', 'In 14 days'],
    [900, '2026-11-23', 'Tomorrow'],
  ])('with lead %d reminds at 09:00 on %s: %s', async (lead, day, body) => {
    await birthday(lead)
    await story.tick(`${day}T07:59:59Z`)
    expect(phone.received).toEqual([])
    await story.tick(`${day}T08:00:30Z`)
    expect(shown(phone)).toEqual([`Birthday: ${body}`])
    expect(phone.received[0]?.payload).toMatchObject({
      url: '/day/2026-11-24',
      tag: expect.stringMatching(/:1795478400000$/),
    })
  })

  test('has the catch-up window too, and no more', async () => {
    await birthday(0)
    await story.tick('2026-11-24T08:01:01Z')
    expect(phone.received).toEqual([])
    await story.tick('2026-11-24T08:01:00Z')
    expect(phone.received).toHaveLength(1)
  })

  test.each([
    ['2026-03-29', '07:00'],
    ['2026-10-25', '08:00'],
  ])('on %s, when the clocks change, comes at %s UTC', async (day, utc) => {
    await birthday(0, day.replaceAll('-', ''))
    const at = Date.parse(`${day}T${utc}:00Z`)
    await story.tick(new Date(at - 1).toISOString())
    expect(phone.received).toEqual([])
    await story.tick(new Date(at).toISOString())
    expect(phone.received).toHaveLength(1)
  })

  test('waits for a switched-off phone until the day it speaks of ends', async () => {
    await birthday(0)
    await birthday(1440)
    await story.tick('2026-11-23T08:00:00Z')
    await story.tick('2026-11-24T08:00:00Z')
    expect(phone.received.map(({ ttl }) => ttl / 3600)).toEqual([15, 15])
  })

  test('follows the household to another zone, once per occurrence', async () => {
    await birthday(0)
    await story.tick('2026-11-24T08:00:00Z')
    await setSetting(story.ctx, SETTING.timezone, 'America/New_York')
    await story.tick('2026-11-24T14:00:00Z')
    expect(phone.received).toHaveLength(1)
    await birthday(0, '20261125')
    await story.tick('2026-11-25T08:00:00Z')
    expect(phone.received).toHaveLength(1)
    await story.tick('2026-11-25T14:00:00Z')
    expect(phone.received).toHaveLength(2)
  })
})

describe('a series', () => {
  const CHOIR = { DTSTART: '', 'DTSTART;TZID=Europe/Berlin': '20261001T190000', SUMMARY: 'Choir' }
  const choir = (lines = {}, overrides = '') => {
    const { DTSTART, ...rest } = CHOIR
    const text = seriesText('choir', { ...rest, RRULE: 'FREQ=WEEKLY', ...lines }, 60, overrides)
    return story.cache('ada', text, 'choir')
  }

  test('reminds for each occurrence, on both sides of a clock change', async () => {
    await choir()
    for (const at of ['2026-10-22T16:00:00Z', '2026-10-29T17:00:00Z', '2026-11-05T17:00:20Z']) await story.tick(at)
    expect(shown(phone)).toEqual(Array(3).fill('Choir: Starts in 1 hr'))
    expect(new Set(phone.received.map(({ payload }) => payload.tag)).size).toBe(3)
  })

  test('not for one that was excluded or cancelled, and at the new time for one that was moved', async () => {
    const moved = overrideText(
      'choir',
      '20261119T190000',
      { 'DTSTART;TZID=Europe/Berlin': '20261118T200000' },
      'Concert',
    )
    const cancelled = overrideText('choir', '20261126T190000', {
      'DTSTART;TZID=Europe/Berlin': '20261126T190000',
      STATUS: 'CANCELLED',
    })
    await choir({ 'EXDATE;TZID=Europe/Berlin': '20261112T190000' }, moved + cancelled)
    for (const day of ['12', '19', '26']) await story.tick(`2026-11-${day}T17:00:00Z`)
    expect(phone.received).toEqual([])
    await story.tick('2026-11-18T18:00:00Z')
    expect(shown(phone)).toEqual(['Concert: Starts in 1 hr'])
  })

  test('is read anew when it has changed', async () => {
    await choir()
    await story.tick('2026-11-19T17:00:00Z')
    await choir({ SUMMARY: 'Rehearsal', 'DTSTART;TZID=Europe/Berlin': '20261001T180000' })
    await story.tick('2026-11-26T16:00:00Z')
    await story.tick('2026-11-26T17:00:00Z')
    expect(shown(phone)).toEqual(['Choir: Starts in 1 hr', 'Rehearsal: Starts in 1 hr'])
  })

  test('is not asked for again as long as nothing comes into its calendar, and does not remind once it is deleted', async () => {
    const weekly = await story.event('ada', 30, { ...DENTIST, RRULE: 'FREQ=WEEKLY' })
    await story.event('shared', 30, { DTSTART: '20261120T143000Z', SUMMARY: 'Choir', RRULE: 'FREQ=DAILY' })
    await story.tick('2026-11-20T13:58:00Z')
    const heard = listenToStatements(story.ctx)
    const readings = () => heard.splice(0).filter((statement) => /from `events`.*`has_rrule` = true/.test(statement))
    await story.tick('2026-11-20T13:59:00Z')
    expect(readings()).toEqual([])
    await story.ctx.db.delete(events).where(eq(events.uid, weekly))
    await story.tick('2026-11-20T14:00:00Z')
    expect(readings()).toEqual([])
    expect(shown(phone)).toEqual(['Choir: Starts in 30 min'])
    await story.event('ada', 30, { DTSTART: '20261120T143100Z', SUMMARY: 'Tea', RRULE: 'FREQ=DAILY' })
    await story.tick('2026-11-20T14:01:00Z')
    expect(readings()).toHaveLength(1)
    expect(shown(phone)).toEqual(['Choir: Starts in 30 min', 'Tea: Starts in 30 min'])
  })

  test('that cannot be read is left out, logged once, and keeps nobody else from being reminded', async () => {
    await choir()
    await story.ctx.db.update(events).set({ rawVevent: 'BEGIN:VCALENDAR' })
    await story.event('ada', 30, DENTIST)
    await story.tick('2026-11-20T14:00:00Z')
    await story.tick('2026-11-20T14:01:00Z')
    expect(shown(phone)).toEqual(['Dentist: Starts in 30 min'])
    expect(story.logged('event cannot be read and does not remind')).toHaveLength(1)
  })

  test('of whole days reminds at 09:00', async () => {
    const { SUMMARY } = CHOIR
    const lines = { 'DTSTART;VALUE=DATE': '20261002', SUMMARY, RRULE: 'FREQ=MONTHLY' }
    await story.cache('ada', seriesText('bins', lines, 1440), 'bins')
    for (const at of ['2026-11-01T08:00:00Z', '2026-12-01T08:00:00Z', '2026-12-02T08:00:00Z']) await story.tick(at)
    expect(shown(phone)).toEqual(Array(2).fill('Choir: Tomorrow'))
  })
})

test('a series of whole days follows the household to another zone', async () => {
  const lines = { 'DTSTART;VALUE=DATE': '20261101', SUMMARY: 'Bins', RRULE: 'FREQ=DAILY' }
  await story.cache('ada', seriesText('bins', lines, 0), 'bins')
  await story.tick('2026-11-24T08:00:00Z')
  await setSetting(story.ctx, SETTING.timezone, 'Pacific/Auckland')
  for (const at of ['2026-11-24T20:00:00Z', '2026-11-25T08:00:00Z', '2026-11-25T20:00:00Z']) await story.tick(at)
  expect(phone.received.map(({ payload }) => payload.url)).toEqual([24, 25, 26].map((day) => `/day/2026-11-${day}`))
})

describe('who is reminded', () => {
  test('the owner of a personal calendar on every device, everyone of the shared one', async () => {
    const { ada, ben, cleo } = story.cast
    const phones = { tablet: await story.phone(ada), ben: await story.phone(ben), cleo: await story.phone(cleo) }
    await story.event('ada', 30, DENTIST)
    await story.event('shared', 30, { ...DENTIST, SUMMARY: 'Dinner' })
    await story.tick('2026-11-20T14:00:00Z')
    for (const device of [phone, phones.tablet]) {
      expect(shown(device).sort()).toEqual(['Dentist: Starts in 30 min', 'Dinner: Starts in 30 min'])
    }
    for (const device of [phones.ben, phones.cleo]) expect(shown(device)).toEqual(['Dinner: Starts in 30 min'])
  })

  test('each of two who hold the same event, once; one who holds it twice, once', async () => {
    const bens = await story.phone(story.cast.ben)
    const twin = await addCalendar(story.ctx, story.cast.ada, { url: 'https://cal.example.org/twin/' })
    for (const calendar of ['ada', 'ben', 'shared', twin] as const) await story.event(calendar, 30, DENTIST, 'dinner')
    await story.tick('2026-11-20T14:00:00Z')
    expect(phone.received).toHaveLength(1)
    expect(bens.received).toHaveLength(1)
  })

  test('of the shared calendar and a copy of it in an own one once, as the shared one has it', async () => {
    const bens = await story.phone(story.cast.ben)
    const copy = await addCalendar(story.ctx, story.cast.ben, { url: 'https://cal.example.org/ben/c0846e25/' })
    const series = { DTSTART: '20261118T143000Z', RRULE: 'FREQ=DAILY' }
    for (const [uid, lines] of Object.entries({ dinner: DENTIST, choir: series })) {
      await story.event('shared', 30, { ...lines, SUMMARY: `Our ${uid}` }, uid)
      await story.event(copy, 30, { ...lines, SUMMARY: `Copy of ${uid}` }, uid)
    }
    await story.tick('2026-11-20T14:00:00Z')
    await story.tick('2026-11-20T14:00:50Z')
    expect(shown(bens).sort()).toEqual(['Our choir: Starts in 30 min', 'Our dinner: Starts in 30 min'])
  })

  test('of a copy with an earlier alarm of its own, then, and not once more with the shared one', async () => {
    const bens = await story.phone(story.cast.ben)
    const copy = await addCalendar(story.ctx, story.cast.ben, { url: 'https://cal.example.org/ben/early/' })
    await story.event('shared', 30, DENTIST, 'dinner')
    await story.event(copy, 60, DENTIST, 'dinner')
    await story.tick('2026-11-20T13:30:00Z')
    await story.tick('2026-11-20T14:00:00Z')
    expect(shown(bens)).toEqual(['Dentist: Starts in 1 hr'])
    expect(shown(phone)).toEqual(['Dentist: Starts in 30 min'])
  })

  test('a device that changes hands reminds its new owner of the same event', async () => {
    await story.event('shared', 30, DENTIST)
    await story.tick('2026-11-20T14:00:00Z')
    await story.ctx.db.update(pushSubscriptions).set({ userId: story.cast.ben.id })
    await story.tick('2026-11-20T14:00:30Z')
    await story.tick('2026-11-20T14:00:40Z')
    expect(phone.received).toHaveLength(2)
  })
})

function allDayText(summary: string, date: string, lead: number) {
  return seriesText(`birthday-${lead}-${date}`, { 'DTSTART;VALUE=DATE': date, SUMMARY: summary }, lead)
}

function seriesText(uid: string, lines: Record<string, string>, lead: number, overrides = '') {
  const alarm = `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT${lead}M\r\nEND:VALARM\r\n`
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tests//EN\r\n${component(uid, lines, alarm)}${overrides}END:VCALENDAR\r\n`
}

function overrideText(uid: string, replaces: string, lines: Record<string, string>, summary = 'Choir') {
  return component(uid, { 'RECURRENCE-ID;TZID=Europe/Berlin': replaces, SUMMARY: summary, ...lines })
}

function component(uid: string, lines: Record<string, string>, inner = '') {
  const properties = Object.entries({ UID: uid, DTSTAMP: '20260101T000000Z', ...lines })
  return `BEGIN:VEVENT\r\n${properties.map(([name, value]) => `${name}:${value}\r\n`).join('')}${inner}END:VEVENT\r\n`
}

test('a series reminds also where there are more than are kept ready', async () => {
  const rule = { DTSTART: '20261120T143000Z', RRULE: 'FREQ=DAILY;COUNT=3' }
  await story.event('ada', 30, { ...rule, SUMMARY: 'Tea' })
  const others = Array.from({ length: 4_001 }, (_, index) => `other-${index}`)
  const household = await householdZone(story.ctx)
  const items = others.map((uid) => {
    const data = seriesText(uid, { ...rule, DTSTART: '20261120T203000Z', SUMMARY: 'Later' }, 30)
    return { href: `/${uid}.ics`, etag: '"1"', data, summary: summarize(data, household) }
  })
  for (let at = 0; at < items.length; at += 500) {
    await upsertEvents(story.ctx.db, story.calendarIds.ben, items.slice(at, at + 500), story.ctx.now())
  }
  await story.tick('2026-11-20T14:00:00Z')
  expect(phone.received.map(({ payload }) => payload.title)).toEqual(['Tea'])
})

describe('a tick whose lease is another process’s by now', () => {
  const ticked = async () => (await getSetting(story.ctx, SETTING.lastReminderTick)) !== null

  test.each<[string, Lease, number]>([
    ['sends nothing once it knows', { isHeld: () => false, confirm: async () => false }, 0],
    ['does not say that it has ticked', { isHeld: () => true, confirm: async () => false }, 1],
  ])('%s', async (_, lease, sent) => {
    await story.event('ada', 30, DENTIST)
    story.household.clock.set('2026-11-20T14:00:00Z')
    await story.reminders.remind(lease)
    await story.reminders.settled()
    expect([phone.received.length, await ticked()]).toEqual([sent, false])
    await story.tick('2026-11-20T14:00:30Z')
    expect([phone.received.length, await ticked()]).toEqual([1, true])
  })
})
