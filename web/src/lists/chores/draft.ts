import type { Assigned } from '../../../../src/household/assignees'
import { MAX_DAYS_AFTER, MAX_REPEAT_INTERVAL } from '../../../../src/platform/limits'
import type { ItemContent, Weekday } from '../../data/types'
import type { Problems } from '../../forms/problems'
import type { ListsDictionary } from '../../i18n/lists'
import { dayOfIso } from '../../lib/tz'
import { weekdayOf } from '../../lib/weekdays'
import type { ViewItem } from '../writes/view'

type Repeat = NonNullable<ItemContent['repeat']>
export type Every = 'none' | NonNullable<Repeat['every']> | 'after'

/** An item as its form has it. */
export interface ChoreDraft {
  text: string
  /** `YYYY-MM-DD` and `HH:MM`; empty for none. */
  due: string
  dueTime: string
  /** Whom it is for; one of both says it. */
  assigneeIds: number[] | null
  personIds: number[] | null
  every: Every
  /** How many days, weeks, months or years, as it is typed. */
  count: string
  /** Of a week; empty for that of `due`. */
  weekdays: Weekday[]
  rotates: boolean
}

/** The most days, weeks, months or years. */
const mostOf = (every: Every): number => (every === 'after' ? MAX_DAYS_AFTER : MAX_REPEAT_INTERVAL)

export function draftOf(item: ViewItem): ChoreDraft {
  const { text, due = '', dueTime = '', assigneeIds = null, personIds = null, repeat, rotates = false } = item
  const isRule = repeat !== undefined && 'every' in repeat
  return {
    text,
    due,
    dueTime,
    assigneeIds,
    personIds,
    every: repeat === undefined ? 'none' : isRule ? repeat.every : 'after',
    count: String(repeat === undefined ? 1 : isRule ? (repeat.interval ?? 1) : repeat.afterDays),
    weekdays: isRule ? withoutOwn(repeat.weekdays ?? [], due) : [],
    rotates,
  }
}

/** The weekday on which an item is due; none where it is not. */
export const ownWeekday = (due: string): Weekday[] => (due === '' ? [] : [weekdayOf(dayOfIso(due))])

/** One weekday that is that of the day itself goes along with it. */
const withoutOwn = (weekdays: readonly Weekday[], due: string): Weekday[] =>
  weekdays.join() === ownWeekday(due).join() ? [] : [...weekdays]

/** In what months or years there is no such day, in words. */
export function gapOf({ due, every }: Pick<ChoreDraft, 'due' | 'every'>, words: ListsDictionary['chores']) {
  const [, month, day = 0] = due.split('-').map(Number)
  if (every === 'month') return day > 28 && words.onlyWith(day)
  return every === 'year' && month === 2 && day === 29 && words.leapYears
}

/** What keeps a form from being saved, in words. */
export function problemsOf({ text, due, every, count }: ChoreDraft, words: ListsDictionary['chores']) {
  const isCount = /^\d{1,3}$/.test(count.trim()) && Number(count) >= 1 && Number(count) <= mostOf(every)
  return {
    text: text.trim() === '' && words.textNeeded,
    due: due === '' && every !== 'none' && every !== 'after' && words.dueNeeded,
    count: every !== 'none' && !isCount && words.countProblem(mostOf(every)),
  } satisfies Problems<keyof ChoreDraft>
}

/** What a form without problems says, all of it. */
export function contentOf(draft: ChoreDraft) {
  const { text, due, dueTime, assigneeIds, personIds, every, count, weekdays, rotates } = draft
  return {
    text: text.trim(),
    due: due || null,
    dueTime: due === '' ? null : dueTime || null,
    assigneeIds,
    personIds,
    repeat: repeatOf(every, Number(count), weekdays),
    rotates: rotates && every !== 'none' && isOfSeveral(draft),
  } satisfies ItemContent
}

export const isOfSeveral = ({ assigneeIds, personIds }: Assigned) => (personIds ?? assigneeIds ?? []).length > 1

/**
 * What an item said, against which its form is held: all of what the form says of it, but on another day. There a weekday
 * that went along with the day is one that was named.
 */
export function contentBefore(item: ViewItem, { due }: ChoreDraft) {
  const before = contentOf(draftOf(item))
  return { ...before, ...((due || null) !== before.due && { repeat: item.repeat ?? null }) } satisfies ItemContent
}

function repeatOf(every: Every, count: number, weekdays: ChoreDraft['weekdays']): Repeat | null {
  if (every === 'none') return null
  if (every === 'after') return { afterDays: count }
  return {
    every,
    ...(count === 1 ? {} : { interval: count }),
    ...(every === 'week' && weekdays.length > 0 ? { weekdays } : {}),
  }
}
