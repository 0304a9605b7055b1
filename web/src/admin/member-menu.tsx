import { useState } from 'preact/hooks'
import { ApiError } from '../data/http'
import { queries, refresh, refreshEverywhere } from '../data/queries'
import { useMe } from '../data/session'
import { signOut } from '../data/sign-out'
import { CredentialDialog } from '../forms/credential-dialog'
import { messageFor } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { confirm } from '../ui/confirm'
import { CalendarDays, KeyRound, LogOut, PanelsTopLeft, Pencil, Settings, Trash2 } from '../ui/icons'
import { Menu, type MenuAction } from '../ui/menu'
import { showToast } from '../ui/toast'
import type { AdminMember } from './api'
import * as api from './api'
import { MemberDevices } from './member-devices'
import { refreshAdmin } from './queries'
import { RenameMember } from './rename-member'
import { ResetPassword } from './reset-password'

interface MemberMenuProps {
  member: AdminMember
  name: string
  /** What went wrong, in words; empty when nothing did. */
  onProblem: (words: string) => void
}

/** What can be done with a member. */
export function MemberMenu({ member, name, onProblem }: MemberMenuProps) {
  const { admin, settings } = useSecondaryText()
  const texts = admin.members
  const me = useMe()
  const [open, setOpen] = useState<'rename' | 'password' | 'calendar' | 'devices' | null>(null)
  const close = () => setOpen(null)

  /** Sends a change that has no dialog of its own. */
  const send = async (work: () => Promise<unknown>) => {
    onProblem('')
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      onProblem(messageFor(failure, settings, { 404: texts.gone, 409: texts.lastAdmin }))
    }
    refreshAdmin()
  }

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

  const connected = () => {
    close()
    refreshAdmin()
    if (member.id === me.id) refresh(queries.me.queryKey)
    showToast({ text: texts.connected(name) })
  }

  const actions: MenuAction[] = [
    { label: texts.rename, icon: <Pencil aria-hidden="true" />, run: () => setOpen('rename') },
    {
      label: member.hasCredential ? texts.reconnect : texts.connect,
      icon: <CalendarDays aria-hidden="true" />,
      run: () => setOpen('calendar'),
    },
    {
      label: member.isAdmin ? texts.takeRole : texts.giveRole,
      icon: <Settings aria-hidden="true" />,
      run: () => void changeRole(),
    },
  ]
  if (member.hasLocalCredential) {
    actions.push({ label: texts.resetPassword, icon: <KeyRound aria-hidden="true" />, run: () => setOpen('password') })
  }
  actions.push(
    { label: texts.devices, icon: <PanelsTopLeft aria-hidden="true" />, run: () => setOpen('devices') },
    { label: texts.signOut, icon: <LogOut aria-hidden="true" />, run: () => void signOutEverywhere() },
  )
  actions.push({ label: texts.remove, icon: <Trash2 aria-hidden="true" />, danger: true, run: () => void remove() })

  return (
    <>
      <Menu label={texts.actionsFor(name)} actions={actions} />
      {open === 'rename' && <RenameMember member={member} name={name} onClose={close} />}
      {open === 'password' && <ResetPassword member={member} name={name} onClose={close} />}
      {open === 'devices' && (
        <MemberDevices
          member={member}
          name={name}
          onSignOutEverywhere={() => {
            close()
            void signOutEverywhere()
          }}
          onClose={close}
        />
      )}
      {open === 'calendar' && (
        <CredentialDialog
          whose={String(member.id)}
          title={texts.connectTitle(name)}
          send={(body) => api.connectCalendar(member.id, body)}
          onConnected={connected}
          onClose={close}
        />
      )}
    </>
  )
}
