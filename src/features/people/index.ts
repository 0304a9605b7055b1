import { Elysia } from 'elysia'
import { dayOf } from '../../calendar/ical/zone'
import { isAdmin } from '../../household/admins'
import { readPeople } from '../../household/people'
import { addPerson, changePerson, removePerson } from '../../household/people-changes'
import { householdZone } from '../../household/settings'
import { admin, session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { ID, IdPath } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { NewPersonBody, PEOPLE, PERSON, PersonChangeBody } from './model'
import { presentPerson } from './present'

/** Everybody whom events can be for: the members, and persons who never sign in. */
export const people = (ctx: Context) =>
  new Elysia({ name: 'people', prefix: '/api/people' }).use(ofAdmins(ctx)).use(
    new Elysia()
      .use(session(ctx))
      .get(
        '',
        async ({ memberId }) => {
          const [found, caller] = await Promise.all([readPeople(ctx), callerOf(ctx, memberId)])
          return { people: found.map((person) => presentPerson(person, caller)) }
        },
        { detail: answers(200, PEOPLE, 'Everybody whom events can be for') },
      )
      .patch(
        '/:id',
        async ({ memberId, params, body }) => {
          if (Object.keys(body).length === 0) throw badRequest('Give something to change')
          await refuseFutureBirthday(ctx, body)
          const caller = await callerOf(ctx, memberId)
          const person = await changePerson(ctx, caller, params.id, inCapitals(body))
          return presentPerson(person, caller)
        },
        {
          params: IdPath,
          body: PersonChangeBody,
          detail: answers(
            200,
            PERSON,
            'Changes a person; for admins, who looks after them, and oneself; `managerIds` for admins',
            400,
            403,
            404,
            409,
          ),
        },
      ),
  )

const ofAdmins = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .use(idempotency())
    .post(
      '',
      async ({ memberId, body, idempotencyKey: key, status }) => {
        await refuseFutureBirthday(ctx, body)
        const person = await addPerson(ctx, { memberId, key }, inCapitals(body))
        return status(201, presentPerson(person, { memberId, isAdmin: true }))
      },
      {
        isIdempotent: true,
        body: NewPersonBody,
        detail: answers(201, PERSON, 'Adds a person without sign-in; takes an Idempotency-Key', 400, 409, 422),
      },
    )
    .delete(
      '/:id',
      async ({ params: { id } }) => {
        await removePerson(ctx, id)
        return { id }
      },
      {
        params: IdPath,
        detail: answers(200, ID, "Removes a person without sign-in; a member's goes with the member", 400, 404, 409),
      },
    )

const callerOf = async (ctx: Context, memberId: number) => ({ memberId, isAdmin: await isAdmin(ctx.db, memberId) })

const inCapitals = <Body extends { color?: string }>(body: Body): Body =>
  body.color === undefined ? body : { ...body, color: body.color.toUpperCase() }

/** @throws Refusal 400 for a birthday after today */
async function refuseFutureBirthday(ctx: Context, { birthday }: { birthday?: string | null }): Promise<void> {
  if (!birthday) return
  if (birthday > dayOf(await householdZone(ctx), ctx.now())) throw badRequest('birthday: expected a day that has come')
}
