import { t } from 'elysia'
import { id, instant, MAX_ID, oneOf, orNull, strictInteger } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import { MAX_DISPLAY_NAME_LENGTH, MAX_NAME_LENGTH, MAX_PAIRING_CODE_LENGTH } from '../../platform/limits'
import { COUNTED_LIST } from '../shared/lists'
import { calendarName, color, displayName } from '../shared/schemas'

const MAX_CHOSEN = 200

const ids = t.Array(strictInteger({ minimum: 1, maximum: MAX_ID }), { maxItems: MAX_CHOSEN })
const fields = {
  name: trimmedText(MAX_DISPLAY_NAME_LENGTH, { description: 'Ends trimmed' }),
  calendarIds: ids,
  listIds: ids,
}

export const NewDisplayBody = t.Object({
  ...fields,
  canTick: t.Optional(t.Boolean({ description: 'Items may be ticked on it; false when absent' })),
  canAdd: t.Optional(t.Boolean({ description: 'Items and events may be added on it; false when absent' })),
})

export const DisplayChangeBody = t.Object({
  name: t.Optional(fields.name),
  calendarIds: t.Optional(fields.calendarIds),
  listIds: t.Optional(fields.listIds),
  canTick: t.Optional(t.Boolean()),
  canAdd: t.Optional(t.Boolean()),
})

export const PairBody = t.Object({
  code: limitedText(1, MAX_PAIRING_CODE_LENGTH, { description: 'Upper or lower case, with or without -' }),
})

const DISPLAY = t.Object({
  id,
  name: t.String({ minLength: 1, maxLength: MAX_DISPLAY_NAME_LENGTH }),
  calendarIds: t.Array(id, { description: 'Those of the chosen ones that are shared or open to the household' }),
  listIds: t.Array(id, { description: 'Those of the chosen ones that are shared' }),
  canTick: t.Boolean(),
  canAdd: t.Boolean(),
  pairedAt: orNull(instant),
  lastSeenAt: orNull(instant),
})
export const DISPLAYS = t.Object({ displays: t.Array(DISPLAY) })
const OPEN_CALENDAR = t.Object({
  id,
  displayName: calendarName,
  ownerId: id,
  ownerName: displayName,
  color,
  access: oneOf('shared', 'household', 'busy'),
})
export const OPEN_CALENDARS = t.Object({ calendars: t.Array(OPEN_CALENDAR) })
export const CHANGED_DISPLAY = t.Object({ display: DISPLAY })
const code = { code: t.String({ description: 'Single use' }), expiresAt: instant }
export const CODE = t.Object(code)
export const NEW_DISPLAY = t.Object({ display: DISPLAY, ...code })
const SCREEN_PERSON = t.Object({
  id,
  name: t.String({ maxLength: MAX_NAME_LENGTH }),
  color,
  memberId: orNull(t.Integer({ minimum: 1, description: 'Null: a person without sign-in' })),
})
const WRITE = t.Object({
  uid: t.String(),
  title: t.String(),
  allDay: t.Boolean(),
  start: t.String({ description: 'As it was asked for' }),
  status: oneOf('pending', 'failed', 'dead'),
})
export const SCREEN = t.Object({
  display: DISPLAY,
  timezone: t.String({ description: "The household's zone" }),
  people: t.Array(SCREEN_PERSON, { description: 'Everybody whom events can be for, by position' }),
  owners: t.Optional(t.Array(id, { description: 'Members whose own calendars are on it. Others may be busy' })),
  lists: t.Array(COUNTED_LIST),
  writes: t.Optional(
    t.Array(WRITE, {
      description: 'Events that were added on it and are not in the calendar; only where there are some',
    }),
  ),
})
export const PAIRED = t.Object({ display: t.Object({ id, name: DISPLAY.properties.name }) })

export type NewDisplayBody = typeof NewDisplayBody.static
export type Display = typeof DISPLAY.static
export type OpenCalendar = typeof OPEN_CALENDAR.static
export type Screen = typeof SCREEN.static
export type NewDisplay = typeof NEW_DISPLAY.static
export type Code = typeof CODE.static
