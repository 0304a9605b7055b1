import { asc, inArray } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { readDisplay } from '../../household/displays'
import { readPeople } from '../../household/people'
import { householdTimezone } from '../../household/settings'
import { display } from '../../identity/display-session'
import type { Context } from '../../platform/context'
import { lists } from '../../platform/db/schema'
import { answers } from '../../platform/http-answers'
import { presentCountedList, selectCountedLists } from '../shared/lists'
import { SCREEN, type Screen } from './model'
import { presentDisplay } from './present'
import { readDisplayWrites } from './writes'

/** What a display needs to know before it draws anything. */
export const displayScreen = (ctx: Context) =>
  new Elysia({ name: 'display-screen' })
    .use(display(ctx))
    .get('/api/display', ({ display }) => readScreen(ctx, display.id), {
      detail: answers(200, SCREEN, 'The display that asks, and what it shows'),
    })

async function readScreen(ctx: Context, displayId: number): Promise<Screen> {
  const [display, { timezone }, people, writes] = await Promise.all([
    readDisplay(ctx, displayId),
    householdTimezone(ctx),
    readPeople(ctx),
    readDisplayWrites(ctx, displayId),
  ])
  return {
    display: presentDisplay(display),
    timezone,
    people: people.map(({ id, name, color, memberId }) => ({ id, name, color, memberId })),
    owners: display.owners,
    lists: await readShownLists(ctx, display.listIds),
    ...(writes.length > 0 && { writes }),
  }
}

async function readShownLists({ db }: Context, listIds: readonly number[]) {
  if (listIds.length === 0) return []
  const rows = await selectCountedLists(db)
    .where(inArray(lists.id, [...listIds]))
    .orderBy(asc(lists.id))
  return rows.map(({ list, ...counts }) => presentCountedList(list, counts))
}
