import { sql } from 'drizzle-orm'
import { getSetting, SETTING } from '../../household/settings'
import { discover } from '../../identity/oidc/provider'
import type { Context } from '../../platform/context'
import { labelOfError } from '../../platform/error-code'

/** A check's result: null for fine, else what is wrong, in words for the person at the wizard. */
export type Problem = string | null

/** Whether the database answers. @throws its error when it does not */
export async function checkDatabase(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`select 1`)
}

/** Whether the stored issuer describes itself as a provider of that name. */
export async function checkProvider(ctx: Context): Promise<Problem> {
  const issuer = await getSetting(ctx, SETTING.oidcIssuer)
  if (issuer === null || !URL.canParse(issuer)) return 'No identity provider has been stored yet'
  try {
    await discover(ctx.config, { source: 'stored', issuer: new URL(issuer) })
    return null
  } catch (error) {
    const code = labelOfError(error)
    ctx.log.info('identity provider check failed', { error: code })
    return code.startsWith('OAUTH_')
      ? 'What answers at this address is not this identity provider'
      : 'The identity provider could not be reached'
  }
}

/** Whether the stored key is the one that the service was started with. */
export async function checkPushKey(ctx: Context): Promise<Problem> {
  const stored = await getSetting(ctx, SETTING.vapidPublicKey)
  if (stored === null) return 'No push key has been stored yet'
  return stored === ctx.config.vapidPublicKey ? null : 'The push key is not the one in VAPID_PUBLIC_KEY'
}
