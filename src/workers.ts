import { cron } from '@elysiajs/cron'
import { Elysia } from 'elysia'
import { POLL_MINUTES } from './calendar/next-poll'
import { type Context, silentSignals } from './platform/context'
import { describeError } from './platform/log'

/** The background work: each may be called at any time. */
export interface Ticks {
  /** Looks for changes on every member's calendars; a call during a poll leaves out those who are still at it. */
  poll: () => Promise<unknown>
  /** The same for one member, asked for by a request. */
  syncMember: (memberId: number) => Promise<unknown>
  /** Sends the queued writes that are due; a call during a drain makes it look once more. */
  drain: () => Promise<unknown>
  /** Sends the reminders whose moment has come. */
  remind: () => Promise<unknown>
  /** Tells the admins of somebody who waits to be admitted. */
  tellAdmins: (displayName: string | null) => Promise<unknown>
}

export interface Workers {
  /** Starts nothing further and waits for what is under way. */
  stop(): Promise<void>
}

/**
 * Starts the three workers and lets requests signal them. One tick of each runs at once, so that what a crash left
 * behind is taken up again.
 */
export function startWorkers(ctx: Context, ticks: Ticks): Workers {
  const underWay = new Set<Promise<void>>()
  // A job that throws would end the process.
  const run = (name: string, work: Promise<unknown>) => {
    const settled = work
      .then(() => {})
      .catch((error) => ctx.log.error(`${name} failed`, { error: describeError(error) }))
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
    return settled
  }
  const once = (name: string, tick: () => Promise<unknown>) => {
    let isRunning = false
    return () => {
      if (isRunning) return
      isRunning = true
      run(name, tick()).finally(() => {
        isRunning = false
      })
    }
  }
  const poll = () => void run('poll', ticks.poll())
  const remind = once('remind', ticks.remind)
  const drain = () => void run('drain', ticks.drain())

  const jobs = new Elysia({ name: 'workers' })
    .use(cron({ name: 'poll', pattern: `*/${POLL_MINUTES} * * * *`, run: poll }))
    .use(cron({ name: 'drain', pattern: '*/15 * * * * *', run: drain }))
    .use(cron({ name: 'remind', pattern: '* * * * *', run: remind }))
  ctx.signals.drain = drain
  ctx.signals.sync = (memberId) => void run('sync', ticks.syncMember(memberId))
  ctx.signals.applicant = (displayName) => void run('telling the admins', ticks.tellAdmins(displayName))
  for (const start of [drain, poll, remind]) start()

  return {
    async stop() {
      for (const job of Object.values(jobs.store.cron)) job.stop()
      Object.assign(ctx.signals, silentSignals())
      await Promise.all(underWay)
    },
  }
}
