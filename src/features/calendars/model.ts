import { t } from 'elysia'
import { VISIBILITIES } from '../../platform/db/schema'
import { id, MAX_ID, oneOf, orNull, strictInteger } from '../../platform/http-schema'
import { trimmedText } from '../../platform/http-text'
import { MAX_CALENDAR_NAME_LENGTH } from '../../platform/limits'
import { calendarName, calendarUrl, color, colorBody, visibilityBody } from '../shared/schemas'

export const CalendarChangeBody = t.Object({
  visibility: t.Optional(visibilityBody),
  displayName: t.Optional(
    trimmedText(MAX_CALENDAR_NAME_LENGTH, { description: 'Ends trimmed; not told to its server' }),
  ),
  color: t.Optional(colorBody('#RRGGBB; not told to its server')),
  isHidden: t.Optional(t.Boolean({ description: 'Left out of what oneself sees of the household' })),
  personId: t.Optional(
    t.Union([strictInteger({ minimum: 1, maximum: MAX_ID }), t.Null()], {
      error: 'expected the id of a person or null',
      description: 'Whom its events are for, where they say nothing else',
    }),
  ),
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
