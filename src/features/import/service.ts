import { IcalError } from '../../calendar/ical/error'
import { countKnown, selectImport, stopImport, storeImport } from '../../calendar/import/jobs'
import { type ImportedFile, readCachedCalendar, readCalendarFile } from '../../calendar/import/read'
import { selectRefused } from '../../calendar/import/refusals'
import { type MemberCalendar, readableCalendars, writableCalendars } from '../../household/calendars'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { sha256Hex } from '../../platform/crypto/sha256'
import { inTransaction } from '../../platform/db/transaction'
import { badRequest, forbidden, notFound } from '../../platform/http-errors'
import { answerOnce } from '../../platform/idempotency'
import { createSemaphore } from '../../platform/semaphore'
import type { ImportPreview, ImportState, RefusedImports } from './model'
import { presentImport } from './present'

/** What a member wants to bring where. */
interface Wanted {
  memberId: number
  calendarUrl: string
  body: unknown
}

/** What is made of a file takes many times its length of memory. */
const READ_AT_ONCE = 2
/** Of all members; each holds a file of twenty megabytes meanwhile. */
const MAX_WAITING = 10
const reading = createSemaphore(READ_AT_ONCE, MAX_WAITING)

/**
 * What an import would do.
 * @throws Refusal 400 for what is no calendar, 403 where the member may not write, 503 when too many are read already
 */
export async function previewImport(ctx: Context, wanted: Wanted): Promise<ImportPreview> {
  const calendar = await targetOf(ctx, wanted)
  return reading.run(String(wanted.memberId), async () => {
    const file = await readSource(ctx, wanted)
    const { objects, skipped, from, to } = file
    return { total: objects.length + skipped, known: await countKnown(ctx.db, calendar, file), skipped, from, to }
  })
}

/**
 * Stores an import; the drain sends it. With a key, once however often it is sent.
 * @throws Refusal 400, 403, 409, 422 for a key that came with another request, 503 as `previewImport`
 */
export async function startImport(ctx: Context, wanted: Wanted, key: string | null): Promise<ImportState> {
  const { memberId, calendarUrl, body } = wanted
  const { writesThrough } = await targetOf(ctx, wanted)
  const target = { memberId, calendarId: writesThrough! }
  const parts = ['import', calendarUrl, body instanceof Uint8Array ? sha256Hex(body) : body]
  const started = await reading.run(String(memberId), async () => {
    const file = await readSource(ctx, wanted)
    return inTransaction(ctx.db, (tx) =>
      answerOnce(ctx, tx, { memberId, key, parts }, async () =>
        presentImport(await storeImport(ctx, tx, target, file)),
      ),
    )
  })
  ctx.signals.drain()
  return started
}

/** Stops a member's import. @throws Refusal 404, also for another member's, 422 for a key of another request */
export async function cancelImport(
  ctx: Context,
  memberId: number,
  id: number,
  key: string | null,
): Promise<ImportState> {
  const request = { memberId, key, parts: ['stop import', id] }
  const stopped = await inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, request, async () => presentImport(await stopImport(ctx, tx, memberId, id))),
  )
  ctx.signals.drain()
  return stopped
}

/** How far a member's import has come. @throws Refusal 404, also for another member's */
export const readImport = async (ctx: Context, memberId: number, id: number): Promise<ImportState> =>
  presentImport(await selectImport(ctx.db, memberId, id))

/** What a member's import could not write, by name. @throws Refusal 404, also for another member's */
export async function readRefused(ctx: Context, memberId: number, id: number): Promise<RefusedImports> {
  await selectImport(ctx.db, memberId, id)
  return { refused: await selectRefused(ctx.db, id) }
}

async function targetOf(ctx: Context, { memberId, calendarUrl }: Wanted): Promise<MemberCalendar> {
  const writable = await writableCalendars(ctx, memberId)
  const calendar = writable.find(({ url }) => url === calendarUrl)
  if (calendar === undefined) throw forbidden()
  return calendar
}

/** Reads the file, or the calendar that is to be copied. @throws Refusal 400, 404 */
async function readSource(ctx: Context, { memberId, body }: Wanted): Promise<ImportedFile> {
  const zone = await householdZone(ctx)
  if (!(body instanceof Uint8Array)) return readCachedCalendar(ctx, await sourceOf(ctx, memberId, body), zone)
  try {
    return await readCalendarFile(body, zone, ctx.now())
  } catch (error) {
    if (error instanceof IcalError) throw badRequest(`This is no calendar that can be read: ${error.message}`)
    throw error
  }
}

/** The calendar that a body names in place of a file. @throws Refusal 400, 404 for one that the member may not read */
async function sourceOf(ctx: Context, memberId: number, body: unknown): Promise<number> {
  const { fromCalendar } = body as { fromCalendar?: unknown }
  if (!Number.isSafeInteger(fromCalendar)) {
    throw badRequest('Send the body as text/calendar, or fromCalendar: expected the id of a calendar')
  }
  const readable = await readableCalendars(ctx, memberId)
  const source = readable.find(({ id }) => id === fromCalendar)
  if (source === undefined) throw notFound()
  return source.id
}
