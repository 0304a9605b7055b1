import { beforeEach, describe, expect, test } from 'bun:test'
import { events } from '../../../src/platform/db/schema'
import { eventText, makeCalendar, putEvent, putText, removeAt } from '../../support/caldav'
import { withoutSyncCollection, withoutTags } from '../../support/proxy'
import { cachedUids, calendarAt, DAY_MS, SyncStory } from './setting'

const story = new SyncStory().open({ displayName: 'Home', color: '#1b9e77' })

describe('what the cache keeps of an event', () => {
  test('a timed one', async () => {
    const href = await putEvent('ada', story.path, 'timed', {
      SUMMARY: 'Tea\\, with milk',
      LOCATION: 'Kitchen',
      raw: 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT15M\r\nEND:VALARM',
    })
    await story.sync()
    expect(await story.rows()).toEqual([
      expect.objectContaining({
        uid: 'timed',
        href,
        title: 'Tea, with milk',
        location: 'Kitchen',
        allDay: false,
        dtstartUtc: new Date('2026-12-01T09:00:00Z'),
        dtstartDate: null,
        hasRrule: false,
        reminderLeadMinutes: 15,
        reminderIsCustom: false,
        etag: expect.stringMatching(/^".+"$/),
        rawVevent: expect.stringContaining('TRIGGER'),
      }),
    ])
  })

  test('an all-day one, and one with two alarms', async () => {
    const alarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT15M\r\nEND:VALARM'
    await putText(
      'ada',
      `${story.path}day.ics`,
      eventText('day').replace('DTSTART:20261201T090000Z', 'DTSTART;VALUE=DATE:20261224'),
    )
    await putEvent('ada', story.path, 'two', { RRULE: 'FREQ=WEEKLY', raw: `${alarm}\r\n${alarm}` })
    await story.sync()
    expect(await story.rows()).toEqual([
      expect.objectContaining({
        uid: 'day',
        allDay: true,
        dtstartUtc: null,
        dtstartDate: '2026-12-24',
        dtendDate: '2026-12-25',
      }),
      expect.objectContaining({
        uid: 'two',
        hasRrule: true,
        lastUtc: null,
        reminderLeadMinutes: null,
        reminderIsCustom: true,
      }),
    ])
  })

  test('a row keeps its id while its event changes', async () => {
    const ids = async () => (await story.setting.ctx.db.select({ id: events.id }).from(events)).map(({ id }) => id)
    await putEvent('ada', story.path, 'one')
    await story.sync()
    const before = await ids()
    await putEvent('ada', story.path, 'one', { SUMMARY: 'Changed' })
    await story.sync()
    expect((await story.rows()).map(({ title }) => title)).toEqual(['Changed'])
    expect(await ids()).toEqual(before)
  })
})

/** How each kind of server is followed: what it hides, what is asked after one change, and after a day without one. */
const SERVERS: [string, (() => void) | null, string[], string[]][] = [
  ['with sync-collection', null, ['sync-collection', 'calendar-multiget'], ['calendar-query', 'calendar-multiget']],
  [
    'with ctags only',
    () => story.setting.proxy.fault({}, withoutSyncCollection()),
    ['calendar-query', 'calendar-multiget'],
    ['calendar-query', 'calendar-multiget'],
  ],
  [
    'with neither',
    () => story.setting.proxy.fault({}, withoutTags()),
    ['calendar-query', 'calendar-multiget'],
    ['calendar-query', 'calendar-query', 'calendar-multiget'],
  ],
]

describe.each(SERVERS)('a server %s', (_name, hide, afterOneChange, afterADay) => {
  beforeEach(() => {
    hide?.()
  })

  const forget = () => {
    story.setting.proxy.requests.length = 0
  }

  test('is listed once, then followed; the rows are those of a full pass', async () => {
    await putEvent('ada', story.path, 'same')
    await putEvent('ada', story.path, 'changed')
    const went = await putEvent('ada', story.path, 'went')
    await story.sync()
    expect(story.reports()).toEqual(['calendar-query', 'calendar-multiget'])
    expect(await story.uids()).toEqual(['changed', 'same', 'went'])

    await putEvent('ada', story.path, 'changed', { SUMMARY: 'New title', RRULE: 'FREQ=DAILY;COUNT=3' })
    await putEvent('ada', story.path, 'came')
    await removeAt('ada', went)
    forget()
    await story.sync()
    expect(story.reports()).toEqual(afterOneChange)
    const followed = await story.rows()
    expect(followed.map(({ uid, title }) => `${uid}: ${title}`)).toEqual([
      'came: An event',
      'changed: New title',
      'same: An event',
    ])

    story.setting.clock.advance(DAY_MS)
    forget()
    await story.sync()
    expect(story.reports()).toEqual(afterADay)
    expect(await story.rows()).toEqual(followed)
  })

  test('without a change nothing is fetched and nothing announced', async () => {
    await putEvent('ada', story.path, 'one')
    await story.sync()
    forget()
    story.setting.announced.length = 0
    const before = await story.rows()
    await story.sync()
    expect(story.reports()).not.toContain('calendar-multiget')
    expect(await story.rows()).toEqual(before)
    expect(story.setting.announced).toEqual([])
  })

  test('an emptied calendar is empty after a second look, others stay', async () => {
    const other = await makeCalendar('ada')
    await putEvent('ada', other, 'elsewhere')
    const first = await putEvent('ada', story.path, 'one')
    const second = await putEvent('ada', story.path, 'two')
    await story.sync()
    await removeAt('ada', first)
    await removeAt('ada', second)
    forget()
    await story.sync()
    expect(await story.uids()).toEqual([])
    const asked = story.setting.proxy.requests.map((request) => `${request.method} ${request.path}`)
    expect(asked).toContain(`PROPFIND ${story.path}`)
    expect(await cachedUids(story.setting, (await calendarAt(story.setting, other))!.id)).toEqual(['elsewhere'])
  })
})

describe('a token the server does not know any more', () => {
  test('leads to a listing, the rows are right', async () => {
    await putEvent('ada', story.path, 'one')
    await story.sync()
    await putEvent('ada', story.path, 'two')
    story.setting.proxy.fault({ body: /sync-collection/, times: 1 }, async () => ({
      status: 403,
      headers: {},
      body: '',
    }))
    await story.sync()
    expect(await story.uids()).toEqual(['one', 'two'])
    story.setting.proxy.requests.length = 0
    await putEvent('ada', story.path, 'three')
    await story.sync()
    expect(story.reports()).toEqual(['sync-collection', 'calendar-multiget'])
  })
})
