import { randomUUID } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import type { Executor } from '../db/client'
import { describeError, type Log } from '../log'
import type { Leases, Permit } from '.'
import { HeldLeases, type Keeping } from './held'
import { OtherProcesses } from './other-processes'
import { DATABASE_CLOCK, forgetProcess, register } from './rows'

/** Three tries within a lease. What ended is found silent after `LEASE_MS` and one of these at most. */
const BEAT_MS = 2_000
const LEADER = 'leader'

/** Leases of a process that may share its database with others. */
export interface SharedLeases extends Leases {
  /**
   * Says that this process lives, renews what it holds, and takes over from processes that do not. Never rejects; calls
   * that overlap share one run.
   */
  beat(): Promise<void>
  /** Beats from now on, and takes over. */
  start(heir: Heir): void
  /** Beats no more and gives everything back, so that nobody waits for it. */
  stop(): Promise<void>
}

/** What is done when processes have ended, or stand still. */
export interface Heir {
  /** Gives back what they held elsewhere. May be called twice for the same, in two processes. */
  release(holders: readonly string[]): Promise<void>
  /** Begins what they may have left unfinished. */
  goOn(): void
}

export interface SharedLeasesOptions {
  /** The database's clock; tests have their own. */
  clock?: () => SQL
  /** Milliseconds that go on while the process stands still; tests have their own. */
  elapsed?: () => number
  /** How often a process that has started beats by itself, in milliseconds; tests beat when they say so. */
  beatEveryMs?: number
}

/** Leases of this process under a name of its own; it is known to others from its first beat on. */
export function createLeases(
  { db, log }: { db: Executor; log: Log },
  { clock = () => DATABASE_CLOCK, elapsed = () => performance.now(), beatEveryMs = BEAT_MS }: SharedLeasesOptions = {},
): SharedLeases {
  const place = { db, clock }
  const self = randomUUID()
  const keeping: Keeping = { place, self, elapsed, log }
  const held = new HeldLeases(keeping)
  const others = new OtherProcesses(keeping)
  let heir: Heir | null = null
  let timer: ReturnType<typeof setInterval> | null = null
  let underWay: Promise<void> | null = null
  let isRegistered = false
  let isLeader = true

  const renew = async () => {
    if (await held.renew()) return
    if (isRegistered) log.warn('this process stood still, and others have taken over its work')
    await register(place, self)
    isRegistered = true
  }

  const lead = async () => {
    isLeader = held.has(LEADER) || (await held.take(LEADER)) !== null
  }

  const beatOnce = async () => {
    try {
      await renew()
      await others.look(async (silent) => heir && takeOver(keeping, heir, silent))
      await lead()
    } catch (error) {
      log.debug('leases were not renewed', { error: describeError(error) })
    }
  }

  const beat = () => {
    underWay ??= beatOnce().finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    holder: () => self,
    async run(name, work) {
      const begun = elapsed()
      const lease = await held.take(name)
      if (lease === null) return false
      let restMs = 0
      try {
        restMs = await work(lease)
      } finally {
        await held.giveBack(lease, restMs - (elapsed() - begun))
      }
      return true
    },
    async permit(name, most): Promise<Permit | null> {
      // Nobody else sends: the path of a write has no statement more than it needs.
      if (others.areNone()) return { release: async () => {} }
      const names = Array.from({ length: most }, (_, number) => `${name}:${number}`)
      const lease = await held.takeOneOf(names)
      return lease && { release: () => held.giveBack(lease) }
    },
    isLeader: () => isLeader,
    beat,
    start(given) {
      heir = given
      timer = setInterval(() => void beat(), beatEveryMs)
      void beat()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      await underWay
      held.forget()
      try {
        await forgetProcess(place, self)
      } catch (error) {
        log.debug('leases were not given back; they run out', { error: describeError(error) })
      }
    },
  }
}

async function takeOver({ place, log }: Pick<Keeping, 'place' | 'log'>, heir: Heir, silent: readonly string[]) {
  log.warn('a process has ended or stands still: its work is taken over', { processes: silent.length })
  await heir.release(silent)
  // Last: should this process end too, the next one finds them.
  for (const holder of silent) await forgetProcess(place, holder)
  heir.goOn()
}
