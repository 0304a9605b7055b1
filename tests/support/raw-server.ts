import net from 'node:net'

/** One connection's way back to the client. */
export interface Wire {
  /** Writes and waits until there is room for more. */
  write(bytes: string | Uint8Array): Promise<void>
  /** A chunk of a chunked body. */
  chunk(bytes: Uint8Array): Promise<void>
  /** Breaks the connection off. */
  cut(): void
  readonly isOpen: boolean
}

/** Answers a request, whose head is all that is read of it, with whatever bytes it likes. */
export type Script = (wire: Wire, head: string) => Promise<void> | void

export interface RawServer {
  /** Base URL, ending in a slash. */
  url: string
  stop(): Promise<void>
}

/** A server on a loopback port of its own that need not keep to HTTP. `scriptFor` gets the path without its first slash. */
export async function startRawServer(scriptFor: (path: string) => Script): Promise<RawServer> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let head = ''
    socket.on('data', async (bytes) => {
      head += bytes.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      const asked = head
      head = ''
      const length = Number(/^content-length: *(\d+)/im.exec(asked)?.[1] ?? 0)
      if (asked.length - asked.indexOf('\r\n\r\n') - 4 < length) {
        head = asked
        return
      }
      await scriptFor(/^\S+ \/(\S*)/.exec(asked)?.[1] ?? '')(wireOf(socket), asked)
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port))
  })
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function wireOf(socket: net.Socket): Wire {
  const write = async (bytes: string | Uint8Array) => {
    if (socket.destroyed || socket.write(bytes)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.once('drain', resolve).once('close', resolve)
    await promise
    socket.off('drain', resolve).off('close', resolve)
  }
  return {
    write,
    async chunk(bytes) {
      await write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
    },
    cut: () => void socket.destroy(),
    get isOpen() {
      return !socket.destroyed
    },
  }
}
