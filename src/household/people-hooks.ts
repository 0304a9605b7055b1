import { sql } from 'drizzle-orm'
import { members, persons } from '../platform/db/schema'
import type { MemberHooks } from '../platform/member-hooks'

/** Everybody who joins gets a person, behind all others; it goes with its member. */
export const peopleHooks = {
  async onJoin(tx, memberId) {
    await tx.execute(sql`
      insert into ${persons} (member_id, position, created_at)
      select id, (select coalesce(max(position) + 1, 0) from ${persons}), created_at
      from ${members} where id = ${memberId}`)
  },
} satisfies MemberHooks
