import { isReachable } from '../../data/connection'
import { parseEvent } from '../../data/event-text'
import { lastZone } from '../../data/session'
import type { Person } from '../../data/types'
import { languageOf, preferences } from '../../lib/preferences'
import { type ChoreLine, choreOf, withoutTurns } from './sentence'

/** What is understood of a line as a chore: null where that is nothing, and where nobody can be asked. */
export async function readChore(
  text: string,
  people: readonly Person[],
  signal: AbortSignal,
): Promise<ChoreLine | null> {
  if (!isReachable()) return null
  const { line, turns } = withoutTurns(text)
  return parseEvent({ text: line, language: languageOf(preferences.get()) }, signal).then(
    (parsed) => choreOf(parsed, { people, zone: lastZone(), line, turns }),
    () => null,
  )
}
