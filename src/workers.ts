import { cron } from '@elysiajs/cron'
import { Elysia } from 'elysia'
import { POLL_MINUTES } from './calendar/next-poll'
import { type Context, silentSignals } from './platform/context'
import { describeError } from './platform/log'

/** The background work: each may be called at any time. */
export interface Ticks {
  /** Looks for changes on every member's calendars; leaves out members whose earlier poll is still running. */
  poll: () => Promise<unknown>
  /** The same for one member, asked for by a request. */
  syncMember: (memberId: number) => Promise<unknown>
  /** Computes anew what the cache says in an earlier zone of the household. */
  followTimezone: () => Promise<unknown>
  /** Fetches the subscriptions that are due. */
  fetchSubscriptions: () => Promise<unknown>
  /** Sends the queued writes that are due; a call during a drain makes that drain look once more. */
  drain: () => Promise<unknown>
  /** Sends the reminders that are due. */
  remind: () => Promise<unknown>
  /** Counts what was added to lists. */
  countAdditions: () => Promise<unknown>
  /** Makes the backup that is due. */
  backUp: () => Promise<unknown>
  /** Tells the admins of a new applicant. */
  tellAdmins: (displayName: string | null) => Promise<unknown>
  /** Tells the admins that pairing codes have ended because somebody guesses. */
  tellCodesEnded: () => Promise<unknown>
}

const WORKERS = ['poll', 'drain', 'remind', 'additions', 'subscriptions', 'backups'] as const
type Worker = (typeof WORKERS)[number]

export interface Workers {
  /** One tick of each now: another process has ended, and may have left its own unfinished. */
  tickNow(): void
  /** Starts nothing further and waits for running work. */
  stop(): Promise<void>
}

/**
 * Starts the workers and lets requests signal them. One tick of each runs at once, to go on after a crash.
 */
export function startWorkers(ctx: Context, ticks: Ticks): Workers {
  const underWay = new Set<Promise<void>>()
  const noteSuccess = (worker: Worker) => ctx.metrics.workers.set({ worker }, ctx.now().getTime() / 1000)
  // One that never succeeds has an age, too.
  for (const worker of WORKERS) noteSuccess(worker)
  // A job that throws would end the process.
  const run = (name: string, work: Promise<unknown>, worker?: Worker) => {
    const settled = work
      .then(() => worker && noteSuccess(worker))
      .catch((error) => ctx.log.error(`${name} failed`, { error: describeError(error) }))
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
    return settled
  }
  const once = (name: string, tick: () => Promise<unknown>, worker: Worker) => {
    let isRunning = false
    return () => {
      if (isRunning) return
      isRunning = true
      run(name, tick(), worker).finally(() => {
        isRunning = false
      })
    }
  }
  const followTimezone = () => void run('following the time zone', ticks.followTimezone())
  const poll = () => {
    void run('poll', ticks.poll(), 'poll')
    // After a failure nobody else asks for it again.
    followTimezone()
  }
  const remind = once('remind', ticks.remind, 'remind')
  const countAdditions = once('counting additions', ticks.countAdditions, 'additions')
  const drain = () => void run('drain', ticks.drain(), 'drain')
  const fetchSubscriptions = () => void run('fetching subscriptions', ticks.fetchSubscriptions(), 'subscriptions')
  const backUp = once('looking after backups', ticks.backUp, 'backups')

  // By the clock of UTC: in the hour that comes twice a pattern's next time would lie behind.
  const at = (name: string, pattern: string, run: () => void) => cron({ name, pattern, utcOffset: 0, run })
  const jobs = new Elysia({ name: 'workers' })
    .use(at('poll', `*/${POLL_MINUTES} * * * *`, poll))
    .use(at('drain', '*/15 * * * * *', drain))
    .use(at('remind', '* * * * *', remind))
    .use(at('additions', '* * * * *', countAdditions))
    .use(at('backups', '* * * * *', backUp))
    .use(at('subscriptions', '* * * * *', fetchSubscriptions))
  ctx.signals.drain = drain
  ctx.signals.sync = (memberId) => void run('sync', ticks.syncMember(memberId))
  ctx.signals.timezone = followTimezone
  ctx.signals.subscriptions = fetchSubscriptions
  ctx.signals.codesEnded = () => void run('telling the admins', ticks.tellCodesEnded())
  ctx.signals.applicant = (displayName) => void run('telling the admins', ticks.tellAdmins(displayName))
  const tickNow = () => {
    for (const start of [drain, poll, remind, countAdditions, backUp, fetchSubscriptions]) start()
  }
  tickNow()

  return {
    tickNow,
    async stop() {
      for (const job of Object.values(jobs.store.cron)) job.stop()
      Object.assign(ctx.signals, silentSignals())
      await Promise.all(underWay)
    },
  }
}
