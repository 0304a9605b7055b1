import { t } from 'elysia'
import { FEED_DETAILS } from '../../platform/db/schema'
import { id, instant, MAX_ID, oneOf, orNull, strictInteger } from '../../platform/http-schema'
import { trimmedText } from '../../platform/http-text'
import { MAX_FEED_NAME_LENGTH, MAX_ITEM_LENGTH, MAX_LIST_NAME_LENGTH } from '../../platform/limits'

/** More calendars, or lists, than any household has. */
const MAX_CHOSEN = 500

export const FilePath = t.Object({
  file: t.String({ description: 'The token, and .ics for a calendar or .json for today and tomorrow' }),
})

const ids = (description: string) =>
  t.Array(strictInteger({ minimum: 1, maximum: MAX_ID }), {
    maxItems: MAX_CHOSEN,
    error: `expected up to ${MAX_CHOSEN} ids`,
    description,
  })

export const NewFeedBody = t.Object({
  calendars: ids('Calendars that the caller may read; may be empty where there are lists'),
  lists: t.Optional(ids('Lists that the caller may read')),
  detail: t.Optional(
    t.Union(
      FEED_DETAILS.map((word) => t.Literal(word)),
      { error: `expected ${FEED_DETAILS.join(', ')}`, description: 'busy: when, and nothing else' },
    ),
  ),
  reminders: t.Optional(t.Boolean({ description: 'Whether events bring their alarms along' })),
  name: t.Optional(trimmedText(MAX_FEED_NAME_LENGTH, { description: 'Ends trimmed; shown by who subscribes' })),
})
export type NewFeed = typeof NewFeedBody.static

const FEED = t.Object({
  id,
  name: orNull(t.String({ maxLength: MAX_FEED_NAME_LENGTH })),
  calendars: t.Array(id),
  lists: t.Array(id),
  detail: oneOf(...FEED_DETAILS),
  reminders: t.Boolean(),
  createdAt: instant,
  lastUsedAt: orNull(t.String({ format: 'date-time', description: 'UTC, ISO 8601; to the minute' })),
})
export const FEEDS = t.Object({ feeds: t.Array(FEED) })
export const NEW_FEED = t.Object({
  ...FEED.properties,
  token: t.String({ description: 'Told here alone' }),
  url: t.String({ description: 'The secret address; a path where the public one is not known' }),
})

const EVENT = t.Object({ title: t.String(), start: t.String(), end: t.String(), allDay: t.Boolean() })
export const FEED_DAYS = t.Object({
  timezone: t.String(),
  days: t.Array(t.Object({ date: t.String({ format: 'date' }), events: t.Array(EVENT) }), {
    description: 'Today and tomorrow, where the household lives',
  }),
  lists: t.Array(
    t.Object({
      id,
      name: t.String({ maxLength: MAX_LIST_NAME_LENGTH }),
      items: t.Array(t.Object({ text: t.String({ maxLength: MAX_ITEM_LENGTH }) }), { description: 'Open ones' }),
    }),
  ),
})

/** A feed as its member sees it. */
export type Feed = typeof FEED.static
export type CreatedFeed = typeof NEW_FEED.static
export type FeedDays = typeof FEED_DAYS.static
