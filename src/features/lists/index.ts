import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers, answersTagged } from '../../platform/http-answers'
import { ID, IdPath } from '../../platform/http-schema'
import type { TaggedAnswers } from '../../platform/http-tagged'
import { idempotency } from '../../platform/idempotency'
import { COUNTED_LIST, LIST, presentCountedList } from '../shared/lists'
import { changeList, createList, deleteList, readLists, readRevisions } from './lists'
import { LISTS, ListChangeBody, listChangeOf, NewListBody, newListOf } from './model'

/** Lists: the owner and those a list is shared with read and write; the list itself is the owner's. */
export const lists = (ctx: Context, tagged: TaggedAnswers) =>
  new Elysia({ name: 'lists', prefix: '/api' })
    .use(session(ctx))
    .use(idempotency())
    .get(
      '/lists',
      async ({ memberId: reader, request, set }) => {
        const version = await readRevisions(ctx, reader)
        const build = async () => {
          const found = await readLists(ctx, reader)
          return { lists: found.map(({ list, rank, ...counts }) => presentCountedList(list, counts, rank)) }
        }
        return tagged({ request, set }, { reader, version, build })
      },
      { detail: answersTagged(LISTS, 'Own lists and those shared with the caller') },
    )
    .post(
      '/lists',
      async ({ memberId, body, idempotencyKey, status }) =>
        status(201, await createList(ctx, memberId, newListOf(body), idempotencyKey)),
      {
        isIdempotent: true,
        body: NewListBody,
        detail: answers(201, COUNTED_LIST, 'A new list; takes an Idempotency-Key', 400, 422),
      },
    )
    .patch(
      '/lists/:id',
      ({ memberId, params, body, idempotencyKey }) =>
        changeList(ctx, memberId, params.id, listChangeOf(body), idempotencyKey),
      {
        isIdempotent: true,
        params: IdPath,
        body: ListChangeBody,
        detail: answers(
          200,
          LIST,
          'Renames, says what it is and how it looks, places it for the caller; the owner also shares or unshares; ' +
            'takes an Idempotency-Key',
          400,
          403,
          404,
          422,
        ),
      },
    )
    .delete(
      '/lists/:id',
      async ({ memberId, params, idempotencyKey }) => {
        await deleteList(ctx, memberId, params.id, idempotencyKey)
        return { id: params.id }
      },
      {
        isIdempotent: true,
        params: IdPath,
        detail: answers(
          200,
          ID,
          "Removes a list with its items; the owner's right; takes an Idempotency-Key",
          400,
          403,
          404,
          422,
        ),
      },
    )
