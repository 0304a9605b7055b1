import { Elysia } from 'elysia'
import { readListed } from '../../calendar/birthdays/read'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { ID, IdPath } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { withoutAbsent } from '../shared/without-absent'
import { BIRTHDAY, BIRTHDAYS, BirthdayChangeBody, NewBirthdayBody } from './model'
import { presentBirthday } from './present'
import { addBirthday, changeBirthday, removeBirthday } from './service'

/** The household's list of birthdays: every member reads and keeps it. */
export const birthdays = (ctx: Context) =>
  new Elysia({ name: 'birthdays', prefix: '/api/birthdays' })
    .use(session(ctx))
    .use(idempotency())
    .get('', async () => ({ birthdays: (await readListed(ctx)).map(presentBirthday) }), {
      detail: answers(200, BIRTHDAYS, "The household's list of birthdays"),
    })
    .post(
      '',
      async ({ memberId, body: { name, date, reminder }, idempotencyKey: key, status }) =>
        status(201, await addBirthday(ctx, { memberId, key }, { name, date, reminder })),
      {
        isIdempotent: true,
        body: NewBirthdayBody,
        detail: answers(201, BIRTHDAY, 'Adds a birthday; takes an Idempotency-Key', 400, 409, 422),
      },
    )
    .patch(
      '/:id',
      async ({ memberId, params, body: { name, date, reminder }, idempotencyKey: key }) => {
        const change = withoutAbsent({ name, date, reminder })
        if (Object.keys(change).length === 0) throw badRequest('Give something to change')
        return changeBirthday(ctx, { memberId, key }, params.id, change)
      },
      {
        isIdempotent: true,
        params: IdPath,
        body: BirthdayChangeBody,
        detail: answers(200, BIRTHDAY, 'Changes a birthday; takes an Idempotency-Key', 400, 404, 422),
      },
    )
    .delete('/:id', ({ memberId, params: { id }, idempotencyKey: key }) => removeBirthday(ctx, { memberId, key }, id), {
      isIdempotent: true,
      params: IdPath,
      detail: answers(200, ID, 'Removes a birthday; takes an Idempotency-Key', 400, 404, 422),
    })
