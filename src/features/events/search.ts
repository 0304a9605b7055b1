import { isStorableDate, parseIsoDate } from '../../calendar/ical/civil'
import { dayStart, type Zone } from '../../calendar/ical/zone'
import type { SearchEvents } from '../../calendar/search'
import { cursorText, readCursor } from '../../calendar/search/cursor'
import { readNotes } from '../../calendar/search/notes'
import type { Range } from '../../calendar/search/places'
import { wantedOf } from '../../calendar/search/words'
import { householdCalendars, isOnlyTimes, type MemberCalendar, readableCalendars } from '../../household/calendars'
import { readPeople } from '../../household/people'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { badRequest } from '../../platform/http-errors'
import { isOfHousehold } from '../shared/household-query'
import { presentOccurrence } from '../shared/occurrence'
import { HIT_FIELDS, type SearchHits, type SearchQuery } from './search-model'

const LIMIT = 20

/** Events that say every word, in everything that the member may read. @throws Refusal 400 */
export async function searchEvents(
  ctx: Context,
  find: SearchEvents,
  memberId: number,
  query: typeof SearchQuery.static,
): Promise<SearchHits> {
  const zone = await householdZone(ctx)
  const range = rangeOf(query, zone)
  const after = query.cursor === undefined ? null : readCursor(query.cursor, ctx.now().getTime())
  if (query.cursor !== undefined && after === null) throw badRequest('cursor: expected one that an answer gave')
  const read = isOfHousehold(query) ? householdCalendars : readableCalendars
  const [seen, people] = await Promise.all([read(ctx, memberId), readPeople(ctx)])
  // What shows as times alone is nobody's but its owner's.
  const told = seen.filter((one) => !isOnlyTimes(one, { isPrivate: false }))
  const calendars = new Map(told.map((one) => [one.id, one]))
  const nameOfPerson = new Map(people.map(({ id, name }) => [id, name]))
  const namesOf = ({ displayName, isShared, personId, ownerName }: MemberCalendar) => {
    const person = nameOfPerson.get(personId ?? 0) ?? (isShared ? null : ownerName)
    return person === null ? [displayName] : [displayName, person]
  }
  const wanted = wantedOf(query.q)
  const { hits, next } = await find(
    told.map((one) => ({
      id: one.id,
      isShared: one.isShared,
      hidesPrivate: isOnlyTimes(one, { isPrivate: true }),
      names: namesOf(one),
    })),
    { wanted, range, limit: Number(query.limit ?? LIMIT), now: after?.now ?? ctx.now().getTime(), after },
  )
  const notes = await readNotes(
    ctx,
    hits.map(({ id }) => id),
    wanted,
  )
  return {
    hits: hits.map(({ id, occurrence }) => {
      const presented = presentOccurrence(occurrence, calendars.get(occurrence.calendarId)!)
      return { ...picked(presented, HIT_FIELDS), notes: notes.get(id) ?? null }
    }),
    nextCursor: next && cursorText(next),
  }
}

/** @throws Refusal 400 unless both are dates that exist, in order */
function rangeOf({ from, to }: { from?: string; to?: string }, zone: Zone): Range {
  const range = {
    from: from === undefined ? Number.NEGATIVE_INFINITY : momentOf('from', from, zone),
    to: to === undefined ? Number.POSITIVE_INFINITY : momentOf('to', to, zone),
  }
  // The days: of moments beyond all events none is after another.
  if (from !== undefined && to !== undefined && from >= to) throw badRequest('to: expected a day after from')
  return range
}

/** When a day begins, in epoch milliseconds; one on which no event can be is before or after all of them. */
function momentOf(field: string, text: string, zone: Zone): number {
  const day = parseIsoDate(text)
  if (day === null) throw badRequest(`${field}: expected a date that exists, as YYYY-MM-DD`)
  if (isStorableDate(text)) return dayStart(zone, text).getTime()
  return day < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

function picked<One extends object, Field extends keyof One>(one: One, fields: readonly Field[]): Pick<One, Field> {
  return Object.fromEntries(fields.map((field) => [field, one[field]])) as Pick<One, Field>
}
