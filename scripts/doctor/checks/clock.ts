import { sql } from 'drizzle-orm'
import { check, databaseOf, ok, type Verdict, warn } from '../check'

const MAX_SECONDS = 5

/** By how many seconds the database's clock is ahead of ours; negative: behind. */
export const clock = check(
  'clock',
  async (source): Promise<number> => {
    const db = databaseOf(source)
    const before = source.now().getTime()
    const [rows] = (await db.execute(sql`select unix_timestamp(now(6)) as seconds`)) as unknown as [
      { seconds: number | string }[],
    ]
    const here = (before + source.now().getTime()) / 2 / 1_000
    return Number(rows[0]!.seconds) - here
  },
  judgeClock,
)

export function judgeClock(seconds: number): Verdict {
  const by = `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead of'} this machine's`
  if (Math.abs(seconds) <= MAX_SECONDS) return ok(`the database's is ${by}`)
  return warn(`the database's is ${by}`, 'let NTP set both')
}
