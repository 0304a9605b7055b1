import { MAX_NAME_LENGTH, MAX_USERNAME_LENGTH } from '../../../src/platform/limits'
import { type SecondaryDictionary, useSecondaryText } from '../i18n/secondary'
import { TextField } from '../ui/field'
import { boundTo } from './draft'
import { NewPasswordField } from './new-password-field'
import type { Problems } from './problems'
import { isLongEnough } from './validation'

/** A person's name, and what they sign in with. */
interface LocalAccountDraft {
  displayName: string
  username: string
  initialPassword: string
}

export type LocalAccountProblems = Problems<keyof LocalAccountDraft>

/** What is missing or too short, in words. */
export function localAccountProblems(
  draft: LocalAccountDraft,
  settings: SecondaryDictionary['settings'],
): LocalAccountProblems {
  return {
    displayName: draft.displayName.trim() === '' && settings.needDisplayName,
    username: draft.username.trim() === '' && settings.needUsername,
    initialPassword: !isLongEnough(draft.initialPassword) && settings.passwordTooShort,
  }
}

interface LocalAccountFieldsProps {
  draft: LocalAccountDraft
  onChange: (draft: LocalAccountDraft) => void
  problems: LocalAccountProblems
  /** The account is somebody else's: the browser is not to fill in the own name. */
  isForOther?: boolean
  /** What there is to know about the person's name. */
  nameHint?: string | undefined
}

/** The fields of a person who signs in with a name and a password. The name to sign in with follows the person's. */
export function LocalAccountFields({
  draft,
  onChange,
  problems,
  isForOther = false,
  nameHint,
}: LocalAccountFieldsProps) {
  const { settings } = useSecondaryText()
  const bound = boundTo(draft, onChange, problems)
  const changeName = (displayName: string) => {
    const isFollowing = draft.username === suggestedUsername(draft.displayName)
    onChange({ ...draft, displayName, username: isFollowing ? suggestedUsername(displayName) : draft.username })
  }
  return (
    <>
      <TextField
        label={settings.displayName}
        hint={nameHint}
        autoComplete={isForOther ? 'off' : 'name'}
        maxLength={MAX_NAME_LENGTH}
        {...bound('displayName')}
        onInput={changeName}
        autoFocus={isForOther}
      />
      <TextField
        label={settings.username}
        autoComplete={isForOther ? 'off' : 'username'}
        maxLength={MAX_USERNAME_LENGTH}
        {...bound('username')}
      />
      <NewPasswordField
        label={isForOther ? settings.initialPassword : settings.newPassword}
        {...bound('initialPassword')}
      />
    </>
  )
}

function suggestedUsername(displayName: string): string {
  return (displayName.trim().split(/\s+/)[0] ?? '').toLowerCase()
}
