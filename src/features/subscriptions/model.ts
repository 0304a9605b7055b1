import { t } from 'elysia'
import { VISIBILITIES } from '../../platform/db/schema'
import { amount, id, instant, oneOf, orNull } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import { MAX_CALENDAR_NAME_LENGTH, MAX_SUBSCRIPTION_URL_LENGTH } from '../../platform/limits'
import { calendarName, color, colorBody, visibilityBody } from '../shared/schemas'

const url = limitedText(1, MAX_SUBSCRIPTION_URL_LENGTH, {
  description: 'http, https or webcal; it may hold a secret, and is never shown again',
})
const holidays = t.Object(
  {
    country: limitedText(2, 2, { description: 'ISO 3166-1 alpha-2' }),
    region: t.Optional(t.Union([limitedText(1, 32), t.Null()], { error: 'expected a code of GET /api/holidays' })),
  },
  { description: 'Public holidays, as GET /api/holidays names them' },
)
const shown = {
  displayName: t.Optional(trimmedText(MAX_CALENDAR_NAME_LENGTH, { description: "Ends trimmed; else the feed's own" })),
  color: t.Optional(colorBody("#RRGGBB; else the feed's")),
  visibility: t.Optional(visibilityBody),
}

export const SourceBody = t.Object({ url: t.Optional(url), holidays: t.Optional(holidays) })
export const NewSubscriptionBody = t.Object({ ...SourceBody.properties, ...shown })
export const SubscriptionChangeBody = t.Object({ url: t.Optional(url), ...shown })

export const SUBSCRIPTION = t.Object({
  id,
  calendarId: id,
  kind: oneOf('feed', 'holidays'),
  url: orNull(t.String({ description: 'Scheme, host and port alone; null: public holidays' })),
  displayName: calendarName,
  color,
  visibility: oneOf(...VISIBILITIES),
  holidays: orNull(t.Object({ country: t.String(), region: orNull(t.String()) })),
  state: oneOf('pending', 'ok', 'failing'),
  reason: orNull(
    t.String({
      description:
        'unreachable, timeout, certificate, address, redirect, status- and a number, encoding, not-calendar, ' +
        'truncated, too-large, unreadable, empty, sealed; null: nothing is wrong',
    }),
  ),
  lastGoodAt: orNull(instant),
  lastTriedAt: orNull(instant),
})
export const SUBSCRIPTIONS = t.Object({ subscriptions: t.Array(SUBSCRIPTION) })

export const PREVIEW = t.Object({
  name: orNull(calendarName),
  color: orNull(color),
  total: amount,
  events: t.Array(
    t.Object({
      title: t.String(),
      start: t.String({ description: 'Timed: UTC instant; all-day: date' }),
      end: t.String({ description: 'As start; of an all-day event the day after the last' }),
      allDay: t.Boolean(),
    }),
    { description: 'The next five' },
  ),
})

export type Subscription = typeof SUBSCRIPTION.static
export type Preview = typeof PREVIEW.static
export type Source = typeof SourceBody.static
export type NewSubscription = typeof NewSubscriptionBody.static
export type SubscriptionChange = typeof SubscriptionChangeBody.static
