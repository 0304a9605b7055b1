import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import type { Context } from '../../platform/context'
import { answersText } from '../../platform/http-answers'
import { forbidden } from '../../platform/http-errors'
import { createGauges, type Observed } from './gauges'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const FORWARDING = /^(forwarded|x-forwarded-.*|x-real-ip|via|cf-connecting-ip)$/

/** `/metrics` in Prometheus text: for readers on this machine, and for others with METRICS_TOKEN. */
export const metrics = (ctx: Context, observed: Observed) => {
  const gauges = createGauges(ctx, observed)
  return new Elysia({ name: 'metrics' }).get(
    '/metrics',
    async ({ request, server }) => {
      const address = server?.requestIP(request)?.address
      if (!isLocal(request, address) && !hasToken(request, ctx.config.metricsToken)) throw forbidden()
      await gauges.refresh()
      const { registry } = ctx.metrics
      return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
    },
    { detail: answersText('text/plain', 'Prometheus text, for readers on this machine or with METRICS_TOKEN', 403) },
  )
}

/** A proxy on this machine speaks for others: it says so, or asks for the name that others know the service by. */
function isLocal({ headers }: Request, address: string | undefined): boolean {
  if (headers.keys().some((name) => FORWARDING.test(name))) return false
  if (!LOOPBACK_HOST.test(headers.get('host') ?? '')) return false
  return address !== undefined && LOOPBACK.test(address)
}

function hasToken(request: Request, token: string | null): boolean {
  const sent = Buffer.from(request.headers.get('authorization') ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return token !== null && sent.length === expected.length && timingSafeEqual(sent, expected)
}
