import type { Announcement } from '../platform/hub'
import { calendarChanged } from './announcements'
import type { MemberCalendar } from './calendars'
import { SHARED_COLOR } from './palette'

/** No row has it: birthdays are kept as dates, and reckoned when they are read. */
export const BIRTHDAYS_CALENDAR_ID = 0

/** What birthdays stand in: everybody's, and nobody's to write to. */
export const BIRTHDAYS_CALENDAR: MemberCalendar = {
  id: BIRTHDAYS_CALENDAR_ID,
  url: '',
  source: 'caldav',
  displayName: 'Birthdays',
  color: SHARED_COLOR,
  isShared: true,
  ownerId: 0,
  ownerName: null,
  ownerColor: SHARED_COLOR,
  isOwn: false,
  access: 'shared',
  personId: null,
  isHidden: false,
  lastSyncedAt: null,
  isFailing: false,
  writesThrough: null,
}

/**
 * Who belongs to the household, what they are called, their colours, order or birthdays, or the clock of all are not what
 * they were. It is told as a change of the calendar of birthdays, which everybody has and every display shows.
 */
export const householdChanged = (): Announcement<'calendar'> => calendarChanged(BIRTHDAYS_CALENDAR_ID, 'everyone', null)
