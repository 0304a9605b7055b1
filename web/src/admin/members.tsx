import { useState } from 'preact/hooks'
import { useQuery } from '../data/queries'
import { Invite } from '../forms/invite'
import { Loaded, Section } from '../forms/section'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { AddMember } from './add-member'
import { MemberRow } from './member-row'
import { adminQueries } from './queries'

/** Everybody, and what can be done for them. */
export function Members() {
  const { members: texts } = useSecondaryText().admin
  const health = useQuery(adminQueries.sync).data
  const unread = new Set(health?.accounts.flatMap(({ memberId, lastError }) => (lastError === null ? [] : memberId)))
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={texts.title}
      action={
        <>
          <Invite />
          <Button onClick={() => setAdding(true)}>{texts.add}</Button>
        </>
      }
    >
      <Loaded query={adminQueries.members}>
        {(members) => (
          <ul class="rows">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} isUnread={unread.has(member.id)} />
            ))}
          </ul>
        )}
      </Loaded>
      {isAdding && <AddMember onClose={() => setAdding(false)} />}
    </Section>
  )
}
