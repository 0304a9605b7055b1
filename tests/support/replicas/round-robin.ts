import type { Answering } from '../cast'

/** A process that has not answered for so long is asked no more. */
const ATTEMPT_MS = 8_000
/** So long one that did not answer is left out. */
const LEFT_OUT_MS = 1_000
const PATIENCE_MS = 60_000
const PAUSE_MS = 20

/** An answer that no service should give. */
export interface Failure {
  /** Epoch milliseconds. */
  at: number
  status: number
  /** Who answered what to which request. */
  answered: string
}

/**
 * Several services behind one address: each request goes to the next of them, and to another one when there is no
 * answer or a refusal for the moment, a write under the same Idempotency-Key as the client does.
 */
export class RoundRobin implements Answering {
  readonly app = { handle: (request: Request) => this.#handle(request) }
  /** Every answer of 500 and above. */
  readonly failures: Failure[] = []
  /** Requests that were sent more than once. */
  repeated = 0
  #turn = 0
  readonly #leftOutUntil = new Map<number, number>()

  constructor(private readonly services: readonly { url: string }[]) {}

  /** @throws when none has answered in a minute */
  async #handle(request: Request): Promise<Response> {
    const { method } = request
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    const isWrite = method !== 'GET'
    if (isWrite && !headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID())
    const text = await request.text()
    const body = text === '' ? undefined : text
    const deadline = performance.now() + PATIENCE_MS
    const reasons: string[] = []
    for (let attempt = 1; ; attempt++) {
      const place = this.#next()
      try {
        const signal = AbortSignal.timeout(ATTEMPT_MS)
        const answer = await fetch(`${this.services[place]!.url}${pathname}${search}`, {
          method,
          headers,
          body,
          signal,
        })
        const said = await answer.text()
        if (answer.status < 500) {
          if (attempt > 1) this.repeated++
          const type = answer.headers.get('content-type') ?? ''
          return new Response(said === '' ? null : said, { status: answer.status, headers: { 'content-type': type } })
        }
        const answered = `service ${place}: ${method} ${pathname}: ${answer.status} ${said}`
        this.failures.push({ at: Date.now(), status: answer.status, answered })
      } catch (error) {
        reasons.push(`service ${place}: ${error}`)
        this.#leftOutUntil.set(place, performance.now() + LEFT_OUT_MS)
      }
      if (performance.now() > deadline) {
        throw new Error(`no service has answered ${method} ${pathname} for a minute: ${reasons.slice(-20).join('; ')}`)
      }
      await Bun.sleep(PAUSE_MS)
    }
  }

  /** The next that is not left out, or just the next. */
  #next(): number {
    const count = this.services.length
    const places = Array.from({ length: count }, (_, step) => (this.#turn + step) % count)
    const now = performance.now()
    const place = places.find((one) => (this.#leftOutUntil.get(one) ?? 0) <= now) ?? places[0]!
    this.#turn = place + 1
    return place
  }
}
