import type { Context } from '../../platform/context'
import { isInForce } from '../ended-sessions'
import type { SessionClaims } from '../session-token'
import { sessionVersionOf } from '../session-version'
import { completeFlow } from './exchange'
import { readFlow } from './flow'
import { linkIdentity, redeemLinkState } from './link'
import { memberOfIdentity } from './member'
import { oidcProvider } from './provider'
import { OidcRefusal } from './refusal'
import { oidcSettings } from './settings'

/**
 * Completes the flow in the browser's cookie, a sign-in or a link. Returns whose session begins, and whether the browser
 * is to stay signed in. Without the cookie
 * nothing is completed: nobody can be made to finish another person's flow.
 * @throws OidcRefusal
 */
export async function signInFromCallback(
  ctx: Context,
  flowToken: string | null,
  callback: URLSearchParams,
): Promise<{ claims: SessionClaims; isRemembered: boolean }> {
  if ((await oidcSettings(ctx)) === null) throw notConfigured()
  const flow = await readFlow(ctx, flowToken)
  if (flow === null || callback.get('state') !== flow.state) throw new OidcRefusal('oidc-state')
  // Used up before anything else, so that a state is good for one attempt, whatever comes of it.
  const linkingMember = flow.purpose === 'link' ? await redeemLinkState(ctx, flow.state) : null
  const provider = await oidcProvider(ctx)
  if (provider === null) throw notConfigured()
  const identity = await completeFlow(ctx, provider, flow, callback)
  const memberId = linkingMember ?? (await memberOfIdentity(ctx, identity))
  if (linkingMember !== null) {
    // Whoever had it to begin a link must not end it once they were signed out.
    if (flow.session !== null && !(await isInForce(ctx, flow.session))) {
      throw new OidcRefusal('oidc-link-expired', 'the session that began it has ended')
    }
    await linkIdentity(ctx, linkingMember, identity)
  }
  const sessionVersion = await sessionVersionOf(ctx, memberId)
  if (sessionVersion === null) throw new OidcRefusal('oidc-failed', 'the member has just been removed')
  return { claims: { memberId, sessionVersion }, isRemembered: flow.isRemembered }
}

const notConfigured = () => new OidcRefusal('oidc-not-configured')
