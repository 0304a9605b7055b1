import { useOutwardText } from '../i18n/outward'
import { copyText } from '../lib/copy-text'
import { selectAll } from '../lib/select-all'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { QrCode } from '../ui/qr'
import { showToast } from '../ui/toast'

interface SecretDialogProps {
  title: string
  hint: string
  /** What the secret is called. */
  label: string
  secret: string
  /** What the picture to scan is called; without it there is none. */
  qr?: string
  onClose: () => void
}

/** A secret that is shown once, to be copied. */
export function SecretDialog({ title, hint, label, secret, qr, onClose }: SecretDialogProps) {
  const texts = useOutwardText()
  const copy = async () => showToast({ text: (await copyText(secret)) ? texts.copied : texts.notCopied })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={() => void copy()}>
          {texts.copy}
        </Button>
      }
    >
      <p>{hint}</p>
      {qr !== undefined && <QrCode text={secret} label={qr} />}
      <input class="input" aria-label={label} value={secret} readOnly onFocus={selectAll} />
      <p class="notice">{texts.onlyNow}</p>
    </Dialog>
  )
}
