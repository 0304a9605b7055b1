import type { Context } from '../../src/platform/context'

/** For what never comes; a busy machine takes its time. */
const DEADLINE_MS = 60_000

/** The state of a statement that waits for a whole table. */
const FOR_A_TABLE = "state like 'Waiting for table%'"

/**
 * Waits until so many statements wait for a lock that the story holds: those that begin in this way, or all that wait for
 * a table.
 * @throws when they have not come in a minute
 */
export async function untilWaiting({ db }: Pick<Context, 'db'>, beginning: string | null, count = 1): Promise<void> {
  const isWaiting = beginning === null ? FOR_A_TABLE : 'info like ?'
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    const [rows] = await db.$client.query(
      `select id from information_schema.processlist where db = database() and id <> connection_id() and ${isWaiting}`,
      beginning === null ? [] : [`${beginning}%`],
    )
    if ((rows as unknown[]).length >= count) return
    if (performance.now() > deadline) throw new Error(`waited in vain for ${count} at ${beginning ?? 'a table'}`)
    await Bun.sleep(5)
  }
}
