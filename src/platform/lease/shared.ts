import { randomUUID } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import type { Executor } from '../db/client'
import { describeError, type Log } from '../log'
import type { Lease, Leases, Permit } from '.'
import {
  DATABASE_CLOCK,
  forgetProcess,
  freeAmong,
  keep,
  LEASE_MS,
  listProcesses,
  processName,
  register,
  renew,
  rest,
  type Taken,
  take,
} from './rows'

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

interface Held extends Taken {
  /** Until when nobody else can have taken it, in `elapsed`. */
  until: number
}

/** Leases of this process under a name of its own; it is known to others from its first beat on. */
export function createLeases(
  { db, log }: { db: Executor; log: Log },
  { clock = () => DATABASE_CLOCK, elapsed = () => performance.now(), beatEveryMs = BEAT_MS }: SharedLeasesOptions = {},
): SharedLeases {
  const place = { db, clock }
  const self = randomUUID()
  const held = new Map<string, Held>()
  let heir: Heir | null = null
  let timer: ReturnType<typeof setInterval> | null = null
  let underWay: Promise<void> | null = null
  let isRegistered = false
  /** Until when the last look at the other processes counts, and whether it found none. */
  let aloneUntil = Number.NEGATIVE_INFINITY
  let isLeader = true
  let lastBeatAt = Number.NEGATIVE_INFINITY

  const hold = async (name: string): Promise<Held | null> => {
    const begun = elapsed()
    const taken = await take(place, name, self)
    if (taken === null) return null
    const lease = { ...taken, until: begun + LEASE_MS }
    held.set(name, lease)
    return lease
  }

  const giveBack = async (lease: Held, restMs = 0) => {
    if (held.get(lease.name) === lease) held.delete(lease.name)
    try {
      await rest(place, lease, restMs)
    } catch (error) {
      log.debug('a lease was not given back; it runs out', { lease: lease.name, error: describeError(error) })
    }
  }

  const renewAll = async () => {
    const begun = elapsed()
    const leases = [...held.values()]
    const kept = await renew(place, self, [processName(self), ...leases.map(({ name }) => name)])
    for (const lease of leases) {
      if (kept.has(lease.name)) lease.until = begun + LEASE_MS
      else if (held.get(lease.name) === lease) {
        held.delete(lease.name)
        lease.until = Number.NEGATIVE_INFINITY
      }
    }
    if (kept.has(processName(self))) return
    if (isRegistered) log.warn('this process stood still, and others have taken over its work')
    await register(place, self)
    isRegistered = true
  }

  const lookAround = async () => {
    const begun = elapsed()
    const others = (await listProcesses(place)).filter(({ holder }) => holder !== self)
    const silent = others.flatMap(({ holder, isSilent }) => (isSilent ? [holder] : []))
    // After a time without the database all have been silent: the next beat knows who lives.
    const isJudge = begun - lastBeatAt < LEASE_MS
    lastBeatAt = begun
    if (silent.length > 0 && heir !== null && isJudge) {
      log.warn('a process has ended or stands still: its work is taken over', { processes: silent.length })
      await heir.release(silent)
      // Last: should this process end too, the next one finds them.
      for (const holder of silent) await forgetProcess(place, holder)
      heir.goOn()
    }
    aloneUntil = others.length === silent.length ? begun + LEASE_MS : Number.NEGATIVE_INFINITY
  }

  const lead = async () => {
    isLeader = held.has(LEADER) || (await hold(LEADER)) !== null
  }

  const beatOnce = async () => {
    try {
      await renewAll()
      await lookAround()
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

  const asLease = (lease: Held): Lease => ({
    isHeld: () => elapsed() < lease.until,
    async confirm(executor) {
      const begun = elapsed()
      const isKept = await keep(place, lease, executor)
      lease.until = isKept ? begun + LEASE_MS : Number.NEGATIVE_INFINITY
      return isKept
    },
  })

  return {
    holder: () => self,
    async run(name, work) {
      const begun = elapsed()
      const lease = await hold(name)
      if (lease === null) return false
      let restMs = 0
      try {
        restMs = await work(asLease(lease))
      } finally {
        await giveBack(lease, restMs - (elapsed() - begun))
      }
      return true
    },
    async permit(name, most): Promise<Permit | null> {
      // Nobody else sends: the path of a write has no statement more than it needs.
      if (elapsed() < aloneUntil) return { release: async () => {} }
      const names = Array.from({ length: most }, (_, number) => `${name}:${number}`)
      for (const free of await freeAmong(place, names)) {
        const lease = await hold(free)
        if (lease !== null) return { release: () => giveBack(lease) }
      }
      return null
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
      held.clear()
      try {
        await forgetProcess(place, self)
      } catch (error) {
        log.debug('leases were not given back; they run out', { error: describeError(error) })
      }
    },
  }
}
