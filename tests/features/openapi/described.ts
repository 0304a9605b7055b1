import { ask, type Member } from '../../support/cast'
import type { Household } from '../../support/household'
import { complaints, type JsonSchema } from '../../support/json-schema'

type Content = Record<string, { schema: JsonSchema }>

export interface Operation {
  summary: string
  description?: string
  parameters?: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content; headers?: object }>
  security?: object[]
}

/** The description of a service, and which of its routes have been seen to keep to it. */
export class Description {
  /** Routes that have answered with success, as `GET /api/me`. */
  readonly seen = new Set<string>()

  private constructor(readonly paths: Record<string, Record<string, Operation>>) {}

  static async of(household: Pick<Household, 'app'>): Promise<Description> {
    const { body } = await ask<{ paths: Description['paths'] }>(household, null, 'GET /api/openapi/json')
    return new Description(body.paths)
  }

  /** Every route with its operation. */
  all(): [string, Operation][] {
    return Object.entries(this.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    )
  }

  /** Sends a request; what is wrong with the answer is thrown, and the answer's body returned. */
  async ask<T = Record<string, unknown>>(
    household: Pick<Household, 'app'>,
    who: Pick<Member, 'cookie'> | null,
    request: string,
    body?: unknown,
  ): Promise<{ status: number; body: T }> {
    const answer = await ask<T>(household, who, request, body)
    const [route, { responses }] = this.#find(request)
    const response = responses[answer.status]
    if (response === undefined) throw new Error(`${request}: ${answer.status} is not described`)
    if (answer.status < 400) this.seen.add(route)
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    if (response.content !== undefined) {
      const { schema } = response.content[type] ?? {}
      if (schema === undefined) throw new Error(`${request}: ${type} is not described`)
      const wrong = complaints(schema, answer.body)
      if (wrong.length > 0) throw new Error(`${request}, ${answer.status}:\n${wrong.join('\n')}`)
    }
    return { status: answer.status, body: answer.body }
  }

  /** The route that a request meets: the one with the fewest parameters. */
  #find(request: string): [string, Operation] {
    const [method = '', path = ''] = request.split('?')[0]!.split(' ')
    const found = this.all()
      .filter(([route]) => new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${path}`))
      .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)[0]
    if (found === undefined) throw new Error(`${request}: not described`)
    return found
  }
}
