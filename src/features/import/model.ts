import { type DocumentDecoration, t } from 'elysia'
import { imports } from '../../platform/db/schema'
import { amount, id, oneOf, orNull } from '../../platform/http-schema'
import { MAX_FILE_BYTES } from '../../platform/limits'

export const TargetQuery = t.Object({ calendarUrl: t.String({ minLength: 1, maxLength: 1024 }) })

/** What is brought in, as the description shows it: a body of two types has no schema of its own. */
export const SOURCE: DocumentDecoration['requestBody'] = {
  required: true,
  content: {
    'text/calendar': { schema: { type: 'string', maxLength: MAX_FILE_BYTES, description: 'A file, at most 20 MiB' } },
    'application/json': {
      schema: {
        type: 'object',
        required: ['fromCalendar'],
        properties: {
          fromCalendar: { type: 'integer', minimum: 1, description: 'All of this calendar, as it is cached' },
        },
      },
    },
  },
}

const date = t.String({ format: 'date' })

export const PREVIEW = t.Object({
  total: amount,
  known: t.Integer({ minimum: 0, description: 'In that calendar already' }),
  skipped: t.Integer({ minimum: 0, description: 'No events, or none that can be read' }),
  from: orNull(date),
  to: t.Union([date, t.Null()], { description: 'The last day; null also where a series has no end' }),
})

export const IMPORT = t.Object({
  id,
  status: oneOf(...imports.status.enumValues),
  total: t.Integer({ minimum: 0, description: 'At the end done + known + failed + skipped' }),
  done: amount,
  known: amount,
  failed: amount,
  skipped: amount,
})

export const REFUSED = t.Object({
  refused: t.Array(
    t.Object({
      title: t.String(),
      day: t.Union([date, t.Null()], { description: 'The first; null: unknown' }),
    }),
    { description: 'The first hundred' },
  ),
})

export type ImportPreview = typeof PREVIEW.static
export type ImportState = typeof IMPORT.static
export type RefusedImports = typeof REFUSED.static
