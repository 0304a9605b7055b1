import { describe, expect, test } from 'bun:test'
import type { ItemContent } from '../../../web/src/data/types'
import { lists as german } from '../../../web/src/i18n/de/lists'
import { lists as english } from '../../../web/src/i18n/en/lists'
import { changedIn } from '../../../web/src/lib/changed'
import {
  type ChoreDraft,
  contentBefore,
  contentOf,
  draftOf,
  gapOf,
  problemsOf,
} from '../../../web/src/lists/chores/draft'

type Repeat = NonNullable<ItemContent['repeat']>

const item = { name: 1, key: '1', text: 'Bins', checked: false, rank: 'a0', isWaiting: false }

describe('a chore in its form', () => {
  // 24 November 2026 is a Tuesday.
  const TUESDAY = '2026-11-24'

  test.each<[string, string, Repeat]>([
    ['several days of a week', TUESDAY, { every: 'week', weekdays: ['TU', 'FR'] }],
    ['one that is not the day itself', TUESDAY, { every: 'week', interval: 2, weekdays: ['MO'] }],
    ['days after it was done', TUESDAY, { afterDays: 12 }],
    ['every third month', TUESDAY, { every: 'month', interval: 3 }],
  ])('says what it said: %s', (_what, due, repeat) => {
    const said = { due, dueTime: '07:30', repeat }
    expect(contentOf(draftOf({ ...item, ...(said as { due: string }) }))).toMatchObject(said)
  })

  test('the weekday of the day itself goes along with it', () => {
    const repeat = { every: 'week' as const, weekdays: ['TU' as const] }
    const draft = draftOf({ ...item, due: TUESDAY, repeat })
    expect(draft.weekdays).toEqual([])
    expect(contentOf(draft).repeat).toEqual({ every: 'week' })
  })

  const chore: ChoreDraft = { ...draftOf(item), due: TUESDAY, dueTime: '07:30', assigneeIds: [1, 2], rotates: true }

  test.each<[string, Partial<ChoreDraft>, Partial<ReturnType<typeof contentOf>>]>([
    ['in turn', { every: 'week' }, { rotates: true }],
    ['in turn, where it comes but once', { every: 'none' }, { rotates: false, repeat: null }],
    ['in turn, by one alone', { every: 'week', assigneeIds: [1] }, { rotates: false }],
    ['at a time of no day', { due: '' }, { due: null, dueTime: null }],
  ])('says what has a meaning: %s', (_what, changes, said) => {
    expect(contentOf({ ...chore, ...changes })).toMatchObject(said)
  })

  test.each<[string, Partial<ChoreDraft>, string[]]>([
    ['is once', { due: '' }, []],
    ['comes some days after it was done', { every: 'after', count: '12', due: '' }, []],
    ['comes every week', { every: 'week', due: '' }, ['due']],
    ['comes every so many weeks', { every: 'week', count: '0' }, ['count']],
    ['has no text', { text: ' ' }, ['text']],
  ])('that %s has the problems %j', (_what, changes, problems) => {
    const wrong = Object.entries(problemsOf({ ...chore, ...changes }, english.chores)).filter(([, words]) => words)
    expect(wrong.map(([field]) => field)).toEqual(problems)
  })

  test.each<[Partial<ChoreDraft>, string | false]>([
    [{ every: 'month', due: '2026-12-31' }, 'Only in months that have a 31st.'],
    [{ every: 'month', due: '2026-12-29' }, 'Only in months that have a 29th.'],
    [{ every: 'month', due: '2026-12-28' }, false],
    [{ every: 'year', due: '2028-02-29' }, 'Only in leap years.'],
    [{ every: 'year', due: '2026-12-31' }, false],
    [{ every: 'week', due: '2026-12-31' }, false],
    [{ every: 'month', due: '' }, false],
  ])('says when it leaves some out: %j', (changes, words) => {
    expect(gapOf({ ...chore, ...changes }, english.chores)).toBe(words)
  })

  test('on another day it is another weekday, and that is saved', () => {
    const bins = { ...item, due: TUESDAY, repeat: { every: 'week' as const, weekdays: ['TU' as const] } }
    const changeBy = (changes: Partial<ChoreDraft>) => {
      const draft = { ...draftOf(bins), ...changes }
      return changedIn(contentBefore(bins, draft), contentOf(draft))
    }
    expect(changeBy({ due: '2026-11-26' })).toEqual({ due: '2026-11-26', repeat: { every: 'week' } })
    expect(changeBy({ text: 'Bins and paper' })).toEqual({ text: 'Bins and paper' })
  })
})

test.each<[Repeat, string, string]>([
  [{ every: 'week' }, 'every week', 'jede Woche'],
  [{ every: 'week', interval: 2, weekdays: ['MO', 'FR'] }, 'every 2 weeks on Mon, Fri', 'alle 2 Wochen am Mo, Fr'],
  [{ every: 'week', weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'] }, 'Monday to Friday', 'Montag bis Freitag'],
  [{ afterDays: 1 }, '1 day after it was done', '1 Tag, nachdem es erledigt war'],
])('how often it comes, in words: %j', (repeat, inEnglish, inGerman) => {
  expect([english.chores.every(repeat), german.chores.every(repeat)]).toEqual([inEnglish, inGerman])
})
