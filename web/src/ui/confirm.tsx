import { useText } from '../i18n'
import { createStore, useStore } from '../lib/store'
import { Button } from './button'
import { closeDialog, Dialog } from './dialog'

interface Question {
  title: string
  body?: string
  /** The label of the button that says yes. */
  action: string
  /** Yes destroys something. */
  danger?: boolean
}

type Pending = Question & { answer: (yes: boolean) => void }

const pending = createStore<Pending | null>(null)

/** Asks before something that matters: `if (await confirm({ … })) …`. */
export function confirm(question: Question): Promise<boolean> {
  pending.get()?.answer(false)
  return new Promise((resolve) => pending.set({ ...question, answer: resolve }))
}

/** Draws the question; once, in the root of the client. */
export function ConfirmHost() {
  const question = useStore(pending)
  const { common } = useText()
  if (question === null) return null
  const finish = (yes: boolean) => {
    question.answer(yes)
    pending.set(null)
  }
  return (
    <Dialog
      key={question.title}
      title={question.title}
      onClose={() => finish(false)}
      footer={
        <>
          <Button kind="quiet" onClick={(event) => closeDialog(event.currentTarget)}>
            {common.cancel}
          </Button>
          <Button kind={question.danger ? 'danger' : 'primary'} onClick={() => finish(true)}>
            {question.action}
          </Button>
        </>
      }
    >
      {question.body && <p>{question.body}</p>}
    </Dialog>
  )
}
