import type { Context } from '../platform/context'
import { plainRows } from '../platform/db/plain-rows'
import { HOUSEHOLD_ROW } from './lock'
import { SETTING } from './settings'

/** Which calendars an answer tells of: those that a member may read, or also those that others have opened. */
export type CalendarScope = 'readable' | 'household'

const SETTINGS = `
  select concat_ws(' ', \`key\`, value, updated_at) as revision from app_config where \`key\` in (?, ?)`
const CALENDARS = `
  select concat_ws(' ', id, revision, words_revision, is_shared, is_hidden, visibility, person_id) as revision
  from calendars where user_id = ? or is_shared = true`

const TEXTS: Record<CalendarScope, string> = {
  readable: `${CALENDARS} union all ${SETTINGS}`,
  household: `${CALENDARS} or visibility <> 'private' union all ${SETTINGS}`,
}

/**
 * What all that a member is told of events depends on, in one query: their calendars with the revisions, the household's
 * revision, under which its members, people and birthdays stand, and its zone.
 */
export async function calendarRevisions(
  { db }: Pick<Context, 'db'>,
  memberId: number,
  scope: CalendarScope,
): Promise<string[]> {
  const params = [memberId, HOUSEHOLD_ROW, SETTING.timezone]
  const rows = await plainRows<{ revision: string }>(db, { toSQL: () => ({ sql: TEXTS[scope], params }) })
  return rows.map(({ revision }) => revision).sort()
}
