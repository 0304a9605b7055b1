import { expect, test } from 'bun:test'
import { instancesApart } from '../../../src/calendar/import/object'

const instance = (index: number) => {
  const day = `202612${String((index % 28) + 1).padStart(2, '0')}`
  const time = `T${String(Math.floor(index / 28) % 24).padStart(2, '0')}0000Z`
  return ['BEGIN:VEVENT', 'UID:choir', `RECURRENCE-ID:${day}${time}`, `DTSTART:${day}${time}`, 'END:VEVENT']
}
const objectOf = (instances: number, zoneLength: number) =>
  [
    'BEGIN:VCALENDAR',
    ...['BEGIN:VTIMEZONE', `X-LONG:${'x'.repeat(zoneLength)}`, 'END:VTIMEZONE'],
    ...Array.from({ length: instances }, (_, index) => instance(index)).flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

test.each([
  ['a few', 3, 100, 3],
  ['many', 600, 1_000, 600],
  ['so many that each with the zones of all would be too much', 600, 60_000, 0],
  ['more than one statement stores', 60_000, 10, 0],
])('instances without their series are events of their own: %s', (_, instances, zoneLength, expected) => {
  expect(instancesApart({ text: objectOf(instances, zoneLength) })).toHaveLength(expected)
})

test('instances beside their series stay with it', () => {
  const series = 'BEGIN:VEVENT\r\nUID:choir\r\nDTSTART:20261201T000000Z\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT'
  const text = objectOf(2, 1).replace('END:VCALENDAR', `${series}\r\nEND:VCALENDAR`)
  expect(instancesApart({ text })).toEqual([])
})
