import { queryClient } from '../data/queries'
import { reminderPreferences } from '../data/reminder-preferences'
import type { ReminderPreferences } from '../data/types'
import { isSame } from '../lib/same'
import type { Draft } from './draft'
import type { Reminders } from './reminders'

type Usual = Pick<ReminderPreferences, 'defaultTimed' | 'defaultAllDay'>

/** A new event with the reminder that the member usually wants; with another one only while nobody has chosen one. */
export function withUsualReminder(draft: Draft, before: Draft | null = null): Draft {
  const usual = queryClient.getQueryData<ReminderPreferences>(reminderPreferences.queryKey)
  if (usual === undefined || before?.allDay === draft.allDay) return draft
  const isUntouched = before === null || isSame(draft.reminders, usualReminders(before, usual))
  return isUntouched ? { ...draft, reminders: usualReminders(draft, usual) } : draft
}

function usualReminders({ allDay }: Draft, { defaultTimed, defaultAllDay }: Usual): Reminders {
  const minutes = allDay ? defaultAllDay : defaultTimed
  return minutes === null ? [] : [minutes]
}
