import { createApp } from '../../src/app'
import { memberHooks } from '../../src/member-hooks'
import { joinReplicas } from '../../src/platform/announcements/start'
import { type Context, createContext } from '../../src/platform/context'
import { openDatabase } from '../../src/platform/db/client'
import { createLog } from '../../src/platform/log'
import { topicTexts } from '../../src/topic-texts'
import type { Household } from './household'
import { expectNoSecretInLog } from './secrets'

/** A service on a household's database as another process has it: with a pool, a hub and a relay of its own. */
export interface Replica {
  ctx: Context
  app: ReturnType<typeof createApp>
  logLines: string[]
  close(): Promise<void>
}

export function openReplica({ config, clock }: Household, { busUrl = null }: { busUrl?: string | null } = {}): Replica {
  const logLines: string[] = []
  const log = createLog({ level: 'debug', format: 'json', now: clock.now, write: (line) => logLines.push(line) })
  const database = openDatabase(config.database)
  const own = { ...config, replicaBusUrl: busUrl }
  const ctx = createContext({ config: own, db: database.db, log, now: clock.now, memberHooks, topicTexts })
  const leave = joinReplicas(ctx)
  return {
    ctx,
    app: createApp(ctx),
    logLines,
    async close() {
      leave()
      await database.close()
      expectNoSecretInLog(logLines)
    },
  }
}
