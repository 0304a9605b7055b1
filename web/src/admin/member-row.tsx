import { useState } from 'preact/hooks'
import { useMe } from '../data/session'
import { useText } from '../i18n'
import { type SeldomDictionary, useSeldomText } from '../i18n/seldom'
import { FormError } from '../settings/form-dialog'
import { Avatar } from '../ui/person'
import type { AdminMember } from './api'
import { MemberMenu } from './member-menu'

/** A member: who they are, how they sign in, whether their calendar is connected. */
export function MemberRow({ member }: { member: AdminMember }) {
  const { common } = useText()
  const { admin } = useSeldomText()
  const me = useMe()
  const [error, setError] = useState('')
  const name = member.displayName ?? common.someone
  return (
    <li class="member-row">
      <Avatar person={{ name: member.displayName, color: member.color, isEveryone: false }} size="large" />
      <div class="member-words">
        <p>
          <strong>{name}</strong>
          {member.id === me.id && <span class="chip">{admin.members.you}</span>}
        </p>
        <p class="hint">{descriptionOf(member, admin.members, member.id === me.id).join(' · ')}</p>
        <FormError>{error}</FormError>
      </div>
      <MemberMenu member={member} name={name} onProblem={setError} />
    </li>
  )
}

type Texts = SeldomDictionary['admin']['members']

function descriptionOf(member: AdminMember, texts: Texts, isMe: boolean): string[] {
  return [
    ...(member.isAdmin ? [texts.isAdmin] : []),
    member.hasCredential ? texts.hasCalendar : texts.noCalendar,
    ...signInOf(member, texts, isMe),
  ]
}

function signInOf(member: AdminMember, texts: Texts, isMe: boolean): string[] {
  if (member.username !== null) return [texts.signsInAs(member.username)]
  if (member.hasOidcIdentity) return [texts.viaProvider]
  // Under the development bypass one is here without ever having signed in.
  return isMe ? [] : [texts.notYet]
}
