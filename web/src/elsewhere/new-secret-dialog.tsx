import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { FormDialog } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { TextField } from '../ui/field'

interface NewSecretDialogProps {
  texts: { newTitle: string; make: string; name: string; nameHint: string; tooMany: string }
  /** Of its name. */
  maxLength: number
  /** What is missing, in words; null: nothing is. The ends of the name are trimmed. */
  problemOf: (name: string) => string | null
  /** @throws ApiError */
  make: (name: string) => Promise<unknown>
  onClose: () => void
  children: ComponentChildren
}

/** A secret with a name that is about to be given out. */
export function NewSecretDialog({ texts, maxLength, problemOf, make, onClose, children }: NewSecretDialogProps) {
  const [name, setName] = useState('')
  const { isBusy, error, setError, submit } = useSubmit({ 422: texts.tooMany, 409: texts.tooMany })
  const save = async () => {
    const trimmed = name.trim()
    const problem = problemOf(trimmed)
    if (problem !== null) return setError(problem)
    if (await submit(() => make(trimmed))) onClose()
  }
  return (
    <FormDialog
      title={texts.newTitle}
      action={texts.make}
      {...{ isBusy, error }}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onInput={setName}
        maxLength={maxLength}
        autoFocus
      />
      {children}
    </FormDialog>
  )
}
