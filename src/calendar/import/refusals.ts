import { asc, count, eq, inArray } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/db/client'
import { importObjects, importRefusals } from '../../platform/db/schema'
import { dayOfWall, formatIsoDate } from '../ical/civil'
import { IcalError } from '../ical/error'
import { mainEvent, readObject } from '../ical/object'
import { detailsOf } from '../ical/series'
import { instantOf, startOf } from '../ical/times'
import { toWallSeconds, type Zone } from '../ical/zone'

/** An event that was not written. */
export interface Refused {
  title: string
  /** Its first day, `2026-11-20`; null: unknown. */
  day: string | null
}

/** Of each import; nobody reads on. */
const MAX_KEPT = 100
const MAX_TITLE_LENGTH = 255
const HALF_A_CHARACTER = /[\ud800-\udbff]$/

/** Keeps the names of objects that are not written, before they are forgotten. */
export async function keepRefused(
  tx: Transaction,
  importId: number,
  objectIds: readonly number[],
  household: Zone,
): Promise<void> {
  if (objectIds.length === 0) return
  const [found] = await tx.select({ rows: count() }).from(importRefusals).where(eq(importRefusals.importId, importId))
  const ids = objectIds.slice(0, MAX_KEPT - (found?.rows ?? 0))
  if (ids.length === 0) return
  const objects = await tx
    .select({ text: importObjects.object })
    .from(importObjects)
    .where(inArray(importObjects.id, ids))
    .orderBy(asc(importObjects.id))
  await tx.insert(importRefusals).values(objects.map(({ text }) => ({ importId, ...refusedOf(text, household) })))
}

/** What an import has not written, as far as it is kept. */
export const selectRefused = (db: Executor, importId: number): Promise<Refused[]> =>
  db
    .select({ title: importRefusals.title, day: importRefusals.day })
    .from(importRefusals)
    .where(eq(importRefusals.importId, importId))
    .orderBy(asc(importRefusals.id))

/** What is kept of an object that was not written: of one that cannot be read, that there was one. */
function refusedOf(text: string, household: Zone): Refused {
  try {
    const object = readObject(text, household)
    const event = mainEvent(object)
    const start = startOf(event, object.zones)
    const wall = start.isDate ? start.wall : toWallSeconds(household, instantOf(start))
    const { title } = detailsOf(event)
    return {
      title: title.slice(0, MAX_TITLE_LENGTH).replace(HALF_A_CHARACTER, ''),
      day: formatIsoDate(dayOfWall(wall)),
    }
  } catch (error) {
    if (error instanceof IcalError) return { title: '', day: null }
    throw error
  }
}
