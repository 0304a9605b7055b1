import { useRef, useState } from 'preact/hooks'
import { MAX_NAME_LENGTH } from '../../../src/platform/limits'
import { queries, queryClient, refresh } from '../data/queries'
import { useMe } from '../data/session'
import type { Me } from '../data/types'
import { forget, useKeptText } from '../data/unfinished'
import { FormError } from '../forms/form-dialog'
import { Section } from '../forms/section'
import { useSubmit } from '../forms/submit'
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
  const { account } = useSecondaryText()
  const me = useMe()
  const { isBusy, error, setError, submit } = useSubmit()
  /** Drawn at once, until the service has answered. */
  const [picked, setPicked] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const color = picked ?? me.color

  const save = async (part: { displayName?: string; color?: string }) => {
    const isSaved = await submit(async () => {
      const { user } = await api.change(part)
      queryClient.setQueryData<Me>(queries.me.queryKey, (before) => before && { ...before, user })
    })
    if (!isSaved) return
    refresh(queries.events.queryKey)
    refresh(queries.people.queryKey)
    showToast({ text: account.profile.saved, slot: 'saved' })
  }

  /** Arrow keys run through the colours faster than the service answers: the last one counts. */
  const pick = async (next: string) => {
    setPicked(next)
    const isSaving = wanted.current !== null
    wanted.current = next
    if (isSaving) return
    let saved: string | null = null
    while (wanted.current !== saved) {
      saved = wanted.current
      await save({ color: saved })
    }
    wanted.current = null
    setPicked(null)
  }

  return (
    <Section title={account.profile.title}>
      <div class="profile">
        <Avatar person={{ name: me.displayName, color, isEveryone: false }} size="large" />
        <NameForm
          key={me.displayName}
          name={me.displayName ?? ''}
          isBusy={isBusy}
          onSave={(displayName) => void save({ displayName })}
          onProblem={setError}
        />
      </div>
      <Swatches label={account.profile.color} color={color} onPick={(next) => void pick(next)} />
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
  const submit = () => {
    if (draft.trim() === '') return onProblem(settings.needDisplayName)
    forget('own-name')
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
