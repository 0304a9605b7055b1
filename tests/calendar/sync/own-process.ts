import { join } from 'node:path'
import type { Config } from '../../../src/platform/config'

/** What a sync took of the process that did it. */
export interface SyncFigures {
  milliseconds: number
  maxRssBytes: number
  /** By how much its memory has grown at most. */
  grownBytes: number
  /** Processor time for which the event loop was held at most. */
  heldMs: number
}

/** Starts a process of its own that synchronises a member once, as if so many days later. */
export function startSync(config: Config, memberId: number, days = 0) {
  const given = [JSON.stringify(config), String(memberId), String(days)]
  return Bun.spawn([process.execPath, join(import.meta.dir, 'sync-once.ts'), ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The same to its end, so that memory and event loop are nobody else's. */
export async function syncInOwnProcess(config: Config, memberId: number, days = 0): Promise<SyncFigures> {
  return JSON.parse(await new Response(startSync(config, memberId, days).stdout).text())
}
