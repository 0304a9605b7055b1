import type { Zone } from './zones'

/** `leadMinutes` is null exactly for `none` and `custom`. */
export interface Reminder {
  kind: 'none' | 'preset' | 'offlist' | 'custom'
  leadMinutes: number | null
}

/** The instant of an all-day reminder: 09:00 household time, the lead rounded up to whole days before `date` (`YYYY-MM-DD`). */
export function allDayReminderAt(_date: string, _leadMinutes: number, _household: Zone): Date {
  throw new Error('not built yet')
}
