import { PROFILE_PATH } from '../data/home-account'
import type { HomeSignIn } from '../data/types'
import { useSecondaryText } from '../i18n/secondary'
import { QrCode } from '../ui/qr'
import { CopiedText } from './copied-text'
import { davx5Address } from './davx5'

interface PhoneAccessProps {
  signIn: HomeSignIn
  /** Whoever is signed in can load the settings of an iPhone. */
  hasProfile: boolean
}

/** What a phone's own calendar needs, and how it is told. */
export function PhoneAccess({ signIn, hasProfile }: PhoneAccessProps) {
  const { phone: texts } = useSecondaryText().home
  const { serverUrl, username, appPassword } = signIn
  return (
    <div class="phone-access">
      <p>{texts.enter}</p>
      <dl>
        <CopiedText label={texts.address} text={serverUrl} />
        <CopiedText label={texts.username} text={username} />
        <CopiedText label={texts.appPassword} text={appPassword} />
      </dl>
      {!serverUrl.startsWith('https:') && <p class="notice warn">{texts.onlyAtHome}</p>}
      <h3>{texts.apple}</h3>
      {hasProfile ? (
        <>
          <p class="hint">{texts.appleProfile}</p>
          <a class="button" href={PROFILE_PATH} target="_blank" rel="noreferrer">
            {texts.profile}
          </a>
        </>
      ) : (
        <p class="hint">{texts.appleByHand}</p>
      )}
      <h3>{texts.android}</h3>
      <p class="hint">{texts.androidHow}</p>
      <QrCode text={davx5Address(signIn)} label={texts.code} />
    </div>
  )
}
