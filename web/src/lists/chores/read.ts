import { isReachable } from '../../data/connection'
import { parseEvent } from '../../data/event-text'
import { queries, queryClient } from '../../data/queries'
import { lastZone } from '../../data/session'
import { sentenceHabits } from '../../i18n/sentence'
import { readersOf } from '../list-kind'
import { type ChoreLine, choreOf, withoutTurns } from './sentence'

/** What is understood of a line as a chore of a list: null where that is nothing, and where nobody can be asked. */
export async function readChore(listId: number, text: string, signal?: AbortSignal): Promise<ChoreLine | null> {
  if (!isReachable()) return null
  const { line, turns } = withoutTurns(text)
  const reading = parseEvent({ text: line, ...sentenceHabits() }, signal)
  return Promise.all([reading, queryClient.ensureQueryData(queries.people)]).then(
    ([parsed, people]) => choreOf(parsed, { people, readerIds: readersOf(listId), zone: lastZone(), line, turns }),
    () => null,
  )
}
