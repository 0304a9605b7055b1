import { t } from 'elysia'
import { orNull } from '../../platform/http-schema'

export const HEALTH = t.Object({ ok: t.Literal(true), db: t.Literal('up') })
export const NO_HEALTH = t.Object({ ok: t.Literal(false), db: t.Literal('down') })
export const LIVE = t.Object({
  ok: t.Literal(true),
  version: t.String({ description: 'Which Corkboard answers' }),
  commit: orNull(t.String({ description: 'What it was built from; null where nobody said' })),
})
export type Live = typeof LIVE.static
export const NOT_READY = t.Object({
  ok: t.Literal(false),
  reason: t.Union([t.Literal('starting'), t.Literal('database'), t.Literal('stopping')], {
    description: 'why no request should come here now',
  }),
})
