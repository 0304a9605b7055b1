import { getSetting, SETTING } from '../../household/settings'
import type { Context } from '../../platform/context'

/**
 * A link to a page of the client as it can be handed on: at the service's public address, else at the one that the asking
 * page has, else the path alone.
 */
export async function linkTo(ctx: Context, request: Request, path: string): Promise<string> {
  const known = ctx.config.externalUrl ?? (await getSetting(ctx, SETTING.externalUrl)) ?? request.headers.get('origin')
  // A sandboxed page calls its origin `null`.
  return known !== null && URL.canParse(known) ? new URL(path, known).href : path
}
