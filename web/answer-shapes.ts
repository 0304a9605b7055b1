import { BIRTHDAYS } from '../src/features/birthdays/model'
import { OWN_CALENDARS } from '../src/features/calendars/model'
import { SCREEN } from '../src/features/displays/model'
import { FRESHNESS, WRITABLE_CALENDARS } from '../src/features/events/model'
import { ITEMS, LISTS } from '../src/features/lists/model'
import { ME } from '../src/features/me/model'
import { PEOPLE } from '../src/features/people/model'
import { PREFERENCES } from '../src/features/preferences/model'
import { PREFERENCES as REMINDERS } from '../src/features/reminders/model'
import { EVENT_FORM } from '../src/features/shared/event-form'
import { HOUSEHOLD_OCCURRENCES } from '../src/features/shared/occurrence'

/** What the client opens with where there is no connection. All else is asked for before anybody looks at it. */
const OPENED_WITH: readonly Schema[] = [
  ...[ME, PREFERENCES, REMINDERS, PEOPLE, BIRTHDAYS],
  ...[HOUSEHOLD_OCCURRENCES, EVENT_FORM, WRITABLE_CALENDARS, OWN_CALENDARS, FRESHNESS],
  ...[LISTS, ITEMS, SCREEN],
]

/** JSON Schema, as far as it says what an answer is made of. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  const?: unknown
}

/**
 * A digest of what these answers surely hold. What a browser keeps of them is read by a later version of the same digest,
 * and by no other: most versions are first opened with what an earlier one was answered.
 */
export function answerShapes(): string {
  const shapes = JSON.stringify(OPENED_WITH.map(shapeOf))
  return new Bun.CryptoHasher('sha256').update(shapes).digest('hex').slice(0, 8)
}

/**
 * Names and types alone: neither limits nor words change how an answer is read, nor does a field that may be missing,
 * which earlier answers just lack. Pure.
 */
export function shapeOf({ type, properties = {}, required = [], items, anyOf, const: value }: Schema): unknown {
  if (anyOf) return ['any', ...new Set(anyOf.map((one) => JSON.stringify(shapeOf(one))))].toSorted()
  if (items) return [shapeOf(items)]
  if (type === 'object') return required.toSorted().map((name) => [name, shapeOf(properties[name] ?? {})])
  return type ?? typeof value
}
