import { useState } from 'preact/hooks'
import { queries, refresh } from '../data/queries'
import { useText } from '../i18n'
import { useSeldomText } from '../i18n/seldom'
import { FormDialog } from '../settings/form-dialog'
import { useSubmit } from '../settings/submit'
import { TextField } from '../ui/field'
import type { AdminMember } from './api'
import * as api from './api'

interface MemberDialogProps {
  member: AdminMember
  name: string
  onClose: () => void
}

export function RenameMember({ member, name, onClose }: MemberDialogProps) {
  const { common } = useText()
  const { admin, settings } = useSeldomText()
  const [draft, setDraft] = useState(member.displayName ?? '')
  const [problem, setProblem] = useState('')
  const { isBusy, error, submit } = useSubmit({ 404: admin.members.gone })

  const save = async () => {
    const displayName = draft.trim()
    if (displayName === '') return setProblem(settings.needDisplayName)
    setProblem('')
    if (!(await submit(() => api.changeMember(member.id, { displayName })))) return
    refresh(['admin'])
    refresh(['events'])
    refresh(queries.me.queryKey)
    onClose()
  }

  return (
    <FormDialog
      title={admin.members.renameTitle(name)}
      action={common.save}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={settings.displayName}
        autoComplete="off"
        maxLength={256}
        value={draft}
        onInput={setDraft}
        error={problem}
        autoFocus
      />
    </FormDialog>
  )
}
