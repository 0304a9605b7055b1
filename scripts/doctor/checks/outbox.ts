import { notDoneQuery, oldestPendingQuery } from '../../../src/calendar/outbox/counts'
import { check, counted, ok, tablesOf, type Verdict, warn } from '../check'

export interface OutboxFacts {
  pending: number
  failed: number
  dead: number
  oldestPendingAt: Date | null
}

const OLD_MINUTES = 30

export const outbox = check(
  'outbox',
  async (source): Promise<OutboxFacts> => {
    const db = tablesOf(source)
    const [rows, [oldest]] = await Promise.all([notDoneQuery(db), oldestPendingQuery(db)])
    const total = (state: string) =>
      rows.filter(({ status }) => status === state).reduce((sum, { rows: number }) => sum + number, 0)
    return {
      pending: total('pending'),
      failed: total('failed'),
      dead: total('dead'),
      oldestPendingAt: oldest?.createdAt ?? null,
    }
  },
  judgeOutbox,
)

export function judgeOutbox({ pending, failed, dead, oldestPendingAt }: OutboxFacts, now: Date): Verdict {
  const minutes = oldestPendingAt === null ? 0 : Math.floor((now.getTime() - oldestPendingAt.getTime()) / 60_000)
  const age = oldestPendingAt === null ? '' : `, the oldest for ${counted(minutes, 'minute')}`
  const says = `${counted(pending, 'write')} waiting${age}; ${failed} failed, ${dead} given up`
  if (minutes > OLD_MINUTES)
    return warn(says, 'a calendar server takes nothing: Household → Are the calendars up to date? says which')
  return failed + dead > 0 ? warn(says, 'their authors see them in the client, to retry or discard') : ok(says)
}
