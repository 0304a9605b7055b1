import { t } from 'elysia'

export const HEALTH = t.Object({ ok: t.Literal(true), db: t.Literal('up') })
export const NO_HEALTH = t.Object({ ok: t.Literal(false), db: t.Literal('down') })
export const NOT_READY = t.Object({
  ok: t.Literal(false),
  reason: t.Union([t.Literal('starting'), t.Literal('database'), t.Literal('stopping')], {
    description: 'why no request should come here now',
  }),
})
