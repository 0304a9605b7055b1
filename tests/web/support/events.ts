import { buildEvent } from '../../../src/calendar/ical/build'
import type { EventForm } from '../../../src/calendar/ical/form'
import { summarize } from '../../../src/calendar/ical/summary'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { readDirectory } from '../../../src/household/people-names'
import { householdZone } from '../../../src/household/settings'
import { calendars } from '../../../src/platform/db/schema'
import type { Member } from '../../support/cast'
import type { Home } from './home'

/** A member's calendar as if it had been synchronised; returns its id. */
export async function makeCalendar(
  home: Home,
  owner: Member,
  name: string,
  isShared = false,
  more: Partial<typeof calendars.$inferInsert> = {},
): Promise<number> {
  const [row] = await home.ctx.db
    .insert(calendars)
    .values({
      userId: owner.id,
      url: `https://dav.example/${owner.name.toLowerCase()}/${name.toLowerCase()}/`,
      displayName: name,
      color: '#2563EB',
      isShared,
      lastSyncedAt: home.ctx.now(),
      ...more,
    })
    .$returningId()
  return row!.id
}

/** Ada's own calendar, with these events in it. */
export async function planForAda(home: Home, ...forms: EventForm[]): Promise<string[]> {
  return plan(home, await makeCalendar(home, home.cast.ada, 'Ada'), ...forms)
}

/** An event as somebody plans it, and the names of those whom it is for. */
export type Planned = EventForm & { who?: string[]; uid?: string }

/** Puts events into a calendar's cache, as a synchronisation does. Returns their UIDs. */
export async function plan(home: Home, calendarId: number, ...forms: Planned[]): Promise<string[]> {
  const household = await householdZone(home.ctx)
  const people = await readDirectory(home.ctx)
  const now = home.ctx.now()
  const planned = forms.map(({ who = [], uid = `${crypto.randomUUID()}@corkboard.test`, ...form }) => {
    const personIds = people.people.filter(({ name }) => who.includes(name)).map(({ id }) => id)
    const asked = personIds.length === 0 ? form : { ...form, personIds }
    const data = buildEvent(asked, { uid, operationId: uid, now, household, people })
    return { uid, href: `/${uid}.ics`, etag: '"1"', data, summary: summarize(data, household) }
  })
  await upsertEvents(home.ctx.db, calendarId, planned, now)
  return planned.map(({ uid }) => uid)
}

/** A timed event of `minutes`, from an instant in UTC such as `2026-11-20T16:30Z`. */
export function timed(title: string, start: string, minutes = 60, more: Partial<Planned> = {}): Planned {
  const from = new Date(start)
  const end = new Date(from.getTime() + minutes * 60_000)
  return { title, allDay: false, start: from.toISOString(), end: end.toISOString(), ...more }
}

/** An event on whole days, the last one included. */
export function days(title: string, start: string, end = start, more: Partial<Planned> = {}): Planned {
  return { title, allDay: true, start, end, ...more }
}
