import { Elysia } from 'elysia'
import { getSetting, SETTING } from '../../household/settings'
import { oidcSettings } from '../../identity/oidc/settings'
import type { Context } from '../../platform/context'
import { requireJson } from '../../platform/http-body'

export const LOCKED = { error: 'Setup is complete' } as const

/**
 * Setup is over for good once it was completed, or when this process runs with an identity provider out of the stored
 * configuration. What the wizard stores while it runs does not lock it: the process started without.
 */
export async function isSetupLocked(ctx: Context): Promise<boolean> {
  // First, so that the settings this process started with are those from before any step of the wizard.
  const settings = await oidcSettings(ctx)
  return settings?.source === 'stored' || (await getSetting(ctx, SETTING.setupComplete)) === 'true'
}

/** For the wizard's routes: 423 once it is over, before anything of the body is looked at. */
export const unlocked = (ctx: Context) =>
  new Elysia({ name: 'setup-unlocked' })
    .onParse(async ({ request }) => {
      if (await isSetupLocked(ctx)) return {}
      return requireJson(request)
    })
    .derive(async ({ status }) => {
      if (await isSetupLocked(ctx)) return status(423, LOCKED)
    })
    .as('scoped')
