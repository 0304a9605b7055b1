import { usePeople } from '../data/people'
import { queries, refresh } from '../data/queries'
import { useFields } from '../data/unfinished'
import { FormDialog } from '../forms/form-dialog'
import { LocalAccountFields, localAccountProblems } from '../forms/local-account-fields'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { showToast } from '../ui/toast'
import * as api from './api'
import { refreshAdmin } from './queries'

const NOBODY = { displayName: '', username: '', initialPassword: '' }

/** Asks for a new member's name, and the name and password to sign in with. */
export function AddMember({ onClose }: { onClose: () => void }) {
  const { admin, people, settings } = useSecondaryText()
  const {
    fields: draft,
    change,
    offer,
  } = useFields('new-member', NOBODY, {
    nameOf: ({ displayName = '' }) => displayName.trim(),
    secrets: ['initialPassword'],
  })
  const { problems, check } = useProblems(localAccountProblems(draft, settings))
  const { isBusy, error, submit } = useSubmit({ 409: settings.usernameTaken })

  // The service takes it all the same: there are fathers and sons.
  const isBorne = usePeople().some(({ name }) => folded(name) === folded(draft.displayName))

  const add = async () => {
    if (!check()) return
    const body = { ...draft, displayName: draft.displayName.trim(), username: draft.username.trim() }
    if (!(await submit(() => api.addMember(body)))) return
    offer.finish()
    refreshAdmin()
    refresh(queries.people.queryKey)
    showToast({ text: admin.members.added(body.displayName) })
    onClose()
  }

  return (
    <FormDialog
      title={admin.members.addTitle}
      action={admin.members.add}
      isBusy={isBusy}
      error={error}
      offer={offer}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <LocalAccountFields
        draft={draft}
        onChange={change}
        problems={problems}
        isForOther
        nameHint={isBorne ? people.nameTaken : undefined}
      />
      <p class="hint">{admin.members.tellThem}</p>
    </FormDialog>
  )
}

const folded = (name: string): string => name.trim().toLowerCase()
