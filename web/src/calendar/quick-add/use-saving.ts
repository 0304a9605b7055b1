import { useRef, useState } from 'preact/hooks'
import { useEventFormText } from '../../i18n/event-form'
import { type Draft, type Problem, problemsOf } from '../draft'
import { save } from '../event-dialog/save'
import { useCreatedWords } from '../parts/draft-words'
import { hinders, isPlainItem, listIn } from './line'
import { addToList, choreFor } from './to-list'
import type { LineState } from './use-line'

interface SavingOptions {
  state: LineState
  zone: string
  dialog: () => HTMLDialogElement | null
  /** It cannot be saved. */
  onRefused: (problems: readonly Problem[]) => void
  /** Goes on in the whole form. */
  onMore: (draft: Draft) => void
}

/** How a line ends: it is saved, goes on in the form, or is left. */
export function useSaving({ state, zone, dialog, onRefused, onMore }: SavingOptions) {
  const { line, settle, offer } = state
  const { quickAdd } = useEventFormText()
  const wordsOf = useCreatedWords()
  const [isTried, setTried] = useState(false)
  const [busyWith, setBusyWith] = useState<'saving' | 'more' | null>(null)
  const isBusy = useRef(false)

  /** Whoever leaves the line while it is read finds it again as it was. */
  const isLeft = () => dialog()?.open !== true
  const leave = () => {
    offer.finish()
    dialog()?.close()
  }
  const store = async () => {
    const { reading, draft } = await settle()
    if (isLeft()) return true
    const list = listIn(line, reading)
    const problems = problemsOf(draft)
    setTried(true)
    if (hinders(problems, list)) {
      onRefused(problems)
      return false
    }
    const { title } = draft
    if (list !== null) {
      const item = (isPlainItem(line, title) ? null : await choreFor(list.id, title)) ?? title
      addToList(list.id, item, quickAdd.added(typeof item === 'string' ? item : item.text, list.name))
    } else save({ entry: null, draft, original: null, range: null, words: wordsOf(draft) }, zone)
    leave()
    return true
  }
  const goOn = async () => {
    const { draft } = await settle()
    if (isLeft()) return true
    offer.finish()
    onMore(draft)
    return true
  }
  /** Once is enough, however often it is asked for. `doIt`: whether that was the end of the line. */
  const once = async (what: 'saving' | 'more', doIt: () => Promise<boolean>) => {
    if (isBusy.current) return
    isBusy.current = true
    setBusyWith(what)
    isBusy.current = await doIt()
    setBusyWith(null)
  }
  return { isTried, busyWith, leave, submit: () => void once('saving', store), more: () => void once('more', goOn) }
}
