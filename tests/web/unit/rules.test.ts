import { describe, expect, test } from 'bun:test'
import { newDraft } from '../../../web/src/calendar/draft'
import { movedAlong, type RuleDraft, recurrenceOfDraft, ruleDraftOf } from '../../../web/src/calendar/rule/draft'
import { type BoundedRule, sentenceOf } from '../../../web/src/calendar/rule/sentence'
import type { Recurrence, RecurrenceRule } from '../../../web/src/data/types'
import { recurrence as german } from '../../../web/src/i18n/de/recurrence'
import { recurrence as english } from '../../../web/src/i18n/en/recurrence'
import { DAY, dayOfIso } from '../../../web/src/lib/tz'
import { toggled } from '../../../web/src/lib/weekdays'

/** The third Friday of its month. */
const FRIDAY = dayOfIso('2026-11-20')

const ruleOf = (changes: Partial<RuleDraft>, start = FRIDAY) =>
  recurrenceOfDraft({ ...ruleDraftOf('weekly', start), ...changes }, start)

describe('a rule in the editor', () => {
  const RULES: Recurrence[] = [
    'daily',
    'weekly',
    'monthly',
    'yearly',
    { frequency: 'daily', interval: 3 },
    { frequency: 'weekly', interval: 2 },
    { frequency: 'weekly', weekdays: ['TU', 'TH'] },
    { frequency: 'weekly', interval: 2, weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'] },
    { frequency: 'monthly', interval: 3 },
    { frequency: 'monthly', weekdays: ['FR'], nth: 3 },
    { frequency: 'monthly', weekdays: ['FR'], nth: -1 },
    { frequency: 'monthly', weekdays: ['TU'], nth: 2 },
    { frequency: 'monthly', weekdays: ['MO', 'WE'], nth: 1 },
    { frequency: 'monthly', monthDay: -1 },
    { frequency: 'monthly', interval: 2, monthDay: 5 },
    { frequency: 'yearly', interval: 4 },
    { frequency: 'yearly', weekdays: ['SU'], nth: 1 },
    { frequency: 'yearly', monthDay: 10 },
  ]

  test.each(RULES.map((rule) => [JSON.stringify(rule), rule] as const))(
    'is the same when nothing is changed: %s',
    (_, rule) => {
      expect(recurrenceOfDraft(ruleDraftOf(rule, FRIDAY), FRIDAY)).toEqual(rule)
    },
  )

  test.each<[string, Partial<RuleDraft>, Recurrence]>([
    ['every week on the day of the start', { weekdays: ['FR'] }, 'weekly'],
    ['every single day', { frequency: 'daily', interval: ' 1 ' }, 'daily'],
    ['the days of weeks in a rule of months', { frequency: 'monthly', weekdays: ['MO'] }, 'monthly'],
    ['the day of months in a rule of weeks', { monthDay: 'lastDay' }, 'weekly'],
  ])('is told by its word where there is one: %s', (_, changes, word) => {
    expect(ruleOf(changes)).toEqual(word)
  })

  test('follows the start', () => {
    const draft: RuleDraft = { ...ruleDraftOf('monthly', FRIDAY), monthDay: 'nth' }
    const days = ['2026-11-01', '2026-11-10', '2026-12-31'].map((day) => recurrenceOfDraft(draft, dayOfIso(day)))
    const monthly = (weekday: string, nth: number) => ({ frequency: 'monthly', weekdays: [weekday], nth })
    expect(days).toEqual([monthly('SU', 1), monthly('TU', 2), monthly('TH', 5)] as RecurrenceRule[])
  })

  test('has its weekdays in the order of the week, and that of the start when no other is left', () => {
    expect(toggled(['TU', 'SU'], 'FR')).toEqual(['TU', 'FR', 'SU'])
    expect(toggled(['TU', 'SU'], 'TU')).toEqual(['SU'])
    expect(ruleOf({ weekdays: toggled(['TU'], 'TU') })).toBe('weekly')
  })

  test.each([
    ['its own weekday', '2026-11-19', ['WE', 'TH']],
    ['a day that the rule has as well', '2026-11-18', ['WE']],
    ['the same weekday', '2026-11-27', ['WE', 'FR']],
  ])('that is left as it is moves along with its start: %s', (_, day, weekdays) => {
    const draft = ruleDraftOf({ frequency: 'weekly', weekdays: ['WE', 'FR'] }, FRIDAY)
    expect<string[]>(movedAlong(draft, FRIDAY, dayOfIso(day)).weekdays).toEqual(weekdays)
  })

  test('without the weekday of its start stays as it is', () => {
    const draft = ruleDraftOf({ frequency: 'weekly', weekdays: ['MO', 'WE'] }, FRIDAY)
    expect(movedAlong(draft, FRIDAY, FRIDAY + 1)).toEqual(draft)
  })

  test('begins as every week', () => {
    const { rule } = newDraft({ day: FRIDAY }, '')
    expect(recurrenceOfDraft(rule, FRIDAY)).toBe('weekly')
  })
})

describe('a rule in a sentence', () => {
  const formatsOf = (locale: string) => {
    const format = (options: Intl.DateTimeFormatOptions) => (day: number) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day * DAY)
    return {
      locale,
      full: format({ weekday: 'long', day: 'numeric', month: 'long' }),
      month: format({ month: 'long' }),
      weekday: format({ weekday: 'long' }),
    }
  }
  const told = (recurrence: BoundedRule['recurrence'], more: Partial<BoundedRule> = {}): BoundedRule => ({
    recurrence,
    start: FRIDAY,
    ...more,
  })
  const on = (day: string) => ({ start: dayOfIso(day) })
  const twoDays: RecurrenceRule = { frequency: 'weekly', interval: 2, weekdays: ['TU', 'TH'] }
  const fifth: RecurrenceRule = { frequency: 'monthly', weekdays: ['TH'], nth: 5 }

  test.each<[BoundedRule, string, string]>([
    [told('daily'), 'Every day.', 'Jeden Tag.'],
    [told('weekly'), 'Every week on Friday.', 'Jede Woche am Freitag.'],
    [told('monthly'), 'Every month on day 20.', 'Jeden Monat am 20.'],
    [told('yearly'), 'Every year on 20 November.', 'Jedes Jahr am 20. November.'],
    [told({ frequency: 'daily', interval: 3 }), 'Every 3 days.', 'Alle 3 Tage.'],
    [
      told(twoDays, { ...on('2026-11-24'), until: dayOfIso('2026-12-20') }),
      'Every 2 weeks on Tuesday and Thursday until 20 December.',
      'Alle 2 Wochen am Dienstag und Donnerstag bis zum 20. Dezember.',
    ],
    [
      told(twoDays, { until: dayOfIso('2027-01-31') }),
      'Every 2 weeks on Tuesday and Thursday until 31 January 2027. The first is on Tuesday 24 November.',
      'Alle 2 Wochen am Dienstag und Donnerstag bis zum 31. Januar 2027. Zum ersten Mal am Dienstag, 24. November.',
    ],
    [
      told(twoDays, { isGoingOn: true }),
      'Every 2 weeks on Tuesday and Thursday.',
      'Alle 2 Wochen am Dienstag und Donnerstag.',
    ],
    [
      told({ frequency: 'weekly', weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'] }, { count: 10 }),
      'Every week from Monday to Friday, 10 times.',
      'Jede Woche von Montag bis Freitag, 10-mal.',
    ],
    [told('weekly', { count: 1 }), 'Every week on Friday, once.', 'Jede Woche am Freitag, einmal.'],
    [
      told({ frequency: 'monthly', weekdays: ['TU'], nth: 2 }, on('2026-11-10')),
      'Every month on the second Tuesday.',
      'Jeden Monat am zweiten Dienstag.',
    ],
    [
      told({ frequency: 'monthly', weekdays: ['FR'], nth: -1 }),
      'Every month on the last Friday. The first is on Friday 27 November.',
      'Jeden Monat am letzten Freitag. Zum ersten Mal am Freitag, 27. November.',
    ],
    [
      told({ frequency: 'monthly', interval: 2, weekdays: ['MO', 'TU'], nth: 1 }, on('2026-11-02')),
      'Every 2 months on the first Monday and the first Tuesday.',
      'Alle 2 Monate am ersten Montag und am ersten Dienstag.',
    ],
    [
      told({ frequency: 'monthly', monthDay: -1 }, on('2026-11-30')),
      'Every month on the last day.',
      'Jeden Monat am letzten Tag.',
    ],
    [
      told('monthly', on('2026-12-31')),
      'Every month on day 31. Months without this day are left out.',
      'Jeden Monat am 31. Monate ohne diesen Tag fallen aus.',
    ],
    [
      told(fifth, on('2026-12-31')),
      'Every month on the fifth Thursday. Months without this day are left out.',
      'Jeden Monat am fünften Donnerstag. Monate ohne diesen Tag fallen aus.',
    ],
    [
      told({ frequency: 'yearly', weekdays: ['SU'], nth: -1 }, on('2026-10-25')),
      'Every year on the last Sunday of October.',
      'Jedes Jahr am letzten Sonntag im Oktober.',
    ],
    [
      told({ frequency: 'yearly', interval: 2, monthDay: -1 }, on('2026-11-30')),
      'Every 2 years on the last day of November.',
      'Alle 2 Jahre am letzten Tag im November.',
    ],
    [
      told('yearly', on('2028-02-29')),
      'Every year on 29 February. Years without this day are left out.',
      'Jedes Jahr am 29. Februar. Jahre ohne diesen Tag fallen aus.',
    ],
    [
      told('custom', { until: dayOfIso('2026-12-20') }),
      'Repeats by a rule of another calendar until 20 December; it stays as it is.',
      'Wiederholt sich nach einer Regel aus einem anderen Kalender bis zum 20. Dezember; sie bleibt, wie sie ist.',
    ],
    [
      told('custom', { count: 4 }),
      'Repeats by a rule of another calendar, 4 times; it stays as it is.',
      'Wiederholt sich nach einer Regel aus einem anderen Kalender, 4-mal; sie bleibt, wie sie ist.',
    ],
  ])('%j', (rule, inEnglish, inGerman) => {
    expect(sentenceOf(rule, { words: english, formats: formatsOf('en-GB') })).toBe(inEnglish)
    expect(sentenceOf(rule, { words: german, formats: formatsOf('de-DE') })).toBe(inGerman)
  })
})
