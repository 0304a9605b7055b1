import net from 'node:net'

/** A server on the network that holds the household's database. */
export interface TcpHost {
  host: string
  port: number
}

/** A server that holds the household's database, there or behind a Unix socket: as `net.connect` takes it. */
export type DatabaseHost = TcpHost | { path: string }

/** The servers of one database, of which one is used at a time: two writers are correct, one is quicker. */
export interface Hosts {
  readonly all: readonly DatabaseHost[]
  /** The one for new connections. It stays in use when one before it in the list is back. */
  readonly current: DatabaseHost
  /** Says that this one does not serve; the next in the list becomes the current one, after the last the first. */
  failed(host: DatabaseHost): void
  /** Resolves with false when a new connection hears nothing within a second, as from a frozen process. */
  greets(host: DatabaseHost): Promise<boolean>
  /** Whether there are several, and one of them greets. */
  anyGreets(): Promise<boolean>
}

/** What a malformed list is answered with. */
export const EXPECTED_HOSTS = 'a host, or several as host:port with commas between them'

const GREETING_MS = 1_000
const ENTRY = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\],]+))(?::(\d{1,5}))?$/i
/** An IPv6 address without brackets, which leave no room for a port. */
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*$/i

/**
 * Reads `host`, `host:port` or `[IPv6]:port`, several with commas between them in the order of preference; `port` is for
 * those that name none. Null when one is malformed.
 */
export function parseHosts(text: string, port: number): TcpHost[] | null {
  const hosts = text.split(',').map((entry) => parseHost(entry.trim(), port))
  return hosts.every((host) => host !== null) ? hosts : null
}

function parseHost(entry: string, port: number): TcpHost | null {
  if (BARE_IPV6.test(entry)) return { host: entry, port }
  const [, bracketed, name, own] = ENTRY.exec(entry) ?? []
  const host = bracketed ?? name
  if (host === undefined) return null
  const number = own === undefined ? port : Number(own)
  return number >= 1 && number <= 65_535 ? { host, port: number } : null
}

/** The servers that a checked configuration names. */
export function hostsOf({ host, port, socket }: TcpHost & { socket?: string }): DatabaseHost[] {
  return socket === undefined ? (parseHosts(host, port) ?? [{ host, port }]) : [{ path: socket }]
}

/** The servers of a database, the first of them in use. */
export function createHosts(all: readonly DatabaseHost[]): Hosts {
  let index = 0
  const asking = new Map<DatabaseHost, Promise<boolean>>()
  const greeted = (host: DatabaseHost) =>
    asking.getOrInsertComputed(host, () => greets(host).finally(() => asking.delete(host)))
  return {
    all,
    get current() {
      return all[index]!
    },
    failed(host) {
      if (host === all[index]) index = (index + 1) % all.length
    },
    greets: greeted,
    anyGreets: async () => all.length > 1 && (await Promise.all(all.map(greeted))).includes(true),
  }
}

/** The server speaks first (MariaDB's protocol: the initial handshake packet). */
function greets(host: DatabaseHost): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = net.connect(host)
  const timer = setTimeout(() => resolve(false), GREETING_MS)
  socket.once('data', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
}
