import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { FormDialog } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { TextField } from '../ui/field'

interface NewSecretDialogProps {
  texts: { newTitle: string; make: string; name: string; nameHint: string; tooMany: string; needName?: string }
  /** Of its name. */
  maxLength: number
  /** Gives what is missing beside the name, in words; null: it is made. @throws ApiError */
  make: (name: string) => Promise<string | null>
  onClose: () => void
  children: ComponentChildren
}

/** A secret with a name that is about to be given out. */
export function NewSecretDialog({ texts, maxLength, make, onClose, children }: NewSecretDialogProps) {
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const { problems, check } = useProblems({ name: trimmed === '' && texts.needName })
  const { isBusy, error, setError, submit } = useSubmit({ 422: texts.tooMany, 409: texts.tooMany })
  const save = async () => {
    if (!check()) return
    let missing: string | null = null
    const isAnswered = await submit(async () => {
      missing = await make(trimmed)
    })
    if (missing !== null) setError(missing)
    else if (isAnswered) onClose()
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
        error={problems.name}
        maxLength={maxLength}
        autoFocus
      />
      {children}
    </FormDialog>
  )
}
