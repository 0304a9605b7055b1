import type { Socket } from 'bun'
import type { TestDatabase } from './database'

export interface DatabaseProxy {
  /** How a service reaches the database through it. */
  config: TestDatabase['config']
  /** The database is gone from the moment that a query holds this text, until it is back. */
  vanishAt(text: string): void
  comeBack(): void
  /** From now on nothing is answered and nothing is closed, as by a process that is stopped. */
  freeze(): void
  /** The same from the moment that a query holds this text; resolves then. */
  freezeAt(text: string): Promise<void>
  stop(): void
}

interface Pair {
  other: Socket<Pair> | null
  early: Uint8Array[]
}

/** Stands before a database and hands on every byte, until it is told to be away. */
export function startDatabaseProxy(database: TestDatabase['config']): DatabaseProxy {
  const open = new Set<Socket<Pair>>()
  let fatal: string | null = null
  let isAway = false
  let isFrozen = false
  let freezing: { text: string; reached: () => void } | null = null
  const vanish = () => {
    isAway = true
    fatal = null
    for (const socket of open) socket.terminate()
  }
  const send = ({ other, early }: Pair, bytes: Uint8Array) => {
    if (isFrozen) return
    if (other === null) early.push(Buffer.from(bytes))
    else other.write(bytes)
  }
  const close = (socket: Socket<Pair>) => {
    open.delete(socket)
    socket.data.other?.terminate()
  }
  const server = Bun.listen<Pair>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(client) {
        client.data = { other: null, early: [] }
        if (isAway) return client.terminate()
        open.add(client)
        const data: Pair = { other: client, early: [] }
        const handlers = { data: (_: Socket<Pair>, bytes: Uint8Array) => send(data, bytes), close }
        const upstream = await Bun.connect({ hostname: database.host, port: database.port, data, socket: handlers })
        open.add(upstream)
        client.data.other = upstream
        for (const bytes of client.data.early) upstream.write(bytes)
      },
      data(client, bytes) {
        if (fatal !== null && Buffer.from(bytes).includes(fatal)) return vanish()
        if (freezing !== null && Buffer.from(bytes).includes(freezing.text)) {
          isFrozen = true
          freezing.reached()
        }
        send(client.data, bytes)
      },
      close,
    },
  })
  return {
    config: { ...database, host: '127.0.0.1', port: server.port },
    vanishAt: (text) => {
      fatal = text
    },
    comeBack: () => {
      isAway = false
    },
    freeze: () => {
      isFrozen = true
    },
    freezeAt: (text) => new Promise((reached) => (freezing = { text, reached })),
    stop: () => server.stop(true),
  }
}
