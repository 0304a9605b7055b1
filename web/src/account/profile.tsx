import { useEffect } from 'preact/hooks'
import { MAX_NAME_LENGTH } from '../../../src/platform/limits'
import { queries, queryClient, refreshAfter } from '../data/queries'
import { useMe } from '../data/session'
import type { Me } from '../data/types'
import { forget, useKeptText } from '../data/unfinished'
import { useChoices } from '../forms/choices'
import { FormError } from '../forms/form-dialog'
import { Section } from '../forms/section'
import { Swatches } from '../forms/swatches'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { Avatar } from '../ui/person'
import { showToast } from '../ui/toast'
import * as api from './api'

/** Name and colour. */
export function Profile() {
  const { account, people } = useSecondaryText()
  const me = useMe()
  const { choices, choose, isBusy, error, setError } = useChoices(
    { displayName: me.displayName ?? '', color: me.color },
    async (chosen) => {
      const { user } = await refreshAfter(api.change(chosen), queries.me, queries.events, queries.people)
      queryClient.setQueryData<Me>(queries.me.queryKey, (before) => before && { ...before, user })
    },
    { 409: people.nameTaken },
  )
  const { displayName, color } = choices
  const save = async (choice: Partial<typeof choices>) => {
    if (await choose(choice)) showToast({ text: account.profile.saved, slot: 'saved' })
  }

  return (
    <Section title={account.profile.title}>
      <div class="profile">
        <Avatar person={{ name: me.displayName, color, isEveryone: false }} size="large" />
        <NameForm
          key={me.displayName}
          name={displayName}
          isBusy={isBusy}
          onSave={(name) => void save({ displayName: name })}
          onProblem={setError}
        />
      </div>
      <Swatches label={account.profile.color} color={color} onPick={(next) => void save({ color: next })} />
      <FormError>{error}</FormError>
    </Section>
  )
}

interface NameFormProps {
  name: string
  isBusy: boolean
  onSave: (name: string) => void
  onProblem: (words: string) => void
}

function NameForm({ name, isBusy, onSave, onProblem }: NameFormProps) {
  const { common } = useText()
  const { settings } = useSecondaryText()
  const [draft, setDraft] = useKeptText('own-name', name)
  useEffect(() => {
    // Drawn anew with the name that was saved.
    if (draft.trim() === name) forget('own-name')
  }, [])
  const submit = () => {
    if (draft.trim() === '') return onProblem(settings.needDisplayName)
    onSave(draft.trim())
  }
  return (
    <Form class="name-form" onSubmit={submit}>
      <TextField
        label={settings.displayName}
        name="name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        value={draft}
        onInput={setDraft}
      />
      {draft.trim() !== name && (
        <Button type="submit" kind="primary" busy={isBusy}>
          {common.save}
        </Button>
      )}
    </Form>
  )
}
