/** `bun run provider`: the identity provider that the setup wizard has stored, seen and forgotten. */
import { forgetStoredProvider, storedProvider } from '../src/identity/oidc/settings'
import { CliError } from '../src/platform/cli-errors'
import { operate, refuseFurther, requireYes, UsageError } from './operator/operate'

const USAGE = `bun run provider show
bun run provider forget --yes      the one that the wizard has stored; what OIDC_* say stays`

await operate({
  usage: USAGE,
  options: { yes: { type: 'boolean' } },
  async run(ctx, { positionals: [command, ...rest], values }) {
    refuseFurther(rest)
    const stored = await storedProvider(ctx.db)
    if (command === 'show') return { environment: process.env.OIDC_ISSUER?.trim() || null, stored }
    if (command !== 'forget') throw new UsageError()
    if (stored === null) throw new CliError('No provider is stored.')
    requireYes(values.yes, 'Nobody will sign in there any more.')
    await forgetStoredProvider(ctx)
    return { forgotten: stored.issuer }
  },
})
