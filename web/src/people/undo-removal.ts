import { ApiError } from '../data/http'
import { type Messages, messageFor } from '../forms/submit'
import { text } from '../i18n'
import { secondaryText } from '../i18n/secondary'
import { MINUTE } from '../lib/tz'
import { showToast, showUndo } from '../ui/toast'

/**
 * Says what was removed and offers to bring it back; where that is refused, why, and offers
 * it again for a minute. The row that was removed is drawn no more, so it cannot say so.
 */
export function undoRemoval(words: string, restore: () => Promise<unknown>, messages: Messages = {}): void {
  const label = text().common.undo
  const run = async () => {
    try {
      await restore()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const why = messageFor(failure, secondaryText().settings, messages)
      showToast({ text: `${words} ${why}`, action: { label, run }, milliseconds: MINUTE })
    }
  }
  showUndo(words, label, run)
}
