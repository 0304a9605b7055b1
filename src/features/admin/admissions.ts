import { Elysia } from 'elysia'
import { admin } from '../../identity/guards'
import { admit, readApplicants, turnAway } from '../../identity/oidc/applicants'
import type { Context } from '../../platform/context'
import { IdPath } from './model'

/** Who waits to be admitted: seen, admitted, turned away. */
export const admissionRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/admissions', async () => ({ admissions: await readAdmissions(ctx) }))
    .post('/admissions/:id/admit', async ({ params, status }) => status(201, { id: await admit(ctx, params.id) }), {
      params: IdPath,
    })
    .delete(
      '/admissions/:id',
      async ({ params }) => {
        await turnAway(ctx, params.id)
        return { id: params.id }
      },
      { params: IdPath },
    )

async function readAdmissions(ctx: Context) {
  const applicants = await readApplicants(ctx)
  return applicants.map(({ id, displayName, email, createdAt, lastSeenAt }) => ({
    id,
    displayName,
    email,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}
