import type { Context } from '../platform/context'
import { type StartedFlow, startFlow } from './oidc/flow'
import { oidcProvider } from './oidc/provider'
import { OidcRefusal, refusalPath } from './oidc/refusal'

/** Where a browser without a session is sent, and the cookie that it takes to the identity provider. */
export interface SignInRedirect {
  location: string
  flowCookie: StartedFlow['cookie'] | null
}

/** A person's browser opening an address, as opposed to a script that fetches one (Fetch Metadata). */
export function isNavigation(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const mode = request.headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  return request.headers.get('accept')?.includes('text/html') === true
}

/** To the identity provider, or back to the client with the reason when it is down; null where there is none. */
export async function signInRedirect(ctx: Context, isRemembered = false): Promise<SignInRedirect | null> {
  if (ctx.config.devBypass) return null
  try {
    const provider = await oidcProvider(ctx)
    if (provider === null) return null
    const { url, cookie } = await startFlow(ctx, provider, { isRemembered })
    return { location: url, flowCookie: cookie }
  } catch (error) {
    if (!(error instanceof OidcRefusal)) throw error
    ctx.log.warn('sign-in at the identity provider could not begin', { reason: error.reason, error: error.detail })
    return { location: refusalPath(error.reason), flowCookie: null }
  }
}
