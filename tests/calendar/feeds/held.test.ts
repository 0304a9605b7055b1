import { expect, test } from 'bun:test'
import { readFeed } from '../../../src/calendar/feeds/read'
import { leastHoldOf } from '../../support/event-loop'
import { feedOf } from '../../support/feed-server'

/** As long as nobody else notices. */
const MAX_HELD_MS = 100
const MB = 1024 * 1024

const event = (lines: string) => feedOf([`BEGIN:VEVENT\r\nUID:kept\r\nDTSTART:20261201T100000Z\r\n${lines}END:VEVENT`])

test.each([
  ['a name that blanks stand before and in', () => feedOf([`BEGIN:${' '.repeat(20_000)}A B`])],
  ['an end with nothing but blanks, and more', () => feedOf([`END:${'\t'.repeat(20_000)}A${' '.repeat(20_000)}B`])],
  ['an event of six million lines', () => event('A\r\n'.repeat(6 * MB))],
  ['an event of folds', () => event(`SUMMARY:a${'\r\n b'.repeat(4.5 * MB)}\r\n`)],
  ['an event that is not ended', () => feedOf([`BEGIN:VEVENT\r\nUID:kept\r\n${'A\r\n'.repeat(6 * MB)}`])],
  [
    'a thousand events that are not ended',
    () => feedOf([`BEGIN:VEVENT\r\nUID:a\r\n${'A\r\n'.repeat(6000)}`.repeat(1000)]),
  ],
  ['an UID of parameters alone', () => event(`UID;${'a'.repeat(3.9 * MB)}\r\n`)],
])('%s holds nobody up', async (_, write) => {
  const bytes = Buffer.from(write())
  const { heldMs } = await leastHoldOf(() => readFeed(bytes), MAX_HELD_MS)
  expect(heldMs).toBeLessThan(MAX_HELD_MS)
})
