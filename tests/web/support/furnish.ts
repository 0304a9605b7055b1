import { eq } from 'drizzle-orm'
import { addLocalMember } from '../../../src/identity/local/accounts'
import { calendarCredentials, calendars, outbox } from '../../../src/platform/db/schema'
import { giveAccount } from '../../support/caldav'
import { type CastName, cookieFor, type Member } from '../../support/cast'
import { secret } from '../../support/secrets'
import { days, makeCalendar, plan, timed } from './events'
import type { Home } from './home'
import { check, itemsOf, makeList } from './lists'

/** A household that has been lived in, with some trouble, at the end of November 2026. Returns Dora, who is new. */
export async function furnish(home: Home): Promise<Member> {
  const { ctx, cast } = home
  await fillLists(home)
  const family = await fillCalendars(home)
  await addTrouble(home, family, { writes: ['pending', 'failed'], author: 'cleo' })
  const id = await addLocalMember(ctx, {
    displayName: 'Dora',
    username: 'dora',
    password: secret('a-good-long-password'),
  })
  await makeCalendar(home, cast.ben, 'Ben')
  return { id, name: 'Dora', cookie: await cookieFor(ctx, id) }
}

async function fillLists(home: Home) {
  const groceries = ['Milk', 'Rye bread', 'Eggs', 'Apples', 'Oat flakes', 'Butter', 'Carrots', 'Tomatoes (two tins)']
  const id = await makeList(home, 'Groceries', ...groceries, 'Dishwasher tabs', 'Coffee')
  for (const item of (await itemsOf(home, id)).slice(6, 9)) await check(home, item)
  await makeList(home, 'Packing for the mountains', 'Tent', 'Stove', 'Maps')
  await makeList(home, 'Birthday ideas for Grandma')
}

async function fillCalendars(home: Home): Promise<number> {
  const own = await makeCalendar(home, home.cast.ada, 'Ada')
  const family = await makeCalendar(home, home.cast.ada, 'Family', true)
  await plan(
    home,
    own,
    timed('Team stand-up', '2026-11-02T08:00Z', 30, { recurrence: 'daily', recurrenceCount: 26 }),
    timed('Dentist', '2026-11-19T10:00Z', 45, { location: 'Mill Street 4', reminderLeadMinutes: 60 }),
    timed('Physio', '2026-11-20T16:30Z', 45),
    timed('Design review', '2026-11-18T12:00Z', 90),
    timed('Coffee with Signe', '2026-11-18T12:30Z', 60),
    timed('Parcel', '2026-11-18T12:45Z', 20),
    timed('Book club', '2026-11-17T18:00Z', 120, { recurrence: 'weekly' }),
    days('Conference', '2026-11-23', '2026-11-25'),
    days('Half term', '2026-11-12', '2026-11-17'),
  )
  await plan(
    home,
    family,
    timed('Family dinner', '2026-11-20T18:00Z', 120, { location: 'Grandma’s' }),
    timed('Movie night', '2026-11-21T18:30Z', 120, { recurrence: 'weekly' }),
    days('Grandma visits', '2026-11-21', '2026-11-22'),
    timed('Parents evening', '2026-11-23T17:00Z', 60),
  )
  return family
}

interface Trouble {
  /** One write of each. */
  writes: ('pending' | 'failed' | 'dead')[]
  author: CastName
  caldavUrl?: string
}

/** A server that is away, an app password that is refused, and writes that wait or failed. */
export async function addTrouble(
  { ctx, cast }: Home,
  calendarId: number,
  { writes, author, caldavUrl = 'https://dav.example.org/' }: Trouble,
) {
  const lastError = 'The calendar server could not be reached.'
  await ctx.db.update(calendars).set({ lastError, skippedObjects: 2 }).where(eq(calendars.id, calendarId))
  await giveAccount(ctx, cast.ben.id, 'ben', caldavUrl)
  const refused = 'The calendar server refused the app password.'
  await ctx.db
    .update(calendarCredentials)
    .set({ lastError: refused })
    .where(eq(calendarCredentials.userId, cast.ben.id))
  const write = (status: Trouble['writes'][number], index: number) => ({
    authorId: cast[author].id,
    calendarId,
    uid: `write-${index}`,
    operation: 'update' as const,
    status,
    href: `/ada/family/${index}.ics`,
    operationId: crypto.randomUUID(),
    nextAttemptAt: ctx.now(),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  })
  await ctx.db.insert(outbox).values(writes.map(write))
}
