import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { DAY, parseIsoDate } from '../../calendar/ical/civil'
import { textLine, utcText } from '../../calendar/ical/lines'
import type { PublishedZones } from '../../calendar/ical/publish'
import { UTC, type Zone } from '../../calendar/ical/zone'
import { busyUids } from '../../household/busy-uid'
import type { Context } from '../../platform/context'
import { listItems } from '../../platform/db/schema'
import type { FeedContents } from './read'
import { sumOfRows } from './row-sum'

/** The open items of a feed's lists that are due, each as a VTODO (RFC 5545 3.6.2); by list and due. */
export async function readTodos(ctx: Context, contents: FeedContents, zones: PublishedZones): Promise<string[]> {
  const { lists, zone } = contents
  if (lists.length === 0) return []
  const nameOf = new Map(lists.map(({ id, name }) => [id, name]))
  const uidOf = busyUids(ctx.config)
  const items = await ctx.db
    .select()
    .from(listItems)
    .where(isDueOn(contents))
    .orderBy(asc(listItems.listId), asc(listItems.due), asc(listItems.id))
  return items.flatMap(({ id, listId, text, due, dueTime, createdAt, updatedAt }) => [
    'BEGIN:VTODO',
    `UID:${uidOf('item', id, createdAt.toISOString())}`,
    `DTSTAMP:${utcText(updatedAt)}`,
    `CREATED:${utcText(createdAt)}`,
    zones.line('DUE', dueOf(due!, dueTime, zone)),
    textLine('SUMMARY', text),
    textLine('CATEGORIES', nameOf.get(listId) ?? ''),
    'STATUS:NEEDS-ACTION',
    'END:VTODO',
  ])
}

/** What changes when any of them does; from an index. */
export async function todosVersion({ db }: Context, contents: FeedContents): Promise<unknown> {
  if (contents.lists.length === 0) return null
  const { id, updatedAt } = listItems
  return db
    .select({ sum: sumOfRows(id, updatedAt) })
    .from(listItems)
    .where(isDueOn(contents))
}

const isDueOn = ({ lists }: FeedContents) =>
  and(
    inArray(
      listItems.listId,
      lists.map(({ id }) => id),
    ),
    eq(listItems.checked, false),
    isNotNull(listItems.due),
  )

function dueOf(due: string, time: string | null, zone: Zone) {
  const midnight = parseIsoDate(due)! * DAY
  if (time === null) return { isDate: true, wall: midnight, zone: UTC }
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { isDate: false, wall: midnight + hours * 3600 + minutes * 60, zone }
}
