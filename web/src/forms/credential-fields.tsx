import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_APP_PASSWORD_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_SERVER_URL_LENGTH,
} from '../../../src/platform/limits'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { asksForServer, type CredentialDraft, type CredentialProblems, PROVIDERS, passwordPage } from './credential'
import { boundTo } from './draft'

interface CredentialFieldsProps {
  draft: CredentialDraft
  onChange: (draft: CredentialDraft) => void
  problems: CredentialProblems
}

/** The fields of a calendar account: the provider, and what it needs. */
export function CredentialFields({ draft, onChange, problems }: CredentialFieldsProps) {
  const { settings } = useSecondaryText()
  const { provider } = draft
  const bound = boundTo(draft, onChange, problems)
  return (
    <>
      <SelectField
        label={settings.provider}
        value={provider}
        options={PROVIDERS.map((value) => ({ value, label: settings.providers[value] }))}
        onChange={(value) => onChange({ ...draft, provider: value })}
      />
      {asksForServer(provider) && (
        <TextField
          label={settings.serverUrl}
          type="url"
          autoComplete="off"
          maxLength={MAX_SERVER_URL_LENGTH}
          placeholder={provider === 'nextcloud' ? 'https://cloud.example.org' : 'https://dav.example.org'}
          {...bound('serverUrl')}
          hint={provider === 'other' ? settings.serverUrlOptional : undefined}
        />
      )}
      <TextField
        label={settings.email}
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        {...bound('email')}
        hint={provider === 'nextcloud' ? settings.nextcloudEmail : undefined}
      />
      <TextField
        label={settings.calendarUsername}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={MAX_ACCOUNT_NAME_LENGTH}
        {...bound('username')}
        hint={settings.calendarUsernameHint}
      />
      <AppPassword {...{ draft, onChange, problems }} />
    </>
  )
}

interface KnownAccountProps extends CredentialFieldsProps {
  username: string
  /** More than the password is another one now. */
  onOther: () => void
}

/** An account of which only the password is asked. */
export function KnownAccount({ username, onOther, ...fields }: KnownAccountProps) {
  const { settings } = useSecondaryText()
  return (
    <>
      <p>
        {settings.calendarUsername}: <b>{username}</b>
      </p>
      <AppPassword {...fields} autoFocus />
      <div>
        <Button kind="quiet" onClick={onOther}>
          {settings.otherAccount}
        </Button>
      </div>
    </>
  )
}

function AppPassword({
  draft,
  onChange,
  problems,
  autoFocus = false,
}: CredentialFieldsProps & { autoFocus?: boolean }) {
  const { settings } = useSecondaryText()
  return (
    <>
      <TextField
        label={settings.appPassword}
        type="password"
        autoComplete="off"
        maxLength={MAX_APP_PASSWORD_LENGTH}
        {...boundTo(draft, onChange, problems)('appPassword')}
        hint={settings.appPasswordHint}
        autoFocus={autoFocus}
      />
      <PasswordPage draft={draft} />
    </>
  )
}

/** The way to the provider's page for app passwords. */
function PasswordPage({ draft }: { draft: CredentialDraft }) {
  const { settings } = useSecondaryText()
  const { provider } = draft
  const page = passwordPage(draft)
  if (page === null || provider === 'other') return null
  return (
    <p class="hint">
      <a class="text-link" href={page} target="_blank" rel="noopener noreferrer">
        {settings.makeOne(settings.providers[provider])}
        <span class="visually-hidden"> {settings.opensInNewTab}</span>
      </a>
      {settings.whereToMakeOne[provider]}
    </p>
  )
}
