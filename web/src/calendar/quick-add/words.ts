import { useZone } from '../../data/session'
import { useEventFormText } from '../../i18n/event-form'
import { usePersonName } from '../../ui/person'
import { type Draft, endOf, startOf } from '../draft'
import { createForm } from '../form-of-draft'
import { useDraftWords } from '../parts/draft-words'
import { useFormMessage } from '../parts/form-messages'
import type { EventPerson } from '../who'
import type { Part } from './line'

/** What the parts of a draft say, in few words; empty where they say nothing. */
export function usePartWords(): (part: Part, draft: Draft, drawn: readonly EventPerson[]) => string {
  const { quickAdd } = useEventFormText()
  const whenOf = useDraftWords()
  const wordsOf = useFormMessage()
  const nameOf = usePersonName()
  const zone = useZone()
  return (part, draft, drawn) => {
    if (part === 'when') return whenOf(draft) || quickAdd.noTime
    if (part === 'people') return drawn.map(nameOf).join(', ')
    if (part === 'location') return draft.location.trim()
    if (part === 'calendar') return wordsOf('calendar', formOf(draft, zone))
    if (part === 'recurrence') return draft.recurrence === 'none' ? '' : wordsOf('repeats', formOf(draft, zone))
    return draft.reminders.length === 0 ? '' : wordsOf('reminder', formOf(draft, zone))
  }
}

/** A time that is still being typed is none yet. */
function formOf(draft: Draft, zone: string) {
  const isTimed = Number.isFinite(startOf(draft) + endOf(draft))
  return createForm(isTimed ? draft : { ...draft, ...SOME_DAY }, zone)
}

const SOME_DAY = { startDate: '2000-01-01', startTime: '00:00', endDate: '2000-01-01', endTime: '00:00' }
