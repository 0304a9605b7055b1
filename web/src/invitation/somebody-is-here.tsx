import { signOut } from '../data/sign-out'
import type { Member } from '../data/types'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'

/** The device is somebody's: nobody else joins on it before they have signed out. */
export function SomebodyIsHere({ member }: { member: Member }) {
  const { common } = useText()
  const { invitation: texts } = useSecondaryText()
  return (
    <div class="setup-end">
      <p class="notice warn">{texts.somebodyIsHere(member.displayName ?? common.someone)}</p>
      <Button kind="primary" onClick={() => void signOut()}>
        {texts.signOutAndJoin}
      </Button>
      <a class="button quiet" href="/">
        {texts.notForMe}
      </a>
    </div>
  )
}
