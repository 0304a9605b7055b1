import type { Draft } from '../draft'
import type { Entry } from '../entries'
import type { SeriesRange } from '../event-ref'
import { editForm } from '../form-of-draft'
import { useCreatedWords } from '../parts/draft-words'
import { questionOf } from '../parts/question-of'
import { useRangeQuestion } from '../parts/range-question'
import { changedParts } from '../writes/changes'
import { mayMove } from './meeting'
import type { Opened } from './opened'
import { save } from './save'

interface SavingOptions {
  /** The event that is changed; null for a new one. */
  entry: Entry | null
  /** Null while nothing of the event is known. */
  opened: Opened | null
  zone: string
  onClose: () => void
  /** Nothing of what was typed is wanted any more. */
  onGiveUp: () => void
}

/** Saves what the dialog shows; of an occurrence of a series once somebody has said how much is meant. */
export function useSaving({ entry, opened, zone, onClose, onGiveUp }: SavingOptions) {
  const { ask, question } = useRangeQuestion()
  const wordsOf = useCreatedWords()
  const original = opened?.original ?? null
  const known = { base: original?.base ?? null, counts: opened?.counts ?? null }
  const finish = () => {
    onGiveUp()
    onClose()
  }

  const store = async (draft: Draft) => {
    let range: SeriesRange | null = null
    if (entry !== null && original !== null && entry.ref.recurrenceId !== null) {
      const form = editForm(draft, original, zone)
      if (changedParts(original.base, form).length === 0) return finish()
      range = await ask(questionOf(entry, form, known, zone))
      if (range === null) return
    }
    const isMove = original !== null && draft.calendarUrl !== original.draft.calendarUrl
    if (entry !== null && isMove && !(await mayMove(entry))) return
    save({ entry, draft, original, range, words: wordsOf(draft) }, zone)
    finish()
  }

  return { store, question }
}
