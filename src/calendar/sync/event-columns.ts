import { createHash } from 'node:crypto'
import { getTableColumns } from 'drizzle-orm'
import { events } from '../../platform/db/schema'
import { replacementOf } from '../../platform/db/upsert'
import type { EventSummary } from '../ical/summary'

export interface StorableEvent {
  href: string
  etag: string | null
  data: string
  summary: EventSummary
}

type Row = typeof events.$inferSelect

const { id, calendarId, uid, ...REPLACED } = getTableColumns(events)
const { href, etag, rawVevent, updatedAt, ...computed } = REPLACED

/** The columns that are computed from an object's text: all of the schema but those named above. */
export const COMPUTED = computed

type ComputedColumns = Pick<Row, keyof typeof COMPUTED>

/** A TEXT column holds 65,535 bytes, four of them for a character. */
const MAX_TEXT = 16_000

/** What the schema calls computed, from an object; a column that is missing here does not compile. */
export function computedOf(summary: EventSummary): ComputedColumns {
  return {
    title: summary.title.slice(0, MAX_TEXT),
    location: summary.location?.slice(0, MAX_TEXT) ?? null,
    allDay: summary.allDay,
    dtstartUtc: summary.dtstartUtc,
    dtstartDate: summary.dtstartDate,
    dtendUtc: summary.dtendUtc,
    dtendDate: summary.dtendDate,
    hasRrule: summary.hasRrule,
    cancelled: summary.cancelled,
    transparent: summary.transparent,
    private: summary.private,
    firstUtc: summary.firstUtc,
    lastUtc: summary.lastUtc,
    reminderLeadMinutes: summary.reminder.leadMinutes,
    reminderIsCustom: summary.reminder.kind === 'custom',
    reminders: summary.reminders && JSON.stringify(summary.reminders),
    categories: summary.categories.length === 0 ? null : JSON.stringify(summary.categories),
  }
}

const NAMES = Object.keys(COMPUTED) as (keyof ComputedColumns)[]

/** Of the text and the computed columns, which change with the household's zone and with our reading. */
export const fingerprintOfRow = (row: ComputedColumns & { textDigest: string }): string =>
  JSON.stringify([row.textDigest, ...NAMES.map((name) => row[name])])

/** The same of an object that is not stored yet. */
export function fingerprintOf({ data, summary }: StorableEvent): string {
  const textDigest = createHash('md5').update(data, 'utf8').digest('hex')
  return fingerprintOfRow({ ...computedOf(summary), textDigest })
}

/** For ON DUPLICATE KEY UPDATE: every column is that of the new row, but for those that name the old one. */
export const REPLACEMENT = replacementOf(REPLACED)
