import { type DocumentDecoration, type TSchema, t } from 'elysia'
import { ERROR } from './http-schema'

/** What routes answer, as their `detail` states it and the description of the interface shows it. */

const MEANINGS = {
  400: 'Invalid parameters or body; the message names the field and the rule, never the value',
  401: 'No valid session',
  403: "Not permitted; also a write that another site's page has started",
  404: 'Not found',
  409: 'Conflict',
  413: 'The body is larger than 1 MiB, a calendar file larger than 20 MiB',
  422: 'Valid, but cannot be done',
  423: 'Locked',
  429: 'Too many tries, or requests',
  500: 'Something failed that should not; the log has a line about it',
  503: 'The database or the calendar server cannot be reached',
} as const

export type RefusalStatus = keyof typeof MEANINGS
/** Refusals of a route, by status alone or with bodies of their own. */
type Refusals = readonly (RefusalStatus | Partial<Record<RefusalStatus, TSchema>>)[]
type Responses = NonNullable<DocumentDecoration['responses']>
type Response = Responses[string]

const JSON_TYPE = 'application/json'
const RETRY_AFTER = { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } as const
const LOCATION = { schema: { type: 'string' } } as const

/** A route's `detail`: what it answers with success, in words, and its own refusals besides its guards'. */
export const answers = (status: number, schema: TSchema, says: string, ...refusals: Refusals): DocumentDecoration =>
  described(status, says, { content: { [JSON_TYPE]: { schema } } }, refusals)

/** The same of a read with an entity tag: 304 to who names it. */
export const answersTagged = (schema: TSchema, says: string, ...refusals: Refusals): DocumentDecoration =>
  orAnswers(answers(200, schema, says, ...refusals), {
    responses: { 304: { description: 'Unchanged since the answer whose ETag `If-None-Match` names' } },
  })

/** The `detail` of a route with a second success. */
export const orAnswers = (detail: DocumentDecoration, other: DocumentDecoration): DocumentDecoration => ({
  ...detail,
  responses: { ...other.responses, ...detail.responses },
})

/** The same for text that is no JSON. */
export const answersText = (mediaType: string, says: string, ...refusals: Refusals): DocumentDecoration =>
  described(200, says, { content: { [mediaType]: { schema: t.String() } } }, refusals)

/** The same for a route that answers in one of several media types. */
export const answersEither = (
  schemas: Record<string, TSchema>,
  says: string,
  ...refusals: Refusals
): DocumentDecoration => {
  const content = Object.fromEntries(Object.entries(schemas).map(([mediaType, schema]) => [mediaType, { schema }]))
  return described(200, says, { content }, refusals)
}

/** The same for a redirect, which has no body. */
export const redirects = (says: string, ...refusals: Refusals): DocumentDecoration =>
  described(302, says, { headers: { Location: LOCATION } }, refusals)

/** The `detail` of a route that is no part of the interface. */
export const HIDDEN: DocumentDecoration = Object.freeze({ hide: true })

/** A refusal as the description shows it. */
export const refusal = (status: RefusalStatus, schema: TSchema = ERROR): Response => ({
  description: MEANINGS[status],
  ...(status === 423 || status === 429 ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
  content: { [JSON_TYPE]: { schema } },
})

function described(status: number, says: string, success: object, refusals: Refusals): DocumentDecoration {
  const responses: Responses = { [status]: { description: says, ...success } }
  for (const each of refusals) {
    const schemas = typeof each === 'number' ? { [each]: ERROR } : each
    for (const [key, schema] of Object.entries(schemas)) responses[key] = refusal(Number(key) as RefusalStatus, schema)
  }
  return { summary: says, responses }
}

/** What a guard answers by itself on every route behind it. */
export interface GuardAnswers {
  refusals: readonly RefusalStatus[]
  /** It lets only sessions through: of members, or of displays. */
  needsSession?: 'member' | 'display'
}

const guards = new WeakMap<object, GuardAnswers>()

/**
 * A hook that does nothing but mark every route behind a guard. A guard's `detail` would not reach the routes of the
 * plugins that use it.
 */
export function guardAnswers(answers: GuardAnswers): () => void {
  const mark = () => {}
  guards.set(mark, answers)
  return mark
}

/** What the guards before a route answer, by the route's hooks. */
export function answersOfGuards({ transform = [] }: { transform?: { fn: object }[] }): GuardAnswers[] {
  return transform.flatMap(({ fn }) => guards.get(fn) ?? [])
}
