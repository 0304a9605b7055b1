import { t } from 'elysia'
import { VISIBILITIES } from '../../platform/db/schema'
import { IdInPath, id, oneOf, orNull } from '../../platform/http-schema'
import { calendarName, calendarUrl, color } from '../shared/schemas'

export const CalendarPath = t.Object({ id: IdInPath })

export const CalendarChangeBody = t.Object({
  isHidden: t.Boolean({ description: 'Left out of what oneself sees of the household' }),
})

export const OWN_CALENDAR = t.Object({
  id,
  url: calendarUrl,
  displayName: calendarName,
  color,
  isShared: t.Boolean({ description: "The household's" }),
  isHidden: t.Boolean({ description: 'Left out of what its owner sees of the household' }),
  visibility: oneOf(...VISIBILITIES),
  personId: orNull(id),
})
export const OWN_CALENDARS = t.Object({ calendars: t.Array(OWN_CALENDAR) })

export type OwnCalendar = typeof OWN_CALENDAR.static
