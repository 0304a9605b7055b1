import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { useNow } from '../../lib/clock'
import { dayOf } from '../../lib/tz'
import type { Draft } from '../draft'
import { whenWords } from './when-words'

/** `Tomorrow 15:00 – 16:00`; with `startOnly` without its end. Empty while it has no time. */
export function useDraftWords(): (draft: Draft, startOnly?: boolean) => string {
  const { common } = useText()
  const formats = useFormats()
  const today = dayOf(useNow(useZone()))
  return (draft, startOnly) => whenWords(draft, { today, common, formats }, startOnly)
}

/** What is told of an event that was added: `Dentist · Tomorrow 15:00`. */
export function useCreatedWords(): (draft: Draft) => string {
  const { quickAdd } = useEventFormText()
  const whenOf = useDraftWords()
  return (draft) => quickAdd.added(draft.title.trim(), whenOf(draft, true))
}
