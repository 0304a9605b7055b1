import { describe, expect, test } from 'bun:test'
import { editEvent } from '../../../src/calendar/ical/edit'
import { IcalError } from '../../../src/calendar/ical/error'
import { formOf } from '../../../src/calendar/ical/form'
import { calendarOf, household, options } from './cast'

const event = (...lines: string[]) => [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:u',
  'DTSTART:20261005T160000Z',
  ...lines,
  'END:VEVENT',
  'END:VCALENDAR',
  '',
]
const rename = (text: string) => editEvent(text, { title: 'New' }, options)
const titleOf = (text: string) => formOf(text, household).title

describe('a folded line is read and edited as one', () => {
  const folds: [string, string][] = [
    ['CR LF', event('SUMMARY:Dinner ', ' with Ben').join('\r\n')],
    ['a tab', event('SUMMARY:Dinner ', '\twith Ben').join('\r\n')],
    ['LF', event('SUMMARY:Dinner ', ' with Ben').join('\n')],
    ['CR', event('SUMMARY:Dinner ', ' with Ben').join('\r')],
    ['CR CR LF', event('SUMMARY:Dinner ', ' with Ben').join('\r\r\n')],
    ['LF CR', event('SUMMARY:Dinner ', ' with Ben').join('\n\r')],
    ['an empty line inside', event('SUMMARY:Dinner ', '', ' with Ben').join('\r\n')],
    ['several empty lines inside', event('SUMMARY:Dinner ', '', '', ' with Ben').join('\n')],
    ['a line of nothing but its fold', event('SUMMARY:Dinner ', ' ', ' with Ben').join('\r\n')],
  ]
  test.each(folds)('%s', (_, text) => {
    expect(titleOf(text)).toBe('Dinner with Ben')
    const renamed = rename(text)
    expect(titleOf(renamed)).toBe('New')
    expect(renamed).not.toContain('with Ben')
  })

  test.each(['BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR'])('%s in a continuation is text', (line) => {
    const text = event('SUMMARY:Dinner', '', ` ${line}`).join('\r\n')
    expect(titleOf(text)).toBe(`Dinner${line}`)
    expect(rename(text).match(/^(?:BEGIN|END):.*/gm)).toHaveLength(4)
    expect(titleOf(rename(text))).toBe('New')
  })

  test('empty lines that end no fold stay where they are', () => {
    const text = event('SUMMARY:Dinner', '', '', 'X-AFTER:1', '').join('\r\n')
    expect(rename(text)).toContain('SUMMARY:New\r\n\r\n\r\nX-AFTER:1\r\n')
  })
})

describe('what is added begins a line of its own', () => {
  test.each([
    [
      'in an event that nothing ends',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u\r\nDTSTART:20261005T160000Z\r\nX-END:1',
    ],
    ['in one that ends with the text', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:u\nDTSTART:20261005T160000Z\nEND:VEVENT'],
  ])('%s', (_, text) => {
    const renamed = rename(text)
    expect(titleOf(renamed)).toBe('New')
    expect(renamed).toMatch(/^LAST-MODIFIED:/m)
    expect(renamed.endsWith(text.slice(-7)) || /^X-END:1$/m.test(renamed.replaceAll('\r', ''))).toBe(true)
  })
})

test('an object of more lines than any calendar writes is refused', () => {
  const comments = (count: number) => calendarOf(['UID:u', 'DTSTART:20261005T160000Z', ...Array(count).fill('X:1')])
  expect(titleOf(comments(39_000))).toBe('')
  expect(() => titleOf(comments(40_001))).toThrow(IcalError)
  expect(() => rename(comments(40_001))).toThrow(IcalError)
  expect(() => titleOf(calendarOf(['UID:u', `X:${'\r\n a'.repeat(80_001)}`]))).toThrow(IcalError)
  expect(titleOf(calendarOf(['UID:u', 'DTSTART:20261005T160000Z', `X:${'\r\n a'.repeat(79_000)}`]))).toBe('')
  expect(() => titleOf(`${'\n'.repeat(40_001)}${comments(1)}`)).toThrow(IcalError)
})
