import { set } from '../lib/database'
import * as api from './api'
import { MESSAGE_LANGUAGE } from './message-language'
import { type Query, queryClient } from './queries'
import type { ReminderPreferences } from './types'

const MINUTES_MS = 60_000

/** How the member wants to be reminded. */
export const reminderPreferences: Query<ReminderPreferences> = {
  queryKey: ['reminder-preferences'],
  queryFn: async () => keep(await api.reminders.preferences()),
  staleTime: 5 * MINUTES_MS,
}

/** @throws ApiError */
export async function changeReminderPreferences(change: Partial<ReminderPreferences>): Promise<void> {
  const changed = keep(await api.reminders.change(change))
  // An answer of before that is on its way would set the change back.
  const { queryKey } = reminderPreferences
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, changed)
}

function keep(preferences: ReminderPreferences): ReminderPreferences {
  // The buttons of notifications speak it, too.
  void set(MESSAGE_LANGUAGE, preferences.language).catch(() => {})
  return preferences
}
