import { Elysia } from 'elysia'
import type { Context } from '../platform/context'
import { knownPrincipal } from './authenticate'

/** Routes that machines ask all day. */
const ROUTINE = new Set(['/health', '/health/live', '/health/ready', '/metrics'])

const ids = new WeakMap<Request, { id: string; startedAt: number }>()

/**
 * One line per request: its id (also sent as `X-Request-Id`), the member, the route's pattern, the status and the time
 * taken; never the path or the query. Successful health checks and readings of metrics are logged at level debug.
 */
export const requestLog = (ctx: Context) => {
  let count = 0
  const run = Math.random().toString(36).slice(2, 8)
  return new Elysia({ name: 'request-log' })
    .onRequest(({ request, set }) => {
      const id = `${run}-${(++count).toString(36)}`
      ids.set(request, { id, startedAt: performance.now() })
      set.headers['x-request-id'] = id
    })
    .onAfterResponse(async ({ request, route, set, responseValue }) => {
      const started = ids.get(request)
      if (started === undefined) return
      const seconds = (performance.now() - started.startedAt) / 1000
      const status = statusOf(responseValue, set.status)
      ctx.metrics.requests.observe({ method: request.method, route: route || 'none', status }, seconds)
      const principal = await knownPrincipal(request).catch(() => null)
      const level = ROUTINE.has(route) && status < 400 ? 'debug' : 'info'
      ctx.log[level]('request', {
        id: started.id,
        member: principal?.memberId,
        method: request.method,
        route: route || 'none',
        status,
        ms: Math.round(seconds * 10_000) / 10,
      })
    })
    .as('global')
}

function statusOf(response: unknown, fallback: unknown): number {
  if (response instanceof Response) return response.status
  const code = (response as { code?: unknown } | null)?.code
  if (typeof code === 'number') return code
  return typeof fallback === 'number' ? fallback : 200
}
