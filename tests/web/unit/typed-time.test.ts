import { describe, expect, test } from 'bun:test'
import { halfHours, minutesUntil, parseTime, stepTime } from '../../../web/src/lib/typed-time'

describe('typed times', () => {
  test.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['9:30', '09:30'],
    ['17.30', '17:30'],
    ['1730', '17:30'],
    ['5pm', '17:00'],
    ['5 p', '17:00'],
    ['5:30 PM', '17:30'],
    ['5:30 p.m.', '17:30'],
    // As `Intl` writes it.
    ['5:30\u202fpm', '17:30'],
    ['12am', '00:00'],
    ['12 pm', '12:00'],
    [' 8 Uhr ', '08:00'],
    ['15 Uhr 30', '15:30'],
    ['15.30 Uhr', '15:30'],
    ['15h', '15:00'],
    ['15h30', '15:30'],
    ['15 30', '15:30'],
    ['3', '03:00'],
    ['0', '00:00'],
    ['noon', '12:00'],
    ['Mitternacht', '00:00'],
    ['halb 4', '15:30'],
    ['Halb vier', '15:30'],
    ['halb 8', '07:30'],
    ['halb eins', '12:30'],
    ['viertel nach 3', '15:15'],
    ['viertel vor acht', '07:45'],
    ['dreiviertel 9 Uhr', '08:45'],
    ['24:00', null],
    ['9:60', null],
    ['9:5', null],
    ['13pm', null],
    ['0am', null],
    ['halb', null],
    ['halb 13', null],
    ['halb bald', null],
    ['soon', null],
    ['', null],
  ])('%j is %j', (text, time) => expect(parseTime(text)).toBe(time))

  test.each(['24', '24:00', '24.00 Uhr', '24 Uhr', '2400'])('of an end, %j is midnight', (text) => {
    expect(parseTime(text, false, true)).toBe('00:00')
    expect(parseTime(text)).toBeNull()
  })

  test.each([
    ['3', '15:00'],
    ['6:45', '18:45'],
    ['7', '07:00'],
    ['11:30', '11:30'],
    ['12', '12:00'],
    ['03:00', '03:00'],
    ['3am', '03:00'],
    ['15', '15:00'],
    ['0', '00:00'],
  ])('by whom hours are read as two times twelve, %j is meant as %s', (text, time) => {
    expect(parseTime(text, true)).toBe(time)
  })

  test.each([
    ['09:07', 15, '09:15'],
    ['09:15', 15, '09:30'],
    ['09:07', -15, '09:00'],
    ['00:00', -15, '23:45'],
    ['23:50', 15, '00:00'],
  ])('%s stepped by %i is %s', (time, minutes, next) => {
    expect(stepTime(time, minutes)).toBe(next)
  })
})

describe('the half hours to choose from', () => {
  test('are those of a day', () => {
    const all = halfHours(null)
    expect([all.length, all[0], all[1], all.at(-1)]).toEqual([48, '00:00', '00:30', '23:30'])
  })

  test('begin after a start, and go on past midnight', () => {
    const all = halfHours('22:45')
    expect([all.length, all[0], all[2], all.at(-1)]).toEqual([47, '23:15', '00:15', '22:15'])
    expect(all.map((time) => minutesUntil(time, '22:45')).slice(0, 3)).toEqual([30, 60, 90])
  })
})
