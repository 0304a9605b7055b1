import { type Invitation, invitationsQuery, takeBack } from '../data/invitations'
import { useZone } from '../data/session'
import { FormError } from '../forms/form-dialog'
import { useMomentText } from '../forms/moment'
import { Loaded, Section, SettingRow } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { useNow } from '../lib/clock'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'

/** The links that somebody can still come in by; draws nothing where there are none. */
export function Invitations() {
  const { invitation: texts } = useSecondaryText()
  useNow(useZone())
  return (
    <Loaded query={invitationsQuery} title={texts.openTitle}>
      {(invitations) =>
        invitations.some(isOpen) && (
          <Section title={texts.openTitle}>
            <ul class="rows">
              {invitations.filter(isOpen).map((invitation) => (
                <Row key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </Section>
        )
      }
    </Loaded>
  )
}

const isOpen = ({ usedAt, expiresAt }: Invitation) => usedAt === null && Date.parse(expiresAt) > Date.now()

function Row({ invitation: { id, displayName, createdAt, expiresAt } }: { invitation: Invitation }) {
  const { invitation: texts } = useSecondaryText()
  const momentText = useMomentText()
  const { isBusy, error, submit } = useSubmit()
  const withdraw = async () => {
    if (await submit(() => takeBack(id))) showToast({ text: texts.wasTakenBack })
  }
  const times = [texts.made(momentText(createdAt)), texts.until(momentText(expiresAt))]
  const name = displayName ?? texts.nameless
  return (
    <li>
      <SettingRow title={name} hint={times.join(', ')}>
        <Button busy={isBusy} onClick={() => void withdraw()}>
          {texts.takeBack}
          <span class="visually-hidden"> {name}</span>
        </Button>
        <FormError>{error}</FormError>
      </SettingRow>
    </li>
  )
}
