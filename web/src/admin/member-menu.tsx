import { useState } from 'preact/hooks'
import { queries, refresh } from '../data/queries'
import { useMe } from '../data/session'
import { CredentialDialog } from '../forms/credential-dialog'
import { useSecondaryText } from '../i18n/secondary'
import { CalendarDays, KeyRound, LogOut, Pencil, Settings, Smartphone, Trash2 } from '../ui/icons'
import { Menu, type MenuAction } from '../ui/menu'
import { showToast } from '../ui/toast'
import * as api from './api'
import { MemberDevices } from './member-devices'
import { refreshAdmin } from './queries'
import { RenameMember } from './rename-member'
import { ResetPassword } from './reset-password'
import { type MemberVerbsOptions, useMemberVerbs } from './use-member-verbs'

/** What can be done with a member. */
export function MemberMenu({ member, name, submit }: MemberVerbsOptions) {
  const texts = useSecondaryText().admin.members
  const me = useMe()
  const [open, setOpen] = useState<'rename' | 'password' | 'calendar' | 'devices' | null>(null)
  const close = () => setOpen(null)

  const { changeRole, remove, signOutEverywhere } = useMemberVerbs({ member, name, submit })
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
    { label: texts.devices, icon: <Smartphone aria-hidden="true" />, run: () => setOpen('devices') },
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
