import { useText } from '../i18n'
import { Button } from './button'
import type { Question } from './confirm'
import { closeDialog, Dialog } from './dialog'

interface ConfirmDialogProps {
  question: Question
  onAnswer: (yes: boolean) => void
}

export default function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const { common } = useText()
  return (
    <Dialog
      title={question.title}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button kind="quiet" onClick={(event) => closeDialog(event.currentTarget)}>
            {common.cancel}
          </Button>
          <Button kind={question.danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {question.action}
          </Button>
        </>
      }
    >
      {question.body && <p>{question.body}</p>}
    </Dialog>
  )
}
