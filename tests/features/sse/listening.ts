export interface Frame {
  event: string
  id: string
  data: Record<string, unknown>
}

/** Reads an event stream as a browser would. Frames that are awaited must come within a deadline. */
export class Listening {
  readonly frames: Frame[] = []
  /** The stream's bytes as they came. */
  raw = ''
  hasEnded = false
  hasBroken = false
  #next = 0
  #parsed = 0
  /** Resolves when it has ended, however. */
  readonly ended: Promise<void>
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>

  constructor(
    readonly response: Response,
    private readonly onFrame: (frame: Frame) => void = () => {},
  ) {
    this.#reader = response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>
    this.ended = this.#read()
  }

  /** The next frame that has not been asked for. */
  async next(): Promise<Frame> {
    await until('a frame', () => this.frames.length > this.#next)
    return this.frames[this.#next++]!
  }

  /** The stream has sent its first bytes: it hears everything from now on. */
  async opened(): Promise<this> {
    await until('the stream to open', () => this.raw !== '')
    return this
  }

  async leave() {
    await this.#reader.cancel().catch(() => {})
    await this.ended
  }

  async #read() {
    const decoder = new TextDecoder()
    try {
      for (;;) {
        const { value, done } = await this.#reader.read()
        if (done) break
        this.raw += decoder.decode(value, { stream: true })
        this.#parse()
      }
      this.hasEnded = true
    } catch {
      this.hasBroken = true
    }
  }

  #parse() {
    for (;;) {
      const end = this.raw.indexOf('\n\n', this.#parsed)
      if (end === -1) return
      const block = this.raw.slice(this.#parsed, end)
      this.#parsed = end + 2
      if (block.startsWith(':') || block.startsWith('retry: ')) continue
      const [, event, id, data] = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (event === undefined) throw new Error(`not a frame: ${block}`)
      const frame = { event, id: id!, data: JSON.parse(data!) }
      this.frames.push(frame)
      this.onFrame(frame)
    }
  }
}

/** For what never comes; a busy machine takes its time. */
const DEADLINE_MS = 30_000

/** Polls a condition. @throws when it has not come true in half a minute */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + DEADLINE_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`)
    await Bun.sleep(1)
  }
}
