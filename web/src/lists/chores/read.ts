import { isReachable } from '../../data/connection'
import { parseEvent } from '../../data/event-text'
import { queries, queryClient } from '../../data/queries'
import { lastZone } from '../../data/session'
import { languageOf, preferences } from '../../lib/preferences'
import { type ChoreLine, choreOf, withoutTurns } from './sentence'

/** Those whom a chore may be for, once that is known. @throws ApiError */
const people = () => queryClient.ensureQueryData(queries.people)

/** Over once it is known who lives here, or cannot be asked for. */
export const peopleKnown = (): Promise<unknown> => people().catch(() => null)

/** What is understood of a line as a chore: null where that is nothing, and where nobody can be asked. */
export async function readChore(text: string, signal: AbortSignal): Promise<ChoreLine | null> {
  if (!isReachable()) return null
  const { line, turns } = withoutTurns(text)
  const reading = parseEvent({ text: line, language: languageOf(preferences.get()) }, signal)
  return Promise.all([reading, people()]).then(
    ([parsed, household]) => choreOf(parsed, { people: household, zone: lastZone(), line, turns }),
    () => null,
  )
}
