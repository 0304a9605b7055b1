import { t } from 'elysia'
import { MAX_OF_NOTES } from '../../calendar/search/notes'
import { orNull } from '../../platform/http-schema'
import { limitedText } from '../../platform/http-text'
import { MAX_QUERY_LENGTH } from '../../platform/limits'
import { HouseholdQuery } from '../shared/household-query'
import { OCCURRENCE, type Occurrence } from '../shared/occurrence'

/** The days are checked by `rangeOf`, which knows the calendar. */
export const SearchQuery = t.Object({
  ...HouseholdQuery.properties,
  q: limitedText(1, MAX_QUERY_LENGTH, {
    description: 'Words, or their beginnings: in title, place, notes, people or the name of the calendar',
  }),
  from: t.Optional(t.String({ description: 'First day, YYYY-MM-DD' })),
  to: t.Optional(t.String({ description: 'The day after the last, YYYY-MM-DD' })),
  limit: t.Optional(
    t.String({
      pattern: '^([1-9][0-9]?|100)$',
      error: 'expected a whole number from 1 to 100',
      description: 'At most so many; 20 where it is not said',
    }),
  ),
  cursor: t.Optional(t.String({ maxLength: 200, description: '`nextCursor` of the page before' })),
})

/** What a hit tells of its occurrence, by the names that it has there. */
export const HIT_FIELDS = [
  'uid',
  'calendarId',
  'calendarName',
  'title',
  'start',
  'end',
  'allDay',
  'color',
  'ownerName',
  'isRecurring',
  'location',
] as const satisfies (keyof Occurrence)[]
const SEARCH_HIT = t.Object({
  ...t.Pick(OCCURRENCE, HIT_FIELDS).properties,
  notes: orNull(
    t.String({ maxLength: MAX_OF_NOTES + 2, description: 'Of long ones what stands around the first word found' }),
  ),
})
export const SEARCH_HITS = t.Object({
  hits: t.Array(SEARCH_HIT),
  nextCursor: orNull(t.String({ description: 'There is more: to be sent as `cursor`, with the same words' })),
})

export type SearchHit = typeof SEARCH_HIT.static
export type SearchHits = typeof SEARCH_HITS.static
