import { type Frame, Listening } from '../../features/sse/listening'

const PAUSE_MS = 100

interface FollowedStreamOptions {
  /** The stream is opened at the first, and wherever it breaks off at the next. */
  services: readonly { url: string }[]
  path: string
  cookie: string
  hear: (frame: Frame) => void
  /** It begins, or has missed more than it can be told: what is shown has to be read. */
  onDoubt: () => void
}

/** A stream as a browser keeps it: opened again with Last-Event-ID whenever it breaks off. */
export class FollowedStream {
  #lastId: string | null = null
  #isOpen = false
  #turn = 0
  /** How often it was opened again. */
  resumed = 0
  readonly #closed = new AbortController()
  readonly #following: Promise<void>

  constructor(private readonly options: FollowedStreamOptions) {
    this.#following = this.#follow()
  }

  get isOpen() {
    return this.#isOpen
  }

  async close() {
    this.#closed.abort()
    await this.#following
  }

  async #follow() {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await this.#listen(signal).catch(() => {})
      this.#isOpen = false
      if (!signal.aborted) await Bun.sleep(PAUSE_MS)
    }
  }

  async #listen(signal: AbortSignal) {
    const { services, path, cookie, hear, onDoubt } = this.options
    const { url } = services[this.#turn++ % services.length]!
    const headers = { cookie, ...(this.#lastId === null ? {} : { 'last-event-id': this.#lastId }) }
    const answer = await fetch(`${url}${path}`, { headers, signal })
    if (answer.status !== 200) return
    if (this.#lastId === null) onDoubt()
    else this.resumed++
    this.#isOpen = true
    const listening = new Listening(answer, (frame) => {
      this.#lastId = frame.id
      if (frame.event === 'reset') onDoubt()
      else hear(frame)
    })
    await listening.ended
  }
}
