import { Elysia } from 'elysia'
import { isAdmin } from '../../household/admins'
import { readPeople } from '../../household/people'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { PEOPLE } from './model'
import { presentPerson } from './present'

/** Everybody whom events can be for: the members, and persons who never sign in. */
export const people = (ctx: Context) =>
  new Elysia({ name: 'people', prefix: '/api/people' }).use(session(ctx)).get(
    '',
    async ({ memberId }) => {
      const viewer = { memberId, isAdmin: await isAdmin(ctx.db, memberId) }
      return { people: (await readPeople(ctx)).map((person) => presentPerson(person, viewer)) }
    },
    { detail: answers(200, PEOPLE, 'Everybody whom events can be for') },
  )
