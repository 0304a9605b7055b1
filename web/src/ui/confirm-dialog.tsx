import { useEffect, useId } from 'preact/hooks'
import { signedOut } from '../data/http'
import { useText } from '../i18n'
import { useStore } from '../lib/store'
import { Button } from './button'
import type { Question } from './confirm'
import { closeDialog, Dialog } from './dialog'

interface ConfirmDialogProps {
  question: Question
  onAgree: () => void
  onClose: () => void
}

export default function ConfirmDialog({ question, onAgree, onClose }: ConfirmDialogProps) {
  const { common } = useText()
  const body = useId()
  const isOut = useStore(signedOut)
  useEffect(() => {
    // It stands above every screen: whoever signs in next would answer for the member who was asked.
    if (isOut) onClose()
  }, [isOut])
  return (
    <Dialog
      title={question.title}
      describedBy={question.body && body}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={(event) => closeDialog(event.currentTarget)}>
            {common.cancel}
          </Button>
          <Button kind={question.danger ? 'danger' : 'primary'} onClick={onAgree}>
            {question.action}
          </Button>
        </>
      }
    >
      {question.body && <p id={body}>{question.body}</p>}
    </Dialog>
  )
}
