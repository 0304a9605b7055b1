import { useReachable } from '../../data/connection'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { unsavedTexts, useUnsavedText } from '../../i18n/unsaved'
import { useNow } from '../../lib/clock'
import { needs } from '../../lib/needs'
import { toWall } from '../../lib/tz'
import { type Pending, usePending } from '../../outbox/pending'
import { waitsFor } from '../../outbox/waits'

needs(unsavedTexts)

/** Words for what a write that is on its way waits for. */
export function useWaitWords(): (pending: Pick<Pending, 'write' | 'isNext'>) => string {
  const { saving } = useText().calendar
  const { waits } = useUnsavedText()
  const formats = useFormats()
  const isReachable = useReachable()
  const zone = useZone()
  // Drawn anew from time to time: what takes long waits.
  useNow(zone)
  return ({ write, isNext }) => {
    const reason = waitsFor(write, isNext, isReachable, Date.now())
    if (reason === 'itself') return saving
    return reason === 'provider' ? waits.provider(formats.time(toWall(write.since, zone))) : waits[reason]
  }
}

/** The same for an event, by the id of its write. */
export function useWaitOf(writeId: string): string {
  const { saving } = useText().calendar
  const wordsFor = useWaitWords()
  const known = usePending().find(({ write }) => write.id === writeId)
  return known === undefined ? saving : wordsFor(known)
}
