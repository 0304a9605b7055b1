import { sql } from 'drizzle-orm'
import { lockHousehold } from '../../../src/household/lock'
import type { Transaction } from '../../../src/platform/db/client'
import { inTransaction } from '../../../src/platform/db/transaction'
import type { Household } from '../../support/household'

/** Locks the household until a request waits for it, and lets something happen before the request goes on. */
export async function meanwhile<T>(
  household: Pick<Household, 'ctx' | 'config'>,
  request: () => Promise<T>,
  happen: (tx: Transaction) => Promise<unknown>,
): Promise<T> {
  const { pending } = await inTransaction(household.ctx.db, async (tx) => {
    await lockHousehold(household.ctx, tx)
    const pending = request()
    await untilOneWaits(household)
    await happen(tx)
    return { pending }
  })
  return pending
}

async function untilOneWaits({ ctx, config }: Pick<Household, 'ctx' | 'config'>) {
  const deadline = performance.now() + 60_000
  for (;;) {
    const [rows] = await ctx.db.execute(sql`
      select trx_id from information_schema.innodb_trx
      join information_schema.processlist on id = trx_mysql_thread_id
      where trx_state = 'LOCK WAIT' and db = ${config.database.name}`)
    if ((rows as unknown as unknown[]).length > 0) return
    if (performance.now() > deadline) throw new Error('no request waits for the household')
    // InnoDB shows what it has shown before to whoever asks more often than every 100 ms.
    await Bun.sleep(120)
  }
}
