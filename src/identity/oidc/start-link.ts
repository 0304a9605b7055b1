import type { Context } from '../../platform/context'
import { unavailable } from '../../platform/http-errors'
import type { Session } from '../session-token'
import { type StartedFlow, startFlow } from './flow'
import { issueLinkState } from './link'
import { oidcProvider } from './provider'
import { OidcRefusal } from './refusal'

/**
 * Begins to bind a member to an identity; a device that is remembered stays so, as the identity's. `flow` is null without
 * an identity provider.
 * @throws Refusal 503 when the provider cannot be reached
 */
export async function startLink(
  ctx: Context,
  { memberId, deviceId, session }: { memberId: number; deviceId: number | null; session: Session | null },
): Promise<{ signedState: string; flow: StartedFlow | null }> {
  const signedState = await issueLinkState(ctx, memberId)
  try {
    const provider = await oidcProvider(ctx)
    return {
      signedState,
      flow:
        provider === null
          ? null
          : await startFlow(ctx, provider, {
              isRemembered: deviceId !== null,
              link: { state: signedState, session: session && withoutToken(session) },
            }),
    }
  } catch (error) {
    if (!(error instanceof OidcRefusal)) throw error
    ctx.log.warn('linking could not begin', { reason: error.reason, error: error.detail })
    throw unavailable()
  }
}

/** What the browser keeps of it says nothing that signs anybody in. */
const withoutToken = ({ id, memberId, sessionVersion, deviceId, startedAt }: Session) => ({
  id,
  memberId,
  sessionVersion,
  deviceId,
  startedAt,
})
