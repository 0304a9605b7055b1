import { cron } from '@elysiajs/cron'
import { Elysia } from 'elysia'
import type { Context } from './platform/context'
import { describeError } from './platform/log'

/** The background work: each tick may be called at any time, and never twice at once. */
export interface Ticks {
  /** Looks for changes on every member's calendars. */
  poll: () => Promise<unknown>
  /** Sends the queued writes that are due. */
  drain: () => Promise<unknown>
  /** Sends the reminders whose moment has come. */
  remind: () => Promise<unknown>
}

export interface Workers {
  /** Starts no further tick and waits for those under way. */
  stop(): Promise<void>
}

/** Starts the three workers and one tick of each at once, so that what a crash left behind is taken up again. */
export function startWorkers(ctx: Context, ticks: Ticks): Workers {
  const running = new Set<Promise<void>>()
  // A job that throws would end the process, and one that overlaps itself would do its work twice.
  const guarded = (name: string, tick: () => Promise<unknown>) => {
    let current: Promise<void> | null = null
    return () => {
      if (current !== null) return
      const run = tick()
        .then(() => {})
        .catch((error) => ctx.log.error(`${name} failed`, { error: describeError(error) }))
        .finally(() => {
          current = null
          running.delete(run)
        })
      current = run
      running.add(run)
    }
  }
  const poll = guarded('poll', ticks.poll)
  const drain = guarded('drain', ticks.drain)
  const remind = guarded('remind', ticks.remind)

  const jobs = new Elysia({ name: 'workers' })
    .use(cron({ name: 'poll', pattern: '*/5 * * * *', run: poll }))
    .use(cron({ name: 'drain', pattern: '*/15 * * * * *', run: drain }))
    .use(cron({ name: 'remind', pattern: '* * * * *', run: remind }))
  for (const run of [drain, poll, remind]) run()

  return {
    async stop() {
      for (const job of Object.values(jobs.store.cron)) job.stop()
      await Promise.all(running)
    },
  }
}
