import { set } from '../lib/database'
import { MINUTE } from '../lib/tz'
import * as api from './api'
import { MESSAGE_LANGUAGE } from './message-language'
import { type Query, queryClient, refreshAfter } from './queries'
import type { ReminderPreferences } from './types'

/** How the member wants to be reminded. */
export const reminderPreferences: Query<ReminderPreferences> = {
  queryKey: ['reminder-preferences'],
  queryFn: async () => keep(await api.reminders.preferences()),
  staleTime: 5 * MINUTE,
}

/** @throws ApiError */
export async function changeReminderPreferences(change: Partial<ReminderPreferences>): Promise<void> {
  const changed = keep(await refreshAfter(api.reminders.change(change), reminderPreferences))
  queryClient.setQueryData(reminderPreferences.queryKey, changed)
}

function keep(preferences: ReminderPreferences): ReminderPreferences {
  // The buttons of notifications speak it, too.
  void set(MESSAGE_LANGUAGE, preferences.language).catch(() => {})
  return preferences
}
