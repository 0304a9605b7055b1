import { Elysia } from 'elysia'
import { admin } from '../../identity/guards'
import { admit, readApplicants, turnAway } from '../../identity/oidc/applicants'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { ID, IdPath } from '../../platform/http-schema'
import { ADMISSIONS, type Admission } from './model'

/** Who waits to be admitted: seen, admitted, turned away. */
export const admissionRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/admissions', async () => ({ admissions: await readAdmissions(ctx) }), {
      detail: answers(200, ADMISSIONS, 'Who waits to be admitted, the latest first'),
    })
    .post('/admissions/:id/admit', async ({ params, status }) => status(201, { id: await admit(ctx, params.id) }), {
      params: IdPath,
      detail: answers(201, ID, 'Makes somebody who waits a member', 400, 404),
    })
    .delete(
      '/admissions/:id',
      async ({ params }) => {
        await turnAway(ctx, params.id)
        return { id: params.id }
      },
      { params: IdPath, detail: answers(200, ID, 'Turns somebody away; they may ask again', 400, 404) },
    )

async function readAdmissions(ctx: Context): Promise<Admission[]> {
  const applicants = await readApplicants(ctx)
  return applicants.map(({ id, displayName, email, createdAt, lastSeenAt }) => ({
    id,
    displayName,
    email,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}
