import { lastZone } from '../../data/session'
import { formatsFor } from '../../i18n/format'
import { unsavedText } from '../../i18n/unsaved'
import { preferences } from '../../lib/preferences'
import { dayOf } from '../../lib/tz'
import { wallAt } from './times'
import type { Write } from './write'

/** What a write is about, for people to read: `Dentist`, or `Choir, only Tuesday 24 November`. */
export function nameOf({ title, range, formRecurrenceId }: Write): string {
  const { anEvent, ranges } = unsavedText()
  const name = title || anEvent
  if (range === 'all') return ranges.all(name)
  if (!range || formRecurrenceId === null) return name
  const { full } = formatsFor(preferences.get())
  return ranges[range](name, full(dayOf(wallAt(formRecurrenceId, lastZone()))))
}
