import { describe, expect, test } from 'bun:test'
import { calendarChannel } from '../../../src/calendar/announcements'
import { wholeEvent } from '../../../src/calendar/event-ref'
import { listChannel } from '../../../src/features/lists/announcements'
import { frame, handOver, liveFrame, mayHear } from '../../../src/features/sse/frames'
import type { Announcement } from '../../../src/platform/hub'
import { type Channel, type LiveEvent, liveEventOn } from '../../../src/platform/live'

const at = new Date('2026-11-20T12:00:00.123Z')
const ms = at.getTime()
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('those that are handed over come back soon, each in a moment of its own', () => {
  expect([0, 0.5, 0.999].map((random) => text(handOver(() => random)))).toEqual([
    'retry: 200\n\n',
    'retry: 850\n\n',
    'retry: 1498\n\n',
  ])
})

const on = (channel: Channel, announcement: Announcement): LiveEvent => {
  const event = liveEventOn(channel, announcement)
  if (event === null) throw new Error(`${announcement.topic} is not on this channel`)
  return event
}

const added: Announcement = {
  topic: 'list',
  type: 'item:added',
  listId: 7,
  payload: { id: 3, listId: 7, text: 'a\nb\r\n\ndata: x' },
  readers: [1, 2],
}
const list = on(listChannel, added)
const shared = on(calendarChannel, { topic: 'calendar', calendarId: 4, readers: 'everyone' })
const personal = on(calendarChannel, { topic: 'calendar', calendarId: 5, readers: [2] })
const status = on(calendarChannel, {
  topic: 'sync-status',
  memberId: 1,
  event: wholeEvent('x\nid: 9@y', 4),
  status: 'done',
})

test('a frame is its event, its id and its data, in this order', () => {
  expect(text(frame('heartbeat', 0, { ts: 'now', id: 0 }))).toBe(
    'event: heartbeat\nid: 0\ndata: {"ts":"now","id":0}\n\n',
  )
})

describe('an announcement as a frame', () => {
  test('names the list and the time, and no text of an item breaks out of it', () => {
    expect(text(liveFrame(list, at))).toBe(
      `event: item:added\nid: 7-${ms}\ndata: ${JSON.stringify({
        type: 'item:added',
        listId: 7,
        payload: { id: 3, listId: 7, text: 'a\nb\r\n\ndata: x' },
      })}\n\n`,
    )
  })

  test('tells of a calendar and of a write', () => {
    expect(text(liveFrame(shared, at))).toBe(
      `event: calendar:changed\nid: 4-${ms}\ndata: {"type":"calendar:changed","calendarId":4,"payload":{"calendarId":4}}\n\n`,
    )
    expect(text(liveFrame(status, at))).toBe(
      `event: sync:status\nid: ${ms}\ndata: {"type":"sync:status","uid":"x\\nid: 9@y","status":"done"}\n\n`,
    )
  })
})

test('a channel carries its own topics only', () => {
  expect(liveEventOn(calendarChannel, added)).toBeNull()
  expect(liveEventOn({ frames: '', topics: {} }, added)).toBeNull()
})

test.each<[string, LiveEvent, number, boolean]>([
  ['a reader of the list', list, 1, true],
  ['another member', list, 3, false],
  ['anybody, of the shared calendar', shared, 3, true],
  ['the owner of a personal calendar', personal, 2, true],
  ['another member, of a personal calendar', personal, 1, false],
  ['the author of a write', status, 1, true],
  ['another member, of a write', status, 2, false],
])('%s may hear: ', (_, event, memberId, expected) => {
  expect(mayHear(memberId, event)).toBe(expected)
})
