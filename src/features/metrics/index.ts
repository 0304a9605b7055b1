import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import type { Context } from '../../platform/context'
import { answersText } from '../../platform/http-answers'
import type { Sockets } from '../../platform/http-client-address'
import { forbidden, notFound } from '../../platform/http-errors'
import { createGauges, type Observed } from './gauges'

export type { Observed }

const PATH = '/metrics'
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const FORWARDING = /^(forwarded|x-forwarded-.*|x-real-ip|via|cf-connecting-ip)$/

/**
 * `/metrics` in Prometheus text: for readers on this machine, and for others with METRICS_TOKEN. With METRICS_PORT it is
 * not found here but there.
 */
export const metrics = (ctx: Context, observed: Observed) => {
  const answer = ctx.config.metricsListener === null ? createReader(ctx, observed) : notHere
  return new Elysia({ name: 'metrics' }).get(PATH, ({ request, server }) => answer(request, server), {
    detail: answersText('text/plain', 'Prometheus text, for readers on this machine or with METRICS_TOKEN', 403, 404),
  })
}

/** The same for a listener of its own. */
export const ownMetrics = (ctx: Context, observed: Observed) => {
  const answer = createReader(ctx, observed)
  return new Elysia({ name: 'own-metrics' }).get(PATH, ({ request, server }) => answer(request, server))
}

/** Answers with all metrics as they are at that moment. @throws Refusal 403 */
function createReader(ctx: Context, observed: Observed) {
  const gauges = createGauges(ctx, observed)
  return async (request: Request, server: Sockets): Promise<Response> => {
    const address = server?.requestIP(request)?.address
    if (!isLocal(request, address) && !hasToken(request, ctx.config.metricsToken)) throw forbidden()
    await gauges.refresh()
    const { registry } = ctx.metrics
    return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
  }
}

async function notHere(): Promise<never> {
  throw notFound()
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
