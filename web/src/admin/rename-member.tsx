import { MAX_NAME_LENGTH } from '../../../src/platform/limits'
import { queries, refreshAfter } from '../data/queries'
import { useFields } from '../data/unfinished'
import { FormDialog, NameField } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import type { AdminMember } from './api'
import * as api from './api'
import { ADMIN_ANSWERS } from './queries'

interface MemberDialogProps {
  member: AdminMember
  name: string
  onClose: () => void
}

export function RenameMember({ member, name, onClose }: MemberDialogProps) {
  const { common } = useText()
  const { admin, people, settings } = useSecondaryText()
  const { fields, change, offer } = useFields(
    `member-${member.id}-name`,
    { displayName: member.displayName ?? '' },
    { nameOf: ({ displayName = '' }) => displayName },
  )
  const displayName = fields.displayName.trim()
  const { problems, check } = useProblems({ name: displayName === '' && settings.needDisplayName })
  const { isBusy, error, submit } = useSubmit({ 404: admin.members.gone, 409: people.nameTaken })

  const save = async () => {
    if (!check()) return
    const { events, me, people } = queries
    const change = () => refreshAfter(api.changeMember(member.id, { displayName }), ADMIN_ANSWERS, events, me, people)
    if (!(await submit(change))) return
    offer.finish()
    onClose()
  }

  return (
    <FormDialog
      title={admin.members.renameTitle(name)}
      action={common.save}
      isBusy={isBusy}
      error={error}
      offer={offer}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NameField
        hint={people.memberNameHint}
        maxLength={MAX_NAME_LENGTH}
        value={fields.displayName}
        onInput={(displayName) => change({ displayName })}
        error={problems.name}
      />
    </FormDialog>
  )
}
