import { eq } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { dayOf } from '../../calendar/ical/zone'
import { householdZone } from '../../household/settings'
import { admin, session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { calendars, lists } from '../../platform/db/schema'
import { answersText } from '../../platform/http-answers'
import { unsentBody } from '../../platform/http-head'
import { byteStream } from '../../platform/http-stream'
import { exportedCalendars } from './calendars'
import { exportedHousehold } from './household'
import { exportedLists } from './lists'
import { createNames } from './names'
import { type ExportedFile, zipped } from './zip'

const TYPE = 'application/zip'

/** What a member, or the household, takes along: calendars and lists in formats that others read. */
export const exports = (ctx: Context) => new Elysia({ name: 'export' }).use(own(ctx)).use(ofHousehold(ctx))

const own = (ctx: Context) =>
  new Elysia()
    .use(session(ctx))
    .get(
      '/api/me/export',
      ({ memberId, request }) => archive(ctx, request, 'corkboard', () => filesOf(ctx, memberId)),
      {
        detail: answersText(TYPE, 'The own calendars as .ics, the own lists as JSON and CSV'),
      },
    )

const ofHousehold = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/api/admin/export', ({ request }) => archive(ctx, request, 'household', () => householdFiles(ctx)), {
      detail: answersText(TYPE, 'Members, birthdays and settings, the shared calendar and shared lists; no secrets'),
    })

async function* filesOf(ctx: Context, memberId: number): AsyncGenerator<ExportedFile> {
  const nameFor = createNames()
  yield* exportedCalendars(ctx, eq(calendars.userId, memberId), nameFor)
  yield* exportedLists(ctx, eq(lists.ownerId, memberId), nameFor)
}

/** What the household takes along. Pieces of an archive, which is made as it is read. */
export const householdArchive = (ctx: Context) => zipped(householdFiles(ctx), ctx.now())

async function* householdFiles(ctx: Context): AsyncGenerator<ExportedFile> {
  const nameFor = createNames()
  yield* exportedHousehold(ctx)
  yield* exportedCalendars(ctx, eq(calendars.isShared, true), nameFor)
  yield* exportedLists(ctx, eq(lists.isShared, true), nameFor)
}

async function archive(
  ctx: Context,
  { method }: Request,
  name: string,
  files: () => AsyncGenerator<ExportedFile>,
): Promise<Response> {
  const day = dayOf(await householdZone(ctx), ctx.now())
  const headers = { 'content-type': TYPE, 'content-disposition': `attachment; filename="${name}-${day}.zip"` }
  return new Response(method === 'HEAD' ? unsentBody() : byteStream(zipped(files(), ctx.now())), { headers })
}
