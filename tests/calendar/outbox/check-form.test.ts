import { describe, expect, test } from 'bun:test'
import { checkEventForm } from '../../../src/calendar/outbox/check-form'
import { BAD_FIELDS, GOOD_FIELDS, VALID_FORM } from './form-table'

describe('a form', () => {
  test('that is valid comes back as it was', () => {
    expect(checkEventForm(VALID_FORM)).toEqual({ form: VALID_FORM, problem: null })
  })

  test.each(GOOD_FIELDS)('takes %s: %j', (_, change) => {
    expect(checkEventForm({ ...VALID_FORM, ...change }).problem).toBeNull()
  })

  test.each(BAD_FIELDS)('refuses %s, naming %s', (_, field, change) => {
    const { form, problem } = checkEventForm({ ...VALID_FORM, ...change })
    expect(form).toBeNull()
    expect(problem).toStartWith(`${field}: `)
  })

  test('is an object', () => {
    for (const input of [null, undefined, 'text', 3, true, [], [VALID_FORM]]) {
      expect(checkEventForm(input)).toEqual({ form: null, problem: 'expected an object' })
    }
  })

  test('has its title trimmed and nothing else changed', () => {
    const { form } = checkEventForm({ ...VALID_FORM, title: '  A  b ', location: ' x ', description: '\n' })
    expect(form).toEqual({ ...VALID_FORM, title: 'A  b', location: ' x ', description: '\n' })
  })

  test('loses what nobody knows', () => {
    const { form } = checkEventForm({ ...VALID_FORM, colour: 'red', __proto__: { title: 'no' } })
    expect(form).toEqual(VALID_FORM)
  })

  test('may not lack a required field', () => {
    for (const field of ['title', 'allDay', 'start', 'end'] as const) {
      const { [field]: _, ...rest } = VALID_FORM
      expect(checkEventForm(rest).problem).toStartWith(`${field}: `)
    }
  })
})
