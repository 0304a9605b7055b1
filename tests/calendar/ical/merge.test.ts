import { describe, expect, test } from 'bun:test'
import type { EventForm, StoredForm } from '../../../src/calendar/ical/form'
import { asOpened, behind, formAfter, merge, rebased } from '../../../src/calendar/ical/merge'

/** As it was opened, and the form that says the same. */
const BASE: StoredForm = {
  title: 'Choir',
  allDay: false,
  start: '2026-12-01T18:00:00.000Z',
  end: '2026-12-01T20:00:00.000Z',
  location: 'Church',
  description: '',
  recurrence: 'weekly',
  recurrenceUntil: '2027-06-01',
  reminderLeadMinutes: 15,
  reminderIsCustom: false,
}
const FORM: EventForm = { title: 'Choir', allDay: false, start: '2026-12-01T18:00:00Z', end: '2026-12-01T20:00:00Z' }
const LATER = { start: '2026-12-01T20:00:00.000Z', end: '2026-12-01T22:00:00.000Z' }
const NINE = '2026-12-01T21:00:00Z'
const UNTIL_NINE = { allDay: false, start: FORM.start, end: NINE }
const ALL_DAY = { allDay: true, start: '2026-12-01', end: '2026-12-01' }
const NO_RULE: Partial<StoredForm> = { recurrence: 'none', recurrenceUntil: undefined }

describe('what one person changes meets what another has changed', () => {
  const cases: [string, Partial<StoredForm>, Partial<EventForm>, Partial<EventForm>, string[]][] = [
    ['nothing on either side', {}, {}, {}, []],
    ['a time there, a place here', LATER, { location: 'Hall' }, { location: 'Hall' }, []],
    ['a time there, nothing here', LATER, {}, {}, []],
    ['a title there, a time here', { title: 'Band' }, LATER, { allDay: false, ...LATER }, []],
    ['a title there, an end here', { title: 'Band' }, { end: NINE }, UNTIL_NINE, []],
    ['start and end there, an end here', LATER, { end: NINE }, UNTIL_NINE, ['start', 'end']],
    ['an end there, another end here', { end: LATER.end }, { end: NINE }, UNTIL_NINE, ['end']],
    ['the same time on both sides', LATER, LATER, {}, []],
    [
      'the same time, spelled in another way',
      LATER,
      { start: '2026-12-01T21:00:00+01:00', end: '2026-12-01T23:00:00+01:00' },
      {},
      [],
    ],
    ['all day there, another time here', ALL_DAY, LATER, { allDay: false, ...LATER }, ['allDay', 'start', 'end']],
    ['another title on each side', { title: 'Band' }, { title: 'Concert' }, { title: 'Concert' }, ['title']],
    ['the same title on both sides', { title: 'Band' }, { title: 'Band' }, {}, []],
    ['another place on each side', { location: 'Hall' }, { location: '' }, { location: '' }, ['location']],
    ['notes there, a title here', { description: 'Bring tea' }, { title: 'Band' }, { title: 'Band' }, []],
    [
      'other notes on each side',
      { description: 'Bring tea' },
      { description: 'Bring cake' },
      { description: 'Bring cake' },
      ['description'],
    ],
    ['another rule there, a title here', { recurrence: 'daily' }, { title: 'Band' }, { title: 'Band' }, []],
    [
      'another end of the rule there, another rule here',
      { recurrenceUntil: '2027-03-01' },
      { recurrence: 'daily' },
      { recurrence: 'daily' },
      ['recurrence'],
    ],
    ['no rule there, an end of it here', NO_RULE, { recurrenceUntil: '2027-03-01' }, {}, ['recurrence']],
    ['people there, a title here', { personIds: [1] }, { title: 'Band' }, { title: 'Band' }, []],
    ['people here', {}, { personIds: [2, 1] }, { personIds: [2, 1] }, []],
    ['other people on each side', { personIds: [1] }, { personIds: [2] }, { personIds: [2] }, ['personIds']],
    ['the same people on both sides, in another order', { personIds: [1, 2] }, { personIds: [2, 1] }, {}, []],
    ['people there, nobody here as before', { personIds: [1] }, { personIds: [] }, {}, []],
    ['no rule on either side', NO_RULE, { recurrence: 'none' }, {}, []],
    [
      'a rule of its own there, another rule here',
      { recurrence: 'custom' },
      { recurrence: 'daily' },
      { recurrence: 'daily' },
      ['recurrence'],
    ],
    [
      'another reminder on each side',
      { reminderLeadMinutes: 30 },
      { reminderLeadMinutes: null },
      { reminderLeadMinutes: null },
      ['reminderLeadMinutes'],
    ],
    [
      'several reminders there, one here',
      { reminderLeadMinutes: null, reminderIsCustom: true },
      { reminderLeadMinutes: 30 },
      { reminderLeadMinutes: 30 },
      ['reminderLeadMinutes'],
    ],
    ['the same reminder on both sides', { reminderLeadMinutes: 30 }, { reminderLeadMinutes: 30 }, {}, []],
    ['all day there, a reminder here', ALL_DAY, { reminderLeadMinutes: 1440 }, { reminderLeadMinutes: 1440 }, []],
  ]
  test.each(cases)('%s', (_, there, here, changes, clashes) => {
    expect(merge(BASE, { ...FORM, ...here }, { ...BASE, ...there })).toEqual({ changes, clashes } as never)
  })

  test('two fields at once name both', () => {
    const { clashes } = merge(
      BASE,
      { ...FORM, title: 'Concert', location: 'Hall' },
      { ...BASE, title: 'Band', location: '' },
    )
    expect(clashes).toEqual(['title', 'location'])
  })

  test('a title whose ends another application has left blank is no change', () => {
    const base = { ...BASE, title: ' Choir ' }
    expect(merge(base, FORM, { ...base, title: 'Band' })).toEqual({ changes: {}, clashes: [] })
  })
})

describe('a form as it was opened', () => {
  test('takes the place of what is cached, field by field', () => {
    const cached = { ...BASE, title: 'Band', location: 'Hall' }
    expect(asOpened(cached, { title: 'Choir', allDay: false, start: BASE.start, end: BASE.end })).toEqual({
      ...BASE,
      location: 'Hall',
    })
    expect(asOpened(cached, BASE)).toEqual(BASE)
  })

  test('with a rule has no bound unless it says so', () => {
    const { title, allDay, start, end } = BASE
    expect(asOpened(BASE, { title, allDay, start, end, recurrence: 'daily', recurrenceCount: 3 })).toEqual({
      ...BASE,
      recurrence: 'daily',
      recurrenceUntil: undefined,
      recurrenceCount: 3,
    })
  })
})

test('an event says after a write what the form has changed, and everything else as before', () => {
  expect(formAfter(BASE, { ...FORM, location: '' })).toEqual({ ...BASE, location: '' })
  expect(formAfter(BASE, { ...FORM, ...LATER, recurrence: 'none', reminderLeadMinutes: null })).toEqual({
    ...BASE,
    ...LATER,
    recurrence: 'none',
    recurrenceUntil: undefined,
    reminderLeadMinutes: null,
  })
  expect(formAfter(BASE, { ...FORM, recurrenceCount: 3 })).toEqual({
    ...BASE,
    recurrenceUntil: undefined,
    recurrenceCount: 3,
  })
})

test('a base that is carried over to what the event says by now keeps what the form does not change', () => {
  const now = { ...BASE, title: 'Band', location: 'Hall', recurrence: 'daily' as const, recurrenceUntil: undefined }
  expect(rebased(BASE, { ...FORM, title: 'Concert', recurrence: 'monthly' }, now)).toEqual({
    ...BASE,
    title: 'Band',
    recurrence: 'daily',
    recurrenceUntil: undefined,
  })
})

describe('what the same person has asked for before', () => {
  const earlier = (changes: Partial<EventForm>) => ({ base: BASE, form: { ...FORM, ...changes } })
  const cases: [string, Partial<EventForm>[], Partial<EventForm>, Partial<EventForm>][] = [
    ['another title', [{ title: 'Band' }], { title: 'Concert' }, { title: 'Concert' }],
    ['the same title', [{ title: 'Band' }], { title: 'Band' }, {}],
    [
      'a title, and then back to the first',
      [{ title: 'Band' }, { title: 'Concert' }],
      { title: 'Band' },
      { title: 'Band' },
    ],
    ['a title, where a place is changed now', [{ title: 'Band' }], { location: 'Hall' }, { location: 'Hall' }],
    ['another time', [LATER], { start: FORM.start, end: NINE }, UNTIL_NINE],
  ]
  test.each(cases)('is no change of somebody else’s: %s', (_, before, here, changes) => {
    const form = { ...FORM, ...here }
    const { base, fresh } = behind(before.map(earlier), { base: BASE, form, fresh: BASE })
    expect(merge(base, form, fresh)).toEqual({ changes, clashes: [] })
  })

  test('hides none of somebody else’s', () => {
    const form = { ...FORM, title: 'Concert', location: 'Hall' }
    const elsewhere = { ...BASE, location: 'Town hall' }
    const { base, fresh } = behind([earlier({ title: 'Band' })], { base: BASE, form, fresh: elsewhere })
    expect(merge(base, form, fresh).clashes).toEqual(['location'])
  })
})
