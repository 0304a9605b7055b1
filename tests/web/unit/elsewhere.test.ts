import { expect, test } from 'bun:test'
import { problemOf } from '../../../web/src/elsewhere/state-words'
import { linkOf } from '../../../web/src/elsewhere/use-preview'
import { elsewhere } from '../../../web/src/i18n/en/elsewhere'
import { dateOf, fieldsOf } from '../../../web/src/people/birth-date'

test.each([
  [' https://school.example/a.ics?key=1 ', 'https://school.example/a.ics?key=1'],
  ['webcal://school.example/a.ics', 'webcal://school.example/a.ics'],
  ['school.example/a.ics', 'https://school.example/a.ics'],
  ['http://nas:8080/a.ics', 'http://nas:8080/a.ics'],
  ['http://[::1]/a.ics', 'http://[::1]/a.ics'],
  ['', null],
  ['school', null],
  ['my school calendar', null],
  ['ftp://school.example/a.ics', null],
  ['javascript:alert(1)', null],
  ['https://', null],
])('%p means %p', (text, link) => {
  expect(linkOf(text)).toBe(link)
})

test.each([
  [{ day: '24', month: '12', year: '1950' }, '1950-12-24'],
  [{ day: '3', month: '1', year: '' }, '--01-03'],
  [{ day: '29', month: '2', year: '' }, '--02-29'],
  [{ day: '29', month: '2', year: '2020' }, '2020-02-29'],
  [{ day: '29', month: '2', year: '2021' }, null],
  [{ day: '31', month: '4', year: '' }, null],
  [{ day: '', month: '4', year: '' }, null],
  [{ day: '1', month: '4', year: '50' }, null],
  [{ day: '1', month: '4', year: 'then' }, null],
])('%j is %p', (fields, date) => {
  expect(dateOf(fields)).toBe(date)
  if (date !== null) expect(fieldsOf(date)).toEqual(fields)
})

test.each([
  ['status-404', 'It is no longer there.'],
  ['status-503', 'Its server has a problem.'],
  ['status-418', 'It cannot be read at present.'],
  ['encoding', 'It cannot be read at present.'],
])('%s is told in words', (reason, words) => {
  expect(problemOf(reason, elsewhere.subscriptions.reasons)).toStartWith(words)
})
