import { Elysia } from 'elysia'
import { beginSession } from '../../identity/begin-session'
import { admin } from '../../identity/guards'
import { countUnknownToken } from '../../identity/unknown-tokens'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { jsonBody } from '../../platform/http-body'
import { addressOf } from '../../platform/http-client-address'
import { notFound, secretBody } from '../../platform/http-errors'
import { ID, IdPath } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { linkTo } from '../shared/link'
import { AcceptBody, INVITATIONS, NEW_INVITATION, NewInvitationBody, OPENED_INVITATION, OpenBody } from './model'
import { presentInvitation } from './present'
import { accept, colorsToChoose, findOpen, invite, readInvitations, withdraw } from './service'

/** Links by which somebody becomes a member: made by admins, opened and accepted by whoever has one. */
export const invitations = (ctx: Context) => new Elysia({ name: 'invitations' }).use(made(ctx)).use(received(ctx))

const made = (ctx: Context) =>
  new Elysia({ prefix: '/api/admin' })
    .use(admin(ctx))
    .use(idempotency())
    .get('/invitations', async () => ({ invitations: (await readInvitations(ctx)).map(presentInvitation) }), {
      detail: answers(200, INVITATIONS, 'Open, used and expired ones, the newest first'),
    })
    .post(
      '/invitations',
      async ({ body, memberId, idempotencyKey, request, status }) => {
        const made = await invite(ctx, memberId, body.displayName ?? null, idempotencyKey)
        return status(201, { ...made, url: await linkTo(ctx, request, `/invitation#${made.token}`) })
      },
      { isIdempotent: true, body: NewInvitationBody, detail: answers(201, NEW_INVITATION, MADE, 400, 422) },
    )
    .delete(
      '/invitations/:id',
      async ({ params: { id } }) => {
        await withdraw(ctx, id)
        return { id }
      },
      { params: IdPath, detail: answers(200, ID, 'Withdraws one: its link is dead at once', 400, 404) },
    )

const MADE = 'A link that is good once, for 72 hours; takes an Idempotency-Key'

const received = (ctx: Context) => {
  /** @throws Refusal 404, the same for every token that is not good, 429 */
  const find = async (token: string, address: string) => {
    const invitation = await findOpen(ctx, token)
    if (invitation !== null) return invitation
    await countUnknownToken(ctx, 'invitation', address)
    throw notFound()
  }
  return new Elysia({ prefix: '/api/invitations' })
    .use(secretBody())
    .use(jsonBody())
    .post(
      '/open',
      async ({ body, request, server }) => {
        const { displayName, expiresAt } = await find(body.token, addressOf(ctx, request, server))
        return { displayName, colors: await colorsToChoose(ctx), expiresAt: expiresAt.toISOString() }
      },
      { body: OpenBody, detail: answers(200, OPENED_INVITATION, 'What an invitation offers', 400, 404, 429, 503) },
    )
    .post(
      '/accept',
      async ({ body, request, server, cookie, status }) => {
        const invitation = await find(body.token, addressOf(ctx, request, server))
        const { remember: isRemembered = false, deviceName } = body
        const claims = await accept(ctx, invitation, body)
        await beginSession(ctx, request, cookie, { kind: 'local', claims, isRemembered, deviceName })
        return status(201, { id: claims.memberId })
      },
      {
        body: AcceptBody,
        detail: answers(201, ID, 'Makes a member and signs in like a local login', 400, 404, 409, 429, 503),
      },
    )
}
