import { useReachable } from '../../data/connection'
import { useMomentText } from '../../forms/moment'
import { useText } from '../../i18n'
import { unsavedTexts, useUnsavedText } from '../../i18n/unsaved'
import { needs } from '../../lib/needs'
import { type Pending, usePending } from '../../outbox/pending'
import { waitsFor } from '../../outbox/waits'

needs(unsavedTexts)

/** Words for what a write that is on its way waits for. */
export function useWaitWords(): (pending: Pick<Pending, 'write' | 'isNext'>) => string {
  const { saving } = useText().calendar
  const { waits } = useUnsavedText()
  // Draws anew from time to time: what takes long waits.
  const momentText = useMomentText()
  const isReachable = useReachable()
  return ({ write, isNext }) => {
    const reason = waitsFor(write, isNext, isReachable, Date.now())
    if (reason === 'itself') return saving
    return reason === 'provider' ? waits.provider(momentText(new Date(write.since).toISOString())) : waits[reason]
  }
}

/** The same for an event, by the id of its write. */
export function useWaitOf(writeId: string): string {
  const { saving } = useText().calendar
  const wordsFor = useWaitWords()
  const known = usePending().find(({ write }) => write.id === writeId)
  return known === undefined ? saving : wordsFor(known)
}
