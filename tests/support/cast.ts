import { beforeAll, beforeEach } from 'bun:test'
import { peopleHooks } from '../../src/household/people-hooks'
import { issueLocalSession, LOCAL_SESSION_COOKIE } from '../../src/identity/local/local-session'
import { sessionVersionOf } from '../../src/identity/session-version'
import type { Context } from '../../src/platform/context'
import { members, persons } from '../../src/platform/db/schema'
import { inTransaction } from '../../src/platform/db/transaction'
import type { Household } from './household'
import { expectNoSecretInAnswer } from './secrets'

export type CastName = 'ada' | 'ben' | 'cleo'
export type Cast = Record<CastName, Member>

export interface Member {
  id: number
  name: string
  /** Header value that signs the member in. */
  cookie: string
}

const COLORS: Record<CastName, string> = { ada: '#2563EB', ben: '#0F766E', cleo: '#7C3AED' }

/** Ada (admin), Ben and Cleo as rows with sessions; without passwords or calendar accounts. */
export async function seatCast(ctx: Context): Promise<Cast> {
  const seat = async (key: CastName): Promise<Member> => {
    const name = key[0]!.toUpperCase() + key.slice(1)
    const [row] = await ctx.db
      .insert(members)
      .values({ displayName: name, color: COLORS[key], isAdmin: key === 'ada', createdAt: ctx.now() })
      .$returningId()
    await inTransaction(ctx.db, (tx) => peopleHooks.onJoin(tx, row!.id))
    return { id: row!.id, name, cookie: await cookieFor(ctx, row!.id) }
  }
  return { ada: await seat('ada'), ben: await seat('ben'), cleo: await seat('cleo') }
}

/** The cast of a file's household: seated once, or anew before each test, in place of all members there are. */
export function seatedCast(household: Pick<Household, 'ctx'>, { anew = false } = {}): Cast {
  let cast: Cast | undefined
  const seat = async () => {
    if (anew) {
      await household.ctx.db.delete(members)
      await household.ctx.db.delete(persons)
    }
    cast = await seatCast(household.ctx)
  }
  if (anew) beforeEach(seat)
  else beforeAll(seat)
  const seated = (name: CastName) => {
    if (cast === undefined) throw new Error('Nobody is seated yet')
    return cast[name]
  }
  return {
    get ada() {
      return seated('ada')
    },
    get ben() {
      return seated('ben')
    },
    get cleo() {
      return seated('cleo')
    },
  }
}

/** The cookie of a new session of a member. */
export async function cookieFor(ctx: Context, memberId: number): Promise<string> {
  const sessionVersion = (await sessionVersionOf(ctx, memberId)) ?? 0
  return `${LOCAL_SESSION_COOKIE}=${await issueLocalSession(ctx, { memberId, sessionVersion })}`
}

export interface Answer<T = Record<string, unknown>> {
  status: number
  body: T
  headers: Headers
}

/** Whatever answers requests: a service in this process, or others behind something. */
export interface Answering {
  app: { handle(request: Request): Response | Promise<Response> }
}

/** Sends a request to the service as a member, or as nobody. */
export async function ask<T = Record<string, unknown>>(
  service: Answering,
  who: { cookie: string } | null,
  request: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const [method = 'GET', path = '/'] = request.split(' ')
  const response = await service.app.handle(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(who === null ? {} : { cookie: who.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
  const text = await response.text()
  expectNoSecretInAnswer(text)
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers }
}
