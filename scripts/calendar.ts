/** `bun run calendar list`: every calendar with its owner. */
import { allCalendars } from '../src/household/calendars'
import { operate, refuseFurther, UsageError } from './operator/operate'

await operate({
  usage: 'bun run calendar list',
  options: {},
  async run(ctx, { positionals: [command, ...rest] }) {
    if (command !== 'list') throw new UsageError()
    refuseFurther(rest)
    return allCalendars(ctx)
  },
})
