import { useQuery } from '../data/queries'
import { useMe } from '../data/session'
import { FormError } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { useText } from '../i18n'
import { type SecondaryDictionary, useSecondaryText } from '../i18n/secondary'
import { Avatar } from '../ui/person'
import type { AdminMember, WriteCount } from './api'
import { MemberMenu } from './member-menu'
import { adminQueries } from './queries'

interface MemberRowProps {
  member: AdminMember
  /** Their calendar account cannot be read at present. */
  isUnread: boolean
}

/** A member: who they are, how they sign in, whether their calendar is connected. */
export function MemberRow({ member, isUnread }: MemberRowProps) {
  const { common } = useText()
  const { admin } = useSecondaryText()
  const me = useMe()
  const { gone, lastAdmin } = admin.members
  const { error, submit } = useSubmit({ 404: gone, 409: lastAdmin })
  const name = member.displayName ?? common.someone
  const count = useQuery(adminQueries.writes).data?.find(({ id }) => id === member.id)
  const standing = { isUnread, isMe: member.id === me.id }
  const words = [...descriptionOf(member, admin.members, standing), ...writesOf(count, admin.members)]
  return (
    <li class="member-row">
      <Avatar person={{ name: member.displayName, color: member.color, isEveryone: false }} size="large" />
      <div class="member-words">
        <p>
          <strong>{name}</strong>
          {member.id === me.id && <span class="chip">{admin.members.you}</span>}
        </p>
        <p class="hint">{words.join(' · ')}</p>
        <FormError>{error}</FormError>
      </div>
      <MemberMenu member={member} name={name} submit={submit} />
    </li>
  )
}

type Texts = SecondaryDictionary['admin']['members']

function descriptionOf(member: AdminMember, texts: Texts, { isUnread, isMe }: { isUnread: boolean; isMe: boolean }) {
  const connection = isUnread ? texts.unreadCalendar : texts.hasCalendar
  return [
    ...(member.isAdmin ? [texts.isAdmin] : []),
    member.hasCredential ? connection : texts.noCalendar,
    ...signInOf(member, texts, isMe),
  ]
}

function writesOf({ pending, failed }: Partial<WriteCount> = {}, texts: Texts): string[] {
  return [...(pending ? [texts.pending(pending)] : []), ...(failed ? [texts.failed(failed)] : [])]
}

function signInOf(member: AdminMember, texts: Texts, isMe: boolean): string[] {
  if (member.username !== null) return [texts.signsInAs(member.username)]
  if (member.hasOidcIdentity) return [texts.viaProvider]
  // The development bypass signs a member in without a first sign-in.
  return isMe ? [] : [texts.notYet]
}
