import { useState } from 'preact/hooks'
import { invite, type NewInvitation } from '../data/invitations'
import { useSecondaryText } from '../i18n/secondary'
import { selectAll } from '../lib/select-all'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Plus } from '../ui/icons'
import { QrCode } from '../ui/qr'
import { CopyButton } from './copy-button'
import { FormError } from './form-dialog'
import { useMomentText } from './moment'
import { useSubmit } from './submit'

/** Makes an invitation at one press, and shows its link. */
export function Invite() {
  const { invitation: texts } = useSecondaryText()
  const [made, setMade] = useState<NewInvitation | null>(null)
  const { isBusy, error, submit } = useSubmit()
  const make = () =>
    submit(async () => {
      setMade(await invite())
    })
  return (
    <>
      <Button kind="primary" busy={isBusy} onClick={() => void make()}>
        <Plus aria-hidden="true" />
        {texts.invite}
      </Button>
      <FormError>{error}</FormError>
      {made !== null && <InvitationDialog invitation={made} onClose={() => setMade(null)} />}
    </>
  )
}

interface InvitationDialogProps {
  invitation: NewInvitation
  onClose: () => void
}

/** The link of an invitation: to be scanned, shared or copied. */
function InvitationDialog({ invitation: { url, expiresAt }, onClose }: InvitationDialogProps) {
  const { invitation: texts } = useSecondaryText()
  const momentText = useMomentText()

  const share = async () => {
    // Whoever closes the sheet without sharing is no failure.
    await navigator.share({ text: texts.shareText, url }).catch(() => {})
  }

  return (
    <Dialog
      title={texts.inviteTitle}
      onClose={onClose}
      footer={
        <>
          <CopyButton kind={CAN_SHARE ? 'quiet' : 'primary'} text={url} words={texts}>
            {texts.copy}
          </CopyButton>
          {CAN_SHARE && (
            <Button kind="primary" onClick={() => void share()}>
              {texts.share}
            </Button>
          )}
        </>
      }
    >
      <p>{texts.inviteHint}</p>
      <QrCode text={url} label={texts.qr} />
      <input class="input" aria-label={texts.link} value={url} readOnly onFocus={selectAll} />
      <p class="hint">
        {texts.goodUntil(momentText(expiresAt))} {texts.onlyHere}
      </p>
    </Dialog>
  )
}

/** Not every browser shares, and none without https. */
const CAN_SHARE = 'share' in navigator
