import { useId } from 'preact/hooks'
import { CopyButton } from '../forms/copy-button'
import { useOutwardText } from '../i18n/outward'
import { selectAll } from '../lib/select-all'
import { Dialog } from '../ui/dialog'
import { QrCode } from '../ui/qr'

interface SecretDialogProps {
  title: string
  hint: string
  /** What the secret is called. */
  label: string
  secret: string
  /** That it is not shown again. */
  onlyNow: string
  /** What the picture to scan is called; without it there is none. */
  qr?: string
  onClose: () => void
}

/** A secret that is shown once, to be copied. */
export function SecretDialog({ title, hint, label, secret, onlyNow, qr, onClose }: SecretDialogProps) {
  const texts = useOutwardText()
  const once = useId()
  return (
    <Dialog
      title={title}
      describedBy={once}
      onClose={onClose}
      footer={
        <CopyButton kind="primary" text={secret} words={texts}>
          {texts.copy}
        </CopyButton>
      }
    >
      <p>{hint}</p>
      {qr !== undefined && <QrCode text={secret} label={qr} />}
      <input class="input" aria-label={label} value={secret} readOnly onFocus={selectAll} />
      <p id={once} class="notice">
        {onlyNow}
      </p>
    </Dialog>
  )
}
