/** Every field of the event form at its bound, one past it, of the wrong type, empty and hostile. */

export const VALID_FORM = {
  title: 'Dentist',
  allDay: false,
  start: '2026-12-01T09:00:00Z',
  end: '2026-12-01T10:00:00Z',
}

const ALL_DAY = { allDay: true, start: '2026-12-01', end: '2026-12-01' }
const chars = (count: number) => 'x'.repeat(count)
/** One character, two UTF-16 units. */
const EMOJI = '🦷'
const LONE_SURROGATE = '\ud800'

type Change = Record<string, unknown>

export const GOOD_FIELDS: [string, Change][] = [
  ['a title of one character', { title: 'x' }],
  ['the longest title', { title: chars(255) }],
  ['the longest title of emoji', { title: EMOJI.repeat(255) }],
  ['the longest title between blanks', { title: ` ${chars(255)} ` }],
  ['an offset', { start: '2026-12-01T10:00:00+01:00' }],
  ['an offset without colon', { start: '2026-12-01T10:00:00+0100' }],
  ['no seconds', { start: '2026-12-01T09:00Z' }],
  ['fractions of a second', { start: '2026-12-01T09:00:00.123456789Z' }],
  ['an end at the start', { end: VALID_FORM.start }],
  ['an end at the start in another offset', { end: '2026-12-01T10:00:00+01:00' }],
  ['a leap day', { ...ALL_DAY, start: '2028-02-29', end: '2028-02-29' }],
  ['one day', ALL_DAY],
  ['the longest location', { location: chars(2000) }],
  ['an empty location', { location: '' }],
  ['the longest description', { description: EMOJI.repeat(2000) }],
  ['an empty description', { description: '' }],
  ...['none', 'daily', 'weekly', 'monthly', 'yearly'].map(
    (recurrence) => [`recurrence ${recurrence}`, { recurrence }] as [string, Change],
  ),
  ...(
    [
      ['every second day', { frequency: 'daily', interval: 2 }],
      ['the longest interval', { frequency: 'yearly', interval: 999 }],
      ['two weekdays', { frequency: 'weekly', weekdays: ['TH', 'TU'] }],
      ['the second Tuesday', { frequency: 'monthly', nth: 2, weekdays: ['TU'] }],
      ['the last Friday of a month of the year', { frequency: 'yearly', nth: -1, weekdays: ['FR'] }],
      ['the last day of the month', { frequency: 'monthly', monthDay: -1 }],
      ['a day of a month of the year', { frequency: 'yearly', monthDay: 31 }],
      ['a frequency alone', { frequency: 'weekly' }],
      ['a property nobody knows', { frequency: 'weekly', colour: 'red' }],
    ] as [string, Change][]
  ).map(([name, recurrence]) => [`a rule of ${name}`, { recurrence }] as [string, Change]),
  ['a bound without a rule', { recurrenceCount: 3 }],
  ['an until without a rule', { recurrenceUntil: '2027-01-01' }],
  ['the smallest count', { recurrence: 'daily', recurrenceCount: 1 }],
  ['a huge count', { recurrence: 'daily', recurrenceCount: Number.MAX_SAFE_INTEGER }],
  ['the longest calendarUrl', { calendarUrl: chars(1024) }],
  ['no reminder', { reminderLeadMinutes: null }],
  ['a reminder at the start', { reminderLeadMinutes: 0 }],
  ['the earliest reminder', { reminderLeadMinutes: 10_080 }],
  ['nobody in particular', { personIds: [] }],
  ['no reminders', { reminders: [] }],
  ['five reminders', { reminders: [0, 5, 60, 1440, 10_080] }],
  ['one reminder, said twice', { reminders: [15], reminderLeadMinutes: 15 }],
  ['several beside no lead', { reminders: [15, 30], reminderLeadMinutes: null }],
  ['no reminders beside no lead', { reminders: [], reminderLeadMinutes: null }],
  ['one at the start, said twice', { reminders: [0], reminderLeadMinutes: 0 }],
  ['the evening before', { ...ALL_DAY, reminders: [{ daysBefore: 1, time: '18:00' }], reminderLeadMinutes: null }],
  ['a minute to midnight of the day', { ...ALL_DAY, reminders: [{ daysBefore: 0, time: '23:59' }] }],
  ['a week before in both ways', { ...ALL_DAY, reminders: [10_080, { daysBefore: 7, time: '00:00' }] }],
  ['a reminder with a property nobody knows', { ...ALL_DAY, reminders: [{ daysBefore: 1, time: '18:00', x: 1 }] }],
  ['a property nobody knows', { colour: 'red' }],
]

/** What is sent, the field the refusal names, and the change that makes the form bad. */
export const BAD_FIELDS: [string, string, Change][] = [
  ...wrongTypes('title', { unless: 'string' }),
  ['an empty title', 'title', { title: '' }],
  ['a blank title', 'title', { title: ' \t\n ' }],
  ['a title of control characters', 'title', { title: '\u0000\u0007' }],
  ['a title one too long', 'title', { title: chars(256) }],
  ['a title of emoji one too long', 'title', { title: EMOJI.repeat(256) }],
  ['an enormous title', 'title', { title: chars(900_000) }],
  ['a title that is no Unicode', 'title', { title: `a${LONE_SURROGATE}` }],

  ...wrongTypes('allDay', { unless: 'boolean' }),

  ...['start', 'end'].flatMap((field): [string, string, Change][] => [
    ...wrongTypes(field, { unless: 'string' }),
    [`an empty ${field}`, field, { [field]: '' }],
    [`a ${field} without offset`, field, { [field]: '2026-12-01T09:00:00' }],
    [`a ${field} that is a date`, field, { [field]: '2026-12-01' }],
    [`a ${field} on a day that does not exist`, field, { [field]: '2026-02-30T09:00:00Z' }],
    [`a ${field} at an hour that does not exist`, field, { [field]: '2026-12-01T24:00:00Z' }],
    [`a ${field} at a minute that does not exist`, field, { [field]: '2026-12-01T09:60:00Z' }],
    [`a ${field} at a leap second`, field, { [field]: '2026-12-01T23:59:60Z' }],
    [`a ${field} with an offset that does not exist`, field, { [field]: '2026-12-01T09:00:00+24:00' }],
    [`a ${field} in words`, field, { [field]: 'tomorrow' }],
    [`a ${field} in milliseconds`, field, { [field]: '1764579600000' }],
    [`a ${field} with a line break`, field, { [field]: '2026-12-01T09:00:00Z\n' }],
    [`a ${field} before it`, field, { [field]: ' 2026-12-01T09:00:00Z' }],
    [`a ${field} of more than 64 characters`, field, { [field]: `2026-12-01T09:00:00.${chars(60)}Z` }],
    [`a ${field} in the year 0`, field, { [field]: '0000-01-01T00:00:00Z' }],
    [`a ${field} in the year 9999`, field, { [field]: '9999-12-31T23:59:59Z' }],
    [`an all-day ${field} with a time`, field, { ...ALL_DAY, [field]: '2026-12-01T00:00:00Z' }],
    [`an all-day ${field} that does not exist`, field, { ...ALL_DAY, [field]: '2027-02-29' }],
    [`an all-day ${field} written otherwise`, field, { ...ALL_DAY, [field]: '2026-1-1' }],
  ]),
  ['an end before the start', 'end', { end: '2026-12-01T08:59:59Z' }],
  ['an end before the start by its offset', 'end', { end: '2026-12-01T09:30:00+01:00' }],
  ['an all-day end before the start', 'end', { ...ALL_DAY, end: '2026-11-30' }],

  ...['location', 'description'].flatMap((field): [string, string, Change][] => [
    ...wrongTypes(field, { unless: 'string' }),
    [`a ${field} one too long`, field, { [field]: chars(2001) }],
    [`a ${field} that is no Unicode`, field, { [field]: LONE_SURROGATE }],
  ]),

  ...wrongTypes('recurrence', { unless: 'string' }).filter(([name]) => !name.startsWith('object')),
  ['an unknown recurrence', 'recurrence', { recurrence: 'hourly' }],
  ['a recurrence in capitals', 'recurrence', { recurrence: 'Daily' }],
  ['an empty recurrence', 'recurrence', { recurrence: '' }],
  ['a rule for a recurrence', 'recurrence', { recurrence: 'FREQ=SECONDLY' }],

  ...(
    [
      ['no frequency', 'frequency', { interval: 2 }],
      ['an unknown frequency', 'frequency', { frequency: 'hourly' }],
      ['a frequency in capitals', 'frequency', { frequency: 'WEEKLY' }],
      ['an interval of 0', 'interval', { frequency: 'weekly', interval: 0 }],
      ['an interval of 1000', 'interval', { frequency: 'weekly', interval: 1000 }],
      ['an interval and a half', 'interval', { frequency: 'weekly', interval: 1.5 }],
      ['an interval in words', 'interval', { frequency: 'weekly', interval: '2' }],
      ['no interval', 'interval', { frequency: 'weekly', interval: null }],
      ['no weekdays', 'weekdays', { frequency: 'weekly', weekdays: [] }],
      ['a weekday that is no list', 'weekdays', { frequency: 'weekly', weekdays: 'MO' }],
      ['an unknown weekday', 'weekdays', { frequency: 'weekly', weekdays: ['MO', 'mo'] }],
      ['a weekday twice', 'weekdays', { frequency: 'weekly', weekdays: ['MO', 'MO'] }],
      ['a thousand weekdays', 'weekdays', { frequency: 'weekly', weekdays: Array(1000).fill('MO') }],
      ['a weekday with an ordinal', 'weekdays', { frequency: 'monthly', weekdays: ['2TU'], nth: 2 }],
      ['weekdays of days', 'weekdays', { frequency: 'daily', weekdays: ['MO'] }],
      ['weekdays of months', 'weekdays', { frequency: 'monthly', weekdays: ['MO'] }],
      ['weekdays of years', 'weekdays', { frequency: 'yearly', weekdays: ['MO'] }],
      ['nth 0', 'nth', { frequency: 'monthly', weekdays: ['MO'], nth: 0 }],
      ['nth 6', 'nth', { frequency: 'monthly', weekdays: ['MO'], nth: 6 }],
      ['nth -2', 'nth', { frequency: 'monthly', weekdays: ['MO'], nth: -2 }],
      ['nth without weekdays', 'nth', { frequency: 'monthly', nth: 2 }],
      ['nth of weeks', 'nth', { frequency: 'weekly', weekdays: ['MO'], nth: 1 }],
      ['monthDay 0', 'monthDay', { frequency: 'monthly', monthDay: 0 }],
      ['monthDay 32', 'monthDay', { frequency: 'monthly', monthDay: 32 }],
      ['monthDay -2', 'monthDay', { frequency: 'monthly', monthDay: -2 }],
      ['monthDay of weeks', 'monthDay', { frequency: 'weekly', monthDay: 3 }],
      ['monthDay beside weekdays', 'monthDay', { frequency: 'monthly', weekdays: ['MO'], nth: 1, monthDay: 3 }],
    ] as [string, string, Change][]
  ).map(([name, field, recurrence]): [string, string, Change] => [
    `a rule with ${name}`,
    `recurrence.${field}`,
    { recurrence },
  ]),
  ['an object that is no rule', 'recurrence.frequency', { recurrence: {} }],

  ...wrongTypes('recurrenceUntil', { unless: 'string' }),
  ['an until with a time', 'recurrenceUntil', { recurrenceUntil: '2027-01-01T00:00:00Z' }],
  ['an until that does not exist', 'recurrenceUntil', { recurrenceUntil: '2027-02-29' }],
  ['an until in iCalendar', 'recurrenceUntil', { recurrenceUntil: '20270101' }],
  ['an empty until', 'recurrenceUntil', { recurrenceUntil: '' }],
  ['an until with more behind it', 'recurrenceUntil', { recurrenceUntil: '2027-01-01;COUNT=1' }],

  ...wrongTypes('recurrenceCount', { unless: 'number' }),
  ['a count of 0', 'recurrenceCount', { recurrenceCount: 0 }],
  ['a negative count', 'recurrenceCount', { recurrenceCount: -1 }],
  ['a count and a half', 'recurrenceCount', { recurrenceCount: 1.5 }],
  ['a count beyond whole numbers', 'recurrenceCount', { recurrenceCount: 1e21 }],
  ['both bounds', 'recurrenceCount', { recurrence: 'daily', recurrenceCount: 1, recurrenceUntil: '2027-01-01' }],

  ...wrongTypes('calendarUrl', { unless: 'string' }),
  ['a calendarUrl one too long', 'calendarUrl', { calendarUrl: chars(1025) }],

  ...wrongTypes('reminderLeadMinutes', { unless: 'number' }).filter(([name]) => !name.startsWith('null')),
  ['a reminder one too early', 'reminderLeadMinutes', { reminderLeadMinutes: 10_081 }],
  ['a reminder after the start', 'reminderLeadMinutes', { reminderLeadMinutes: -1 }],
  ['half a minute', 'reminderLeadMinutes', { reminderLeadMinutes: 0.5 }],

  ...wrongTypes('personIds', { unless: 'list' }),
  ['a person in words', 'personIds', { personIds: ['1'] }],
  ['half a person', 'personIds', { personIds: [1.5] }],
  ['a person by no id', 'personIds', { personIds: [0] }],
  ['fifty-one people', 'personIds', { personIds: Array.from({ length: 51 }, (_, at) => at + 1) }],

  ...wrongTypes('reminders', { unless: 'list' }),
  ['six reminders', 'reminders', { reminders: [0, 1, 2, 3, 4, 5] }],
  ['a hundred thousand reminders', 'reminders', { reminders: Array(1e5).fill(5) }],
  ['a reminder in words', 'reminders', { reminders: ['15'] }],
  ['a reminder that is null', 'reminders', { reminders: [null] }],
  ['a list of lists', 'reminders', { reminders: [[15]] }],
  ['one of the reminders too early', 'reminders', { reminders: [15, 10_081] }],
  ['one of the reminders after the start', 'reminders', { reminders: [-1] }],
  ['half a minute among the reminders', 'reminders', { reminders: [0.5] }],
  ['a time of day for a timed event', 'reminders', { reminders: [{ daysBefore: 1, time: '18:00' }] }],
  ...(
    [
      ['no days', 'daysBefore', { time: '18:00' }],
      ['a day after', 'daysBefore', { daysBefore: -1, time: '18:00' }],
      ['eight days', 'daysBefore', { daysBefore: 8, time: '18:00' }],
      ['days in words', 'daysBefore', { daysBefore: '1', time: '18:00' }],
      ['no time', 'time', { daysBefore: 1 }],
      ['24 o’clock', 'time', { daysBefore: 1, time: '24:00' }],
      ['a minute too many', 'time', { daysBefore: 1, time: '18:60' }],
      ['seconds', 'time', { daysBefore: 1, time: '18:00:00' }],
      ['a time of one digit', 'time', { daysBefore: 1, time: '8:00' }],
      ['a line break', 'time', { daysBefore: 1, time: '18:00\n' }],
    ] as [string, string, Change][]
  ).map(([name, field, reminder]): [string, string, Change] => [
    `a reminder with ${name}`,
    `reminders.${field}`,
    { ...ALL_DAY, reminders: [reminder] },
  ]),
  ['a lead beside other reminders', 'reminderLeadMinutes', { reminders: [30], reminderLeadMinutes: 15 }],
  ['a lead beside several reminders', 'reminderLeadMinutes', { reminders: [15, 30], reminderLeadMinutes: 15 }],
  ['a lead beside no reminders', 'reminderLeadMinutes', { reminders: [], reminderLeadMinutes: 15 }],
  ['no lead beside one reminder', 'reminderLeadMinutes', { reminders: [15], reminderLeadMinutes: null }],
]

function wrongTypes(field: string, { unless }: { unless: string }): [string, string, Change][] {
  const values: [string, unknown][] = [
    ['null', null],
    ['number', 5],
    ['boolean', true],
    ['string', '5'],
    ['list', ['x']],
    ['object', { text: 'x' }],
  ]
  return values
    .filter(([type]) => type !== unless)
    .map(([type, value]) => [`${type} for ${field}`, field, { [field]: value }])
}
