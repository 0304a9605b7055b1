import { Elysia, t } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { amount, IdPath, id } from '../../platform/http-schema'
import { MAX_LIST_NAME_LENGTH, MAX_NAME_LENGTH } from '../../platform/limits'
import { displayName } from '../shared/schemas'
import { daysOf, windowOf } from '../shared/window'
import { ITEM } from './model'
import { presentItem } from './present'
import { readChores, readHistory } from './read-chores'

const DaysQuery = t.Object({
  start: t.Optional(t.String({ description: 'First day, YYYY-MM-DD' })),
  end: t.Optional(t.String({ description: 'The day after the last, YYYY-MM-DD' })),
})
const CHORE = t.Object({ ...ITEM.properties, listName: t.String({ minLength: 1, maxLength: MAX_LIST_NAME_LENGTH }) })
const CHORES = t.Object({ chores: t.Array(CHORE) })
const HISTORY = t.Object({
  members: t.Array(t.Object({ userId: id, displayName, count: amount })),
  people: t.Optional(
    t.Array(t.Object({ personId: id, name: t.String({ maxLength: MAX_NAME_LENGTH }), count: amount }), {
      description: 'Persons without sign-in, where any has done something',
    }),
  ),
})

export type History = typeof HISTORY.static

/** What is due on all lists, and who has done what. */
export const chores = (ctx: Context) =>
  new Elysia({ name: 'chores', prefix: '/api' })
    .use(session(ctx))
    .get(
      '/chores',
      async ({ memberId, query }) => {
        const found = await readChores(ctx, memberId, windowOf(query))
        return { chores: found.map(({ item, listName }) => ({ ...presentItem(item), listName })) }
      },
      { query: DaysQuery, detail: answers(200, CHORES, 'Open items that are due in a window of at most 90 days', 400) },
    )
    .get('/lists/:id/history', ({ memberId, params, query }) => readHistory(ctx, memberId, params.id, daysOf(query)), {
      params: IdPath,
      query: DaysQuery,
      detail: answers(200, HISTORY, 'How many chores who has done on these days', 400, 403, 404),
    })
