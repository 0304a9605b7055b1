import { Elysia } from 'elysia'
import { sessionWithFile } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { IdPath } from '../../platform/http-schema'
import { idempotency } from '../../platform/idempotency'
import { IMPORT, PREVIEW, REFUSED, SOURCE, TargetQuery } from './model'
import { cancelImport, previewImport, readImport, readRefused, startImport } from './service'

const PREFIX = '/api/import'

/** Where bodies may be as large as files are. */
export const FILE_PATHS: ReadonlySet<string> = new Set([PREFIX, `${PREFIX}/preview`])

/** Bringing a calendar file, or all of another calendar, into a calendar; the outbox writes it. */
export const imports = (ctx: Context) =>
  new Elysia({ name: 'imports', prefix: PREFIX })
    .use(sessionWithFile(ctx))
    .use(idempotency())
    .post(
      '/preview',
      ({ memberId, query: { calendarUrl }, body }) => previewImport(ctx, { memberId, calendarUrl, body }),
      {
        query: TargetQuery,
        detail: {
          ...answers(200, PREVIEW, 'What an import would do', 400, 403, 404, 413),
          requestBody: SOURCE,
        },
      },
    )
    .post(
      '',
      async ({ memberId, query: { calendarUrl }, body, idempotencyKey, status }) =>
        status(202, await startImport(ctx, { memberId, calendarUrl, body }, idempotencyKey)),
      {
        isIdempotent: true,
        query: TargetQuery,
        detail: {
          ...answers(
            202,
            IMPORT,
            'Brings events into a calendar; takes an Idempotency-Key. What is there already stays as it is',
            400,
            403,
            404,
            409,
            413,
            422,
          ),
          requestBody: SOURCE,
        },
      },
    )
    .get('/:id', ({ memberId, params: { id } }) => readImport(ctx, memberId, id), {
      params: IdPath,
      detail: answers(200, IMPORT, 'How far an own import has come', 400, 404),
    })
    .get('/:id/refused', ({ memberId, params: { id } }) => readRefused(ctx, memberId, id), {
      params: IdPath,
      detail: answers(200, REFUSED, 'What an own import could not write, while it is not forgotten', 400, 404),
    })
    .delete('/:id', ({ memberId, params: { id }, idempotencyKey }) => cancelImport(ctx, memberId, id, idempotencyKey), {
      isIdempotent: true,
      params: IdPath,
      detail: answers(
        200,
        IMPORT,
        'Stops an own import; what is written stays; takes an Idempotency-Key',
        400,
        404,
        422,
      ),
    })
