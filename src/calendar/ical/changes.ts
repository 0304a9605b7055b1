import type { EventForm, StoredForm } from './form'
import { formTimes } from './form-times'
import { meaningOf } from './recurrence-rule'
import { remindersKey, storedReminders } from './reminder-times'

type Changes = Partial<EventForm>

/**
 * What the form says that differs from the base it was filled from; an absent optional field means "keep". Written onto
 * a newer object these changes leave alone what somebody else changed meanwhile. `allDay`, `start` and `end` travel
 * together, since one without the others has no meaning on another object. `calendarUrl` is left out: an object does
 * not know its calendar.
 */
export function changedFields(base: StoredForm, form: EventForm): Changes {
  return {
    ...(form.title === base.title.trim() ? {} : { title: form.title }),
    ...changedTimes(base, form),
    ...changedText('location', base, form),
    ...changedText('description', base, form),
    ...changedRecurrence(base, form),
    ...changedReminder(base, form),
    ...changedPeople(base, form),
  }
}

function changedTimes(base: StoredForm, { allDay, start, end }: EventForm): Changes {
  if (allDay !== base.allDay) return { allDay, start, end }
  const was = formTimes(base)
  const is = formTimes({ allDay, start, end })
  return was.start === is.start && was.end === is.end ? {} : { allDay, start, end }
}

function changedText(name: 'location' | 'description', base: StoredForm, form: EventForm): Changes {
  const text = form[name]
  return text === undefined || text === base[name] ? {} : { [name]: text }
}

/** A rule replaces the one there was with its bound; without one a bound that is given changes the existing rule's. */
function changedRecurrence(base: StoredForm, form: EventForm): Changes {
  const { recurrence, recurrenceUntil, recurrenceCount } = form
  const isSameBound = recurrenceUntil === base.recurrenceUntil && recurrenceCount === base.recurrenceCount
  const bound = {
    ...(recurrenceUntil === undefined ? {} : { recurrenceUntil }),
    ...(recurrenceCount === undefined ? {} : { recurrenceCount }),
  }
  if (recurrence === 'none') return base.recurrence === 'none' ? {} : { recurrence }
  if (recurrence !== undefined) {
    const isSame = meaningOf(recurrence) === meaningOf(base.recurrence) && isSameBound
    return isSame ? {} : { recurrence, ...bound }
  }
  const namesBound = recurrenceUntil !== undefined || recurrenceCount !== undefined
  return namesBound && !isSameBound && base.recurrence !== 'none' ? bound : {}
}

/** A number for an all-day event always ends as the alarm at 09:00, also where a relative one has the same lead. */
function changedReminder(base: StoredForm, { reminders, reminderLeadMinutes, allDay }: EventForm): Changes {
  if (reminders !== undefined) {
    const before = storedReminders(base)
    const isSame = before !== undefined && remindersKey(before, allDay) === remindersKey(reminders, allDay)
    return isSame && allDay === base.allDay ? {} : { reminders }
  }
  if (reminderLeadMinutes === undefined) return {}
  const isSameLead = reminderLeadMinutes === base.reminderLeadMinutes && !base.reminderIsCustom
  const isSame = isSameLead && allDay === base.allDay && !base.reminderIsRelative
  return isSame ? {} : { reminderLeadMinutes }
}

function changedPeople({ personIds: before = [] }: StoredForm, { personIds }: EventForm): Changes {
  return personIds === undefined || peopleKey(personIds) === peopleKey(before) ? {} : { personIds }
}

/** The same for the same people, in any order. */
export const peopleKey = (personIds: readonly number[]) => personIds.toSorted((a, b) => a - b).join()
