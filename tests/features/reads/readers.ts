import { expect } from 'bun:test'
import { createApp } from '../../../src/app'
import { createMetrics } from '../../../src/platform/metrics'
import { type Answer, ask, type Member } from '../../support/cast'
import type { Household } from '../../support/household'

/** What a reader holds of one address. */
interface Held {
  tag: string
  text: string
}

type App = Pick<Household, 'app'>

const MONTH = 'start=2026-11-30&end=2027-01-04'
export const EVENTS = `/api/events?${MONTH}`
export const HOUSEHOLD = `/api/events?${MONTH}&household=true`
export const LISTS = '/api/lists'
export const itemsOf = (listId: number) => `/api/lists/${listId}/items`

/** A service that has just been started and keeps nothing yet. */
export const startedAnew = ({ ctx }: Household): App => ({ app: createApp({ ...ctx, metrics: createMetrics() }) })

/** Somebody whose client keeps every answer under its tag and asks with that, as the web client does. */
export class Reader {
  readonly #held = new Map<string, Held>()

  constructor(
    private readonly household: Household,
    readonly member: Member,
  ) {}

  /** Asks with what is held; what the client shows then. */
  async read(path: string): Promise<{ status: number; text: string }> {
    const held = this.#held.get(path)
    const answer = await this.#ask(this.household, path, held === undefined ? {} : { 'if-none-match': held.tag })
    if (answer.status === 304) {
      expect(answer.headers.get('content-type')).toBeNull()
      return { status: 304, text: held!.text }
    }
    const text = JSON.stringify(answer.body)
    const tag = answer.headers.get('etag')
    if (tag === null) this.#held.delete(path)
    else this.#held.set(path, { tag, text })
    return { status: answer.status, text }
  }

  /**
   * The addresses whose answers are not what was held. Each is compared with that of another service, which keeps nothing.
   */
  async changed(anew: App, paths: readonly string[]): Promise<string[]> {
    const changed: string[] = []
    for (const path of paths) {
      const before = this.#held.get(path)?.text
      const fresh = JSON.stringify((await this.#ask(anew, path, {})).body)
      const { text } = await this.read(path)
      // A message of its own: the answers are long.
      if (text !== fresh)
        throw new Error(`${this.member.name} is shown an outdated answer of ${path}:\n${text}\n${fresh}`)
      if (text !== before) changed.push(path)
    }
    return changed
  }

  #ask(app: App, path: string, headers: Record<string, string>): Promise<Answer> {
    return ask(app, this.member, `GET ${path}`, undefined, headers)
  }
}
