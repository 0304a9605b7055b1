import { Elysia } from 'elysia'
import { calendarsOpenToHousehold } from '../../household/calendars'
import { changeDisplay, readDisplays, removeDisplay } from '../../household/displays'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { badRequest } from '../../platform/http-errors'
import { ID, IdPath } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import {
  CHANGED_DISPLAY,
  CODE,
  DISPLAYS,
  DisplayChangeBody,
  NEW_DISPLAY,
  NewDisplayBody,
  OPEN_CALENDARS,
} from './model'
import { presentCode, presentDisplay, presentOpenCalendar } from './present'
import { addDisplay, newCode } from './service'

/** Which displays there are, what they show and what may be done on them. */
export const displayAdministration = (ctx: Context) =>
  new Elysia({ name: 'display-administration', prefix: '/api/admin/displays' })
    .use(admin(ctx))
    .use(idempotency())
    .get('', async () => ({ displays: (await readDisplays(ctx)).map(presentDisplay) }), {
      detail: answers(200, DISPLAYS, 'Every display'),
    })
    .get('/calendars', async () => ({ calendars: (await calendarsOpenToHousehold(ctx)).map(presentOpenCalendar) }), {
      detail: answers(200, OPEN_CALENDARS, 'The calendars that a display may show'),
    })
    .post(
      '',
      async ({ memberId, body, idempotencyKey, status }) =>
        status(201, await addDisplay(ctx, memberId, body, idempotencyKey)),
      { isIdempotent: true, body: NewDisplayBody, detail: answers(201, NEW_DISPLAY, ADDED, 400, 422) },
    )
    .patch(
      '/:id',
      async ({ params, body }) => {
        if (Object.keys(body).length === 0) throw badRequest('Send at least one field')
        return { display: presentDisplay(await changeDisplay(ctx, params.id, body)) }
      },
      {
        params: IdPath,
        body: DisplayChangeBody,
        detail: answers(200, CHANGED_DISPLAY, 'Changes what it shows and allows', 400, 404),
      },
    )
    .delete(
      '/:id',
      async ({ params }) => {
        await removeDisplay(ctx, params.id)
        return { id: params.id }
      },
      { params: IdPath, detail: answers(200, ID, 'Removes a display; its device is let in no more', 400, 404) },
    )
    .post('/:id/code', async ({ params, status }) => status(201, presentCode(await newCode(ctx, params.id))), {
      params: IdPath,
      detail: answers(201, CODE, 'A new code; the earlier one is dead', 400, 404),
    })

const ADDED = 'A new display, and the code that pairs it; takes an Idempotency-Key'
