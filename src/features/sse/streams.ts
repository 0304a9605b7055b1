import { OPENING } from './frames'

/** More than this many bytes behind, a reader has stalled: it is dropped, reconnects and reads the data anew. */
const MAX_BACKLOG_BYTES = 256 * 1024

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Or nginx would hold the frames back until its buffer is full.
  'x-accel-buffering': 'no',
}

export type Send = (frame: Uint8Array) => void

export interface StreamHooks {
  /** Called once when the stream opens; what it returns is called once when the stream ends, however it ends. */
  attach: (send: Send) => () => void
  /** The reader was dropped because it no longer reads. */
  onStalled?: () => void
}

/** The open event streams of one app, so that they can be ended together. */
export interface Streams {
  /** Opens a stream that lasts until the client leaves, stalls, or all streams are closed. */
  open(request: Request, hooks: StreamHooks): Response
  /** Ends every stream cleanly, and each one that is still to come: for the time between SIGTERM and the exit. */
  closeAll(): void
  readonly size: number
}

export function createStreams({ maxBacklogBytes = MAX_BACKLOG_BYTES } = {}): Streams {
  const ends = new Set<() => void>()
  let isClosed = false

  const openBody = (request: Request, { attach, onStalled }: StreamHooks) => {
    let leave = () => {}
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          if (isClosed || request.signal.aborted) return controller.close()
          let detach: (() => void) | null = null
          let isOpen = true
          const end = () => {
            leave()
            controller.close()
          }
          leave = () => {
            if (!isOpen) return
            isOpen = false
            ends.delete(end)
            request.signal.removeEventListener('abort', leave)
            detach?.()
          }
          const send = (frame: Uint8Array) => {
            if (!isOpen) return
            if ((controller.desiredSize ?? 0) >= frame.byteLength) return controller.enqueue(frame)
            leave()
            controller.error(new Error('the reader has stalled'))
            onStalled?.()
          }
          ends.add(end)
          request.signal.addEventListener('abort', leave)
          send(OPENING)
          detach = attach(send)
          if (!isOpen) detach()
        },
        cancel: () => leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: maxBacklogBytes }),
    )
  }

  return {
    open(request, hooks) {
      // A HEAD request's body is never read and never cancelled.
      const body = request.method === 'HEAD' ? null : openBody(request, hooks)
      return new Response(body, { headers: HEADERS })
    },
    closeAll() {
      isClosed = true
      for (const end of ends) end()
    },
    get size() {
      return ends.size
    },
  }
}
