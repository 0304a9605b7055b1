import { usePeople } from '../../data/people'
import { queries, useQuery } from '../../data/queries'
import { useZone } from '../../data/session'
import type { OpenedEvent } from '../../data/types'
import { leadMessage } from '../../forms/lead-message'
import { useText } from '../../i18n'
import { useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { useUnsavedText } from '../../i18n/unsaved'
import { DAY, dayOf, dayOfIso } from '../../lib/tz'
import { remindersOfStored } from '../reminders'
import { phraseOf } from '../rule/sentence'
import type { Part } from '../writes/changes'
import { timesOfForm, wallsOf } from '../writes/times'

/** What an event says about a part of it, for people to read. */
export function useFormMessage(): (part: Part, form: OpenedEvent) => string {
  const words = useEventFormText()
  const { nothing, nobody, otherCalendar } = useUnsavedText()
  const formats = useFormats()
  const zone = useZone()
  const whenOf = useWhenMessage()
  const people = usePeople()
  const calendars = useQuery(queries.writableCalendars).data ?? []

  return (part, form) => {
    switch (part) {
      case 'title':
        return form.title
      case 'when':
        return whenOf(form)
      case 'people':
        return namesOf(form) || nobody
      case 'place':
        return form.location || nothing
      case 'notes':
        return form.description || nothing
      case 'repeats':
        return ruleOf(form)
      case 'reminder':
        return reminderOf(form)
      case 'calendar':
        return calendars.find(({ url }) => url === form.calendarUrl)?.displayName ?? otherCalendar
    }
  }

  function namesOf({ personIds = [] }: OpenedEvent): string {
    return people
      .filter(({ id }) => personIds.includes(id))
      .map(({ name }) => name)
      .join(', ')
  }

  function ruleOf(form: OpenedEvent): string {
    const { recurrence = 'none', recurrenceUntil, recurrenceCount } = form
    if (recurrence === 'none') return words.recurrences.none
    const start = dayOf(wallsOf(timesOfForm(form), zone).start)
    const until = recurrenceUntil === undefined ? undefined : dayOfIso(recurrenceUntil)
    return phraseOf({ recurrence, start, until, count: recurrenceCount }, { words: words.recurrence, formats })
  }

  function reminderOf({ reminderIsCustom = false, ...form }: OpenedEvent): string {
    const reminders = remindersOfStored({ reminderIsCustom, ...form })
    if (reminders === 'custom') return words.customReminder
    return (
      reminders.map((one) => leadMessage(one, form.allDay, { form: words, formats })).join(', ') || words.noReminder
    )
  }
}

/** `Friday 20 November, 17:00 – 18:00` on the household's clock. */
function useWhenMessage() {
  const { common } = useText()
  const formats = useFormats()
  const zone = useZone()
  return (form: OpenedEvent) => {
    const { start, end } = wallsOf(timesOfForm(form), zone)
    // The first event of a series may be years ago.
    const full = (form.recurrence ?? 'none') === 'none' ? formats.full : formats.fullYear
    const [first, last] = [dayOf(start), dayOf(form.allDay ? end - DAY : end)]
    if (first === last) {
      return `${full(first)}, ${form.allDay ? common.allDay.toLowerCase() : formats.timeRange(start, end)}`
    }
    if (form.allDay) return formats.dayRange(first, last)
    return `${full(first)}, ${formats.time(start)} – ${full(last)}, ${formats.time(end)}`
  }
}

/** The words for why a write failed: the client's own where it knows, else the server's sentence. */
export function useReason(): (reason: string | null) => string {
  const { reasons } = useUnsavedText()
  const known: Record<string, string> = reasons
  return (reason) => (reason === null || reason === '' ? reasons.unknown : (known[reason] ?? reason))
}
