import { DAY_MS } from '../../platform/durations'
import type { Place } from './places'

/** Clocks of processes differ, and are set. */
const MAX_AHEAD_MS = DAY_MS

/** Where a search goes on: when it began, and what stood last. In milliseconds. */
export interface Cursor extends Pick<Place, 'isComing' | 'startsAt' | 'id'> {
  now: number
}

/** A cursor as answers carry it; `readCursor` reads it again. */
export const cursorText = ({ now, isComing, startsAt, id }: Cursor): string =>
  Buffer.from(JSON.stringify([now, isComing ? 1 : 0, startsAt, id])).toString('base64url')

/** Null for a text that none of our answers has had until now, in milliseconds: of other times no date may come. */
export function readCursor(text: string, until: number): Cursor | null {
  if (!/^[\w-]{1,200}$/.test(text)) return null
  const values = valuesIn(Buffer.from(text, 'base64url').toString())
  if (values === null) return null
  const [now, isComing, startsAt, id] = values
  if (now < 0 || now > until + MAX_AHEAD_MS) return null
  return { now, isComing: isComing === 1, startsAt, id }
}

function valuesIn(json: string): [number, number, number, number] | null {
  try {
    const values: unknown = JSON.parse(json)
    const isWhole = Array.isArray(values) && values.length === 4 && values.every(Number.isSafeInteger)
    return isWhole ? (values as [number, number, number, number]) : null
  } catch {
    return null
  }
}
