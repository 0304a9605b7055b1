import { createStore, useStore } from '../lib/store'
import { lazyDialog } from './lazy'

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog'))

export interface Question {
  title: string
  body?: string
  /** The label of the button that says yes. */
  action: string
  /** Yes destroys something. */
  danger?: boolean
}

type Pending = Question & { answer: (yes: boolean) => void }

const pending = createStore<Pending | null>(null)

/** Asks the member: `if (await confirm({ … })) …`. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  pending.get()?.answer(false)
  return new Promise((resolve) => pending.set({ ...question, answer: resolve }))
}

/** Drawn once, in the root of the client. */
export function ConfirmHost() {
  const question = useStore(pending)
  if (question === null) return null
  const answer = (yes: boolean) => {
    question.answer(yes)
    pending.set(null)
  }
  return (
    <ConfirmDialog
      key={question.title}
      question={question}
      onAgree={() => answer(true)}
      onClose={() => answer(false)}
    />
  )
}
