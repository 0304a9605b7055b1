import { RANGES } from '../../../../src/calendar/event-ref'
import type { Counts, EventForm, OpenedEvent } from '../../data/types'
import { eventFormText } from '../../i18n/event-form'
import { dayOf, isoOfDay } from '../../lib/tz'
import type { Entry } from '../entries'
import type { SeriesRange } from '../event-ref'
import { wallAt } from '../writes/times'
import type { RangeQuestion } from './range-question'

/** What is known of the series of an occurrence. */
export interface KnownSeries {
  base: OpenedEvent | null
  counts: Counts | null
}

/** The question how much of a series is changed by a form, or, without one, removed. */
export function questionOf(
  entry: Entry,
  form: EventForm | null,
  { base, counts }: KnownSeries,
  zone: string,
): RangeQuestion {
  const { range } = eventFormText()
  const isBounded = base?.recurrenceUntil !== undefined || base?.recurrenceCount !== undefined
  return {
    title: form === null ? range.remove(entry.label) : range.change(entry.label),
    ...(setsReminders(form) && { note: range.sameReminders }),
    day: dayOf(wallAt(entry.start, zone)),
    ranges: rangesOf(entry, form, counts, zone),
    counts,
    isEndless: counts?.all === null && base?.recurrence !== 'custom' && !isBounded,
  }
}

/** The household is reminded of every occurrence as of its series. */
const setsReminders = (form: EventForm | null) =>
  form !== null && (form.reminders !== undefined || form.reminderLeadMinutes !== undefined)

/**
 * The ranges that make sense, the usual one first: another rule, or other reminders, are not for one occurrence, and
 * from the first on, or from one on that the rule ends before, it is the whole series.
 */
function rangesOf(entry: Entry, form: EventForm | null, counts: Counts | null, zone: string): SeriesRange[] {
  const isFirst = counts?.isFirst ?? entry.ref.recurrenceId === entry.seriesStart
  const until = form?.recurrenceUntil
  const endsBefore = form !== null && until !== undefined && until < isoOfDay(dayOf(wallAt(form.start, zone)))
  const isMeant = {
    this: form?.recurrence === undefined && !setsReminders(form),
    thisAndFuture: !isFirst && !endsBefore,
    all: true,
  }
  return RANGES.filter((range) => isMeant[range])
}
