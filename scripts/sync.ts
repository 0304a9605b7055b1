/** `bun run sync now`: reads the members' calendars at this moment, as the service does every few minutes. */
import { eq } from 'drizzle-orm'
import { syncMember } from '../src/calendar/sync'
import { membersWithAccount } from '../src/household/credentials'
import { CliError } from '../src/platform/cli-errors'
import { calendarCredentials } from '../src/platform/db/schema'
import { NAMING, namedMember } from './operator/named-member'
import { fullContext, operate, refuseFurther, UsageError } from './operator/operate'

const USAGE = `bun run sync now [--username NAME | --id ID]     every member with an account, or this one; needs the whole
                                                 configuration, the key of the passwords is a part of it`

await operate({
  usage: USAGE,
  options: NAMING,
  async run(operator, { positionals: [command, ...rest], values }) {
    if (command !== 'now') throw new UsageError()
    refuseFurther(rest)
    const ctx = fullContext(operator)
    const all = (await membersWithAccount(ctx)).map(({ memberId }) => memberId)
    const isOne = values.id !== undefined || values.username !== undefined
    const chosen = isOne ? [await namedMember(operator, values)] : all
    if (chosen.some((id) => !all.includes(id))) throw new CliError('This member has no calendar account.')
    const read: { member: number; error: string | null }[] = []
    for (const member of chosen) {
      await syncMember(ctx, member)
      const [row] = await ctx.db
        .select({ error: calendarCredentials.lastError })
        .from(calendarCredentials)
        .where(eq(calendarCredentials.userId, member))
      read.push({ member, error: row?.error ?? null })
    }
    if (read.some(({ error }) => error !== null)) process.exitCode = 1
    return read
  },
})
