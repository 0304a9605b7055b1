import { COME_BACK_LATER, handOver, OPENING } from './frames'

/** A reader that is further behind has stalled: it is dropped, reconnects and reads the data anew. */
const MAX_BACKLOG_BYTES = 1024 * 1024
/** Enough for every screen of a person; a stream whose network was cut stays open for a while. */
const MAX_PER_READER = 20

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Or nginx would hold the frames back until its buffer is full.
  'x-accel-buffering': 'no',
}

export type Send = (frame: Uint8Array) => void

export interface StreamHooks {
  /**
   * Called once when the stream opens; what it returns is called once when the stream ends, however it ends. `end` ends
   * it as a whole answer ends.
   */
  attach: (send: Send, end: () => void) => () => void
  /** The reader was dropped because it no longer reads. */
  onStalled?: () => void
}

/** The open event streams of one app, so that they can be ended together. */
export interface Streams {
  /**
   * Opens a stream that lasts until the client leaves, stalls, or all streams are closed. When a reader has too many the
   * oldest ends, and is told to come back later, so that many screens take turns instead of being refused.
   */
  open(request: Request, reader: string, hooks: StreamHooks): Response
  /** Ends every stream cleanly, and each one that is still to come: for the time between SIGTERM and the exit. Each is told
   * to come back in a moment of its own. */
  closeAll(): void
  readonly size: number
}

/** No open streams yet. `maxBacklogBytes`: what a slow reader may leave unread before its stream ends. */
export function createStreams({ maxBacklogBytes = MAX_BACKLOG_BYTES } = {}): Streams {
  const streams = new Set<EventStream>()
  /** The oldest first. */
  const byReader = new Map<string, Set<EventStream>>()
  let isClosed = false
  const add = (reader: string, stream: EventStream) => {
    streams.add(stream)
    const own = byReader.get(reader) ?? new Set()
    byReader.set(reader, own.add(stream))
    if (own.size > MAX_PER_READER) own.values().next().value!.giveWay()
  }
  const remove = (reader: string, stream: EventStream) => {
    streams.delete(stream)
    const own = byReader.get(reader)
    own?.delete(stream)
    if (own?.size === 0) byReader.delete(reader)
  }
  return {
    open(request, reader, hooks) {
      // The body of a HEAD request is never read and never cancelled.
      if (request.method === 'HEAD' || request.signal.aborted) return new Response(null, { headers: HEADERS })
      const stream = new EventStream(maxBacklogBytes, hooks, () => remove(reader, stream))
      add(reader, stream)
      stream.open(request.signal)
      if (isClosed) stream.end(handOver(Math.random))
      return new Response(stream.body, { headers: HEADERS })
    },
    closeAll() {
      isClosed = true
      for (const stream of streams) stream.end(handOver(Math.random))
    },
    get size() {
      return streams.size
    },
  }
}

class EventStream {
  readonly body: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  #isOpen = true
  #detach = () => {}

  constructor(
    maxBacklogBytes: number,
    private readonly hooks: StreamHooks,
    private readonly onLeft: () => void,
  ) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: maxBacklogBytes }),
    )
  }

  open(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.#leave(), { once: true })
    this.#send(OPENING)
    const detach = this.hooks.attach(
      (frame) => this.#send(frame),
      () => this.end(),
    )
    if (this.#isOpen) this.#detach = detach
    else detach()
  }

  /** Ends the body as a whole answer ends, after a last frame, so that the client sees no broken connection. */
  end(last?: Uint8Array) {
    if (!this.#isOpen) return
    if (last !== undefined) this.#send(last)
    // A reader that has stalled was dropped by that.
    if (!this.#isOpen) return
    this.#leave()
    this.#controller?.close()
  }

  /** Ends to make room for another. */
  giveWay() {
    this.end(COME_BACK_LATER)
  }

  #send(frame: Uint8Array) {
    if (!this.#isOpen) return
    const room = this.#controller?.desiredSize ?? 0
    if (room >= frame.byteLength) {
      this.#controller?.enqueue(frame)
      return
    }
    this.#leave()
    this.#controller?.error(new Error('the reader has stalled'))
    this.hooks.onStalled?.()
  }

  #leave() {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.onLeft()
    this.#detach()
  }
}
