import { queries, refresh, refreshEverywhere } from '../data/queries'
import { useMe } from '../data/session'
import { signOut } from '../data/sign-out'
import type { Submission } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { confirm } from '../ui/confirm'
import { showToast } from '../ui/toast'
import type { AdminMember } from './api'
import * as api from './api'
import { refreshAdmin } from './queries'

export interface MemberVerbsOptions {
  member: AdminMember
  name: string
  submit: Submission['submit']
}

/** What is done with a member without a form. */
export function useMemberVerbs({ member, name, submit }: MemberVerbsOptions) {
  const texts = useSecondaryText().admin.members
  const me = useMe()

  /** Sends a change. */
  const send = (work: () => Promise<unknown>) => submit(work).finally(refreshAdmin)

  const changeRole = async () => {
    const isStepDown = member.isAdmin && member.id === me.id
    const question = { title: texts.takeOwnRole, body: texts.takeOwnRoleBody, action: texts.takeOwnRoleYes }
    if (isStepDown && !(await confirm({ ...question, danger: true }))) return
    await send(() => api.changeMember(member.id, { isAdmin: !member.isAdmin }))
    if (isStepDown) refresh(queries.me.queryKey)
  }

  const remove = async () => {
    const question = { title: texts.removeTitle(name), body: texts.removeBody(name), action: texts.removeYes }
    if (!(await confirm({ ...question, danger: true }))) return
    await send(async () => {
      await api.removeMember(member.id)
      showToast({ text: texts.removed(name) })
    })
    refreshEverywhere(queries.lists.queryKey)
    refresh(queries.events.queryKey)
    refresh(queries.people.queryKey)
    if (member.id === me.id) refresh(queries.me.queryKey)
  }

  const signOutEverywhere = async () => {
    const question = { title: texts.signOutTitle(name), body: texts.signOutBody, action: texts.signOutYes }
    if (!(await confirm(question))) return
    await send(async () => {
      await api.signOutEverywhere(member.id)
      if (member.id === me.id) await signOut()
      else showToast({ text: texts.wasSignedOut(name) })
    })
  }

  return { changeRole, remove, signOutEverywhere }
}
