import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allDayAlarmInstant, type Reminder } from '../../../src/calendar/ical/alarms'
import { parseIsoDate } from '../../../src/calendar/ical/civil'
import { summarize } from '../../../src/calendar/ical/summary'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { calendarOf, household } from './cast'
import { CORPUS } from './corpus'

type Alarm = string[]

function reminderOf(alarms: Alarm[], allDay: boolean, zone = household): Reminder {
  const start = allDay ? 'DTSTART;VALUE=DATE:20261005' : 'DTSTART:20261005T080000Z'
  const blocks = alarms.flatMap((lines) => ['BEGIN:VALARM', ...lines, 'END:VALARM'])
  return summarize(calendarOf(['UID:u', start, ...blocks]), zone).reminder
}

const said = ({ kind, leadMinutes }: Reminder) => (leadMinutes === null ? kind : `${kind} ${leadMinutes}`)
const NONE_SENTINEL = ['ACTION:NONE', 'TRIGGER;VALUE=DATE-TIME:19760401T005545Z']

describe('alarms of a timed event', () => {
  const triggers: [string, string][] = [
    ...[0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080].map((lead): [string, string] => [
      `TRIGGER:-PT${lead}M`,
      `preset ${lead}`,
    ]),
    ['TRIGGER:PT0S', 'preset 0'],
    ['TRIGGER:P0D', 'preset 0'],
    ['TRIGGER:-P1D', 'preset 1440'],
    ['TRIGGER:-P1W', 'preset 10080'],
    ['TRIGGER:-P0DT0H15M0S', 'preset 15'],
    ['TRIGGER;RELATED=START;VALUE=DURATION:-pt15m', 'preset 15'],
    ['TRIGGER:-P15M', 'preset 15'],
    ['TRIGGER:-P300S', 'preset 5'],
    ['TRIGGER:-P1H30M', 'offlist 90'],
    ['TRIGGER:-PT1H30M', 'offlist 90'],
    ['TRIGGER:-P2W', 'offlist 20160'],
    ['TRIGGER:-PT45S', 'offlist 1'],
    ['TRIGGER:-PT14M30S', 'offlist 15'],
    ['TRIGGER:PT1S', 'custom'],
    ['TRIGGER:+PT15M', 'custom'],
    ['TRIGGER;RELATED=END:-PT15M', 'custom'],
    ['trigger;related=end:PT5M', 'custom'],
    ['TRIGGER;VALUE=DATE-TIME:20261005T070000Z', 'custom'],
    ['TRIGGER:20261005T070000Z', 'custom'],
    ['TRIGGER:soon', 'none'],
    ['TRIGGER:-PT', 'none'],
    ['DESCRIPTION:no trigger', 'none'],
  ]
  test.each(triggers)('%s is %s', (trigger, expected) => {
    expect(said(reminderOf([['ACTION:DISPLAY', trigger]], false))).toBe(expected)
  })

  const sets: [string, Alarm[], string][] = [
    ['none', [], 'none'],
    ['two', [['TRIGGER:-PT15M'], ['TRIGGER:-P1D']], 'custom'],
    ['two alike', [['TRIGGER:-PT15M'], ['TRIGGER:-PT15M']], 'custom'],
    ['an e-mail', [['ACTION:EMAIL', 'TRIGGER:-PT30M']], 'preset 30'],
    ['a repeated one', [['TRIGGER:-PT15M', 'REPEAT:2', 'DURATION:PT5M']], 'preset 15'],
    ['only "no alarm"', [NONE_SENTINEL], 'none'],
    ['one and "no alarm"', [['TRIGGER:-PT15M'], NONE_SENTINEL], 'preset 15'],
    ["Apple's sentinel", [['ACTION:AUDIO', 'TRIGGER;VALUE=DATE-TIME:19760401T005545Z']], 'none'],
    ['one of a place', [['TRIGGER;VALUE=DATE-TIME:19760401T005545Z', 'X-APPLE-PROXIMITY:DEPART']], 'custom'],
    [
      'a snoozed one',
      [
        ['UID:1', 'TRIGGER:-PT15M'],
        ['TRIGGER:20261005T071000Z', 'RELATED-TO;RELTYPE=SNOOZE:1'],
      ],
      'preset 15',
    ],
    ['one and an unreadable one', [['TRIGGER:-PT15M'], ['TRIGGER:soon']], 'preset 15'],
  ]
  test.each(sets)('%s', (_, alarms, expected) => {
    expect(said(reminderOf(alarms, false))).toBe(expected)
  })
})

describe('alarms of an all-day event', () => {
  // 09:00 in Amsterdam is 07:00 UTC on 5 October 2026.
  const triggers: [string, string][] = [
    ['TRIGGER;VALUE=DATE-TIME:20261005T070000Z', 'preset 0'],
    ['TRIGGER;VALUE=DATE-TIME:20261004T070000Z', 'preset 1440'],
    ['TRIGGER;VALUE=DATE-TIME:20260928T070000Z', 'preset 10080'],
    ['TRIGGER;VALUE=DATE-TIME:20261002T070000Z', 'offlist 4320'],
    ['TRIGGER;VALUE=DATE-TIME:20261004T080000Z', 'custom'],
    ['TRIGGER;VALUE=DATE-TIME:20261006T070000Z', 'custom'],
    ['TRIGGER:PT9H', 'custom'],
    ['TRIGGER:-PT15H', 'offlist 900'],
    ['TRIGGER:-P1D', 'preset 1440'],
  ]
  test.each(triggers)('%s is %s', (trigger, expected) => {
    expect(said(reminderOf([[trigger]], true))).toBe(expected)
  })

  test('nine o’clock is that of the household, summer and winter', () => {
    const auckland = zoneOf('Pacific/Auckland')!
    expect(said(reminderOf([['TRIGGER:20261003T200000Z']], true, auckland))).toBe('preset 1440')
    const day = parseIsoDate('2026-03-29')!
    const at = (lead: number) => new Date(allDayAlarmInstant(day, lead, household) * 1000).toISOString()
    expect(at(0)).toBe('2026-03-29T07:00:00.000Z')
    expect(at(1440)).toBe('2026-03-28T08:00:00.000Z')
    expect(at(900)).toBe('2026-03-28T08:00:00.000Z')
  })
})

describe('what other applications write', () => {
  interface Case {
    name: string
    allDay: boolean
    valarms: Alarm[]
    kind: Reminder['kind']
    leadMinutes: number | null
  }
  const cases: Case[] = JSON.parse(readFileSync(join(CORPUS, 'alarms.json'), 'utf8'))
  test.each(cases.map((one) => [one.name, one] as const))('%s', (_, { allDay, valarms, kind, leadMinutes }) => {
    expect(reminderOf(valarms, allDay)).toEqual({ kind, leadMinutes })
  })
})
