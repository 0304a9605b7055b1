import { checkPersonName } from '../../src/features/shared/person-name'
import { changeMember } from '../../src/household/members'
import { removeMember } from '../../src/household/remove-member'
import { namedMember } from '../operator/named-member'
import { requireYes, UsageError } from '../operator/operate'
import type { MemberCommand } from './command'

export const admin: MemberCommand = async (ctx, naming, [choice]) => {
  if (choice !== 'on' && choice !== 'off') throw new UsageError()
  const id = await namedMember(ctx, naming)
  const isAdmin = choice === 'on'
  await changeMember(ctx, id, { isAdmin })
  return { id, isAdmin }
}

export const rename: MemberCommand = async (ctx, { name, ...naming }) => {
  if (name === undefined) throw new UsageError()
  const displayName = checkPersonName('name', name)
  const id = await namedMember(ctx, naming)
  await changeMember(ctx, id, { displayName })
  return { id, displayName }
}

/** An account on the household's own CalDAV server is closed by the service, at its next poll. */
export const remove: MemberCommand = async (ctx, { yes, ...naming }) => {
  const id = await namedMember(ctx, naming)
  requireYes(yes, 'The member goes with their calendars here, their account, lists, devices and tokens.')
  await removeMember(ctx, id)
  return { id }
}
