import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import type { Context } from '../../platform/context'
import { forbidden } from '../../platform/http-errors'
import { createGauges, type Observed } from './gauges'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** `/metrics` in Prometheus text: for readers on this machine, and for others with METRICS_TOKEN. */
export const metrics = (ctx: Context, observed: Observed) => {
  const gauges = createGauges(ctx, observed)
  return new Elysia({ name: 'metrics' }).get('/metrics', async ({ request, server }) => {
    const address = server?.requestIP(request)?.address
    if (!isLocal(request, address) && !hasToken(request, ctx.config.metricsToken)) throw forbidden()
    await gauges.refresh()
    const { registry } = ctx.metrics
    return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
  })
}

/** A proxy on this machine speaks for others: what it forwards is not local. */
function isLocal(request: Request, address: string | undefined): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  return address !== undefined && LOOPBACK.test(address)
}

function hasToken(request: Request, token: string | null): boolean {
  const sent = Buffer.from(request.headers.get('authorization') ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return token !== null && sent.length === expected.length && timingSafeEqual(sent, expected)
}
