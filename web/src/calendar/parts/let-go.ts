import { ApiError } from '../../data/http'
import { unsavedText } from '../../i18n/unsaved'
import { confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'
import { discard } from '../writes/actions'
import { nameOf } from '../writes/name'
import type { Write } from '../writes/write'

/** Discards a failed write after asking. */
export async function letGo(write: Write): Promise<void> {
  const { discard: action, discardAsk, discardBody } = unsavedText()
  if (await confirm({ title: discardAsk(nameOf(write)), body: discardBody, action, danger: true })) await giveUp(write)
}

/** Discards a failed write; shows a message when that fails. */
export async function giveUp(write: Write): Promise<void> {
  try {
    await discard(write)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast({ text: unsavedText().notDiscarded })
  }
}
