import { asc } from 'drizzle-orm'
import { formatBirthDate } from '../../calendar/birthdays/dates'
import { readListed } from '../../calendar/birthdays/read'
import { readPeople } from '../../household/people'
import { getSettings, householdTimezone, SETTING } from '../../household/settings'
import type { Context } from '../../platform/context'
import { members } from '../../platform/db/schema'
import type { ExportedFile } from './zip'

/** Who belongs to the household, and what it has decided; no key, no password and no address of anybody's account. */
export async function* exportedHousehold(ctx: Context): AsyncGenerator<ExportedFile> {
  const { id, displayName, color, isAdmin, language, createdAt } = members
  const rows = await ctx.db
    .select({ id, displayName, color, isAdmin, language, createdAt })
    .from(members)
    .orderBy(asc(members.id))
  yield file('members.json', { members: rows })
  const people = await readPeople(ctx)
  yield file('people.json', {
    people: people.map(({ name, color, birthday, memberId }) => ({ name, color, birthday, memberId })),
  })
  // Those of the people stand with them.
  const birthdays = await readListed(ctx)
  yield file('birthdays.json', {
    birthdays: birthdays.map((row) => ({ name: row.name, date: formatBirthDate(row), reminder: row.reminder })),
  })
  const { timezone } = await householdTimezone(ctx)
  const stored = await getSettings(ctx.db, [SETTING.country, SETTING.externalUrl])
  yield file('settings.json', {
    timezone,
    country: stored.country ?? null,
    externalUrl: ctx.config.externalUrl ?? stored.app_external_url ?? null,
  })
}

const file = (path: string, content: object): ExportedFile => ({
  path,
  pieces: [`${JSON.stringify(content, null, 2)}\n`],
})
