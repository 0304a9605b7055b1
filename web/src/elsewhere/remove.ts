import { ApiError } from '../data/http'
import { unlessGone } from '../data/remove'
import { type Subscription, unsubscribe } from '../forms/subscriptions'
import { text } from '../i18n'
import { elsewhereText } from '../i18n/elsewhere'
import { createStore } from '../lib/store'
import { showToast, showUndo, UNDO_MS } from '../ui/toast'

/** Ids of those that are going: nobody could bring back a link that is secret, so they go when the undo does. */
export const leaving = createStore<ReadonlySet<number>>(new Set())

/** Hides a subscription, and removes it when nobody has taken that back for five seconds, or the page is left. */
export function removeSoon({ id, displayName }: Subscription): void {
  const { subscriptions: texts } = elsewhereText()
  const stay = () => leaving.set((before) => new Set([...before].filter((one) => one !== id)))
  const settle = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onLeft)
  }
  const go = async () => {
    settle()
    try {
      await unsubscribe(id).catch(unlessGone)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ text: texts.notRemoved(displayName) })
    } finally {
      stay()
    }
  }
  const timer = setTimeout(() => void go(), UNDO_MS)
  const onLeft = () => void go()
  document.addEventListener('visibilitychange', onLeft, { once: true })
  leaving.set((before) => new Set([...before, id]))
  showUndo(texts.removed(displayName), text().common.undo, () => {
    settle()
    stay()
  })
}
