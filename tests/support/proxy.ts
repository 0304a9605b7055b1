import net from 'node:net'
import type { Fault, ProxyAnswer, ProxyRequest } from './faults'

export * from './faults'

/** Which requests a fault is for. Without `times` it stays until `reset`. */
export interface Match {
  method?: string
  /** Compared with the path as sent. */
  path?: RegExp
  body?: RegExp
  /** The first so many matching requests go through unharmed. */
  skip?: number
  /** How many requests the fault is for. */
  times?: number
}

export interface SeenRequest extends ProxyRequest {
  /** What the client got; 0 when it got no complete answer. */
  status: number
  /** Body bytes from the server's side, uncompressed. */
  bytesDown: number
  /** True when the request reached the server behind the proxy. */
  wasForwarded: boolean
}

/** A proxy in front of a CalDAV server that does harm on request. Rules are tried in the order they were given. */
export interface FaultProxy {
  /** Base URL, ending in a slash. */
  url: string
  /** Every request since the last `reset`, in the order of arrival. */
  requests: SeenRequest[]
  /** Adds a rule, `proxy.fault({ method: 'PUT', times: 1 }, loseAnswer())`; returns the function that takes it away. */
  fault(match: Match, fault: Fault): () => void
  /** Forgets every rule and every request seen. */
  reset(): void
  /** Body bytes of both directions since the last `reset`. */
  bytes(): number
  stop(): Promise<void>
}

interface Rule {
  match: Match
  fault: Fault
  seen: number
}

/** Starts the proxy on a loopback port of its own. */
export async function startProxy(upstream: string): Promise<FaultProxy> {
  const rules: Rule[] = []
  const requests: SeenRequest[] = []
  const sockets = new Set<net.Socket>()

  const serve = async (socket: net.Socket, request: ProxyRequest) => {
    const seen: SeenRequest = { ...request, status: 0, bytesDown: 0, wasForwarded: false }
    requests.push(seen)
    const forward = async () => {
      seen.wasForwarded = true
      return send(upstream, request)
    }
    const fault = takeRule(rules, request)
    const outcome = fault === null ? await forward() : await fault({ request, forward })
    if (outcome === 'cut') return socket.destroy()
    seen.bytesDown = Buffer.byteLength(outcome.body)
    const { bytes, isWhole } = render(request.method, outcome)
    if (isWhole) seen.status = outcome.status
    // The bytes that are promised but not sent never come: the connection ends instead.
    socket.write(bytes, () => !isWhole && socket.end())
  }

  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    readRequests(socket, (request) => serve(socket, request).catch(() => socket.destroy()))
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port))
  })

  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    fault(match, fault) {
      const rule = { match, fault, seen: 0 }
      rules.push(rule)
      return () => {
        if (rules.includes(rule)) rules.splice(rules.indexOf(rule), 1)
      }
    },
    reset() {
      rules.length = 0
      requests.length = 0
    },
    bytes: () => requests.reduce((sum, { body, bytesDown }) => sum + Buffer.byteLength(body) + bytesDown, 0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function takeRule(rules: Rule[], request: ProxyRequest): Fault | null {
  for (const rule of rules) {
    const { match } = rule
    const isMeant =
      (match.method === undefined || match.method === request.method) &&
      (match.path === undefined || match.path.test(request.path)) &&
      (match.body === undefined || match.body.test(request.body))
    if (!isMeant) continue
    rule.seen++
    const skip = match.skip ?? 0
    if (rule.seen > skip && rule.seen <= skip + (match.times ?? Number.POSITIVE_INFINITY)) return rule.fault
  }
  return null
}

async function send(upstream: string, request: ProxyRequest): Promise<ProxyAnswer> {
  // The host stays the one that was asked: a Destination must name the same.
  const { connection, 'accept-encoding': encoding, 'content-length': length, ...headers } = request.headers
  const response = await fetch(new URL(request.path, upstream), {
    method: request.method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: request.body === '' ? undefined : request.body,
    redirect: 'manual',
    keepalive: false,
  })
  const answerHeaders = Object.fromEntries(response.headers)
  for (const name of ['content-length', 'transfer-encoding', 'content-encoding', 'connection'])
    delete answerHeaders[name]
  return { status: response.status, headers: answerHeaders, body: await response.text() }
}

/** Splits what arrives on a connection into requests; a CalDAV client states the length of every body. */
function readRequests(socket: net.Socket, onRequest: (request: ProxyRequest) => void) {
  let buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    for (;;) {
      const headEnd = buffer.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const [requestLine = '', ...headerLines] = buffer.subarray(0, headEnd).toString('latin1').split('\r\n')
      const headers = Object.fromEntries(
        headerLines.map((line) => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
        }),
      )
      const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0)
      if (buffer.length < bodyEnd) return
      const [method = '', path = ''] = requestLine.split(' ')
      const body = buffer.subarray(headEnd + 4, bodyEnd).toString('utf8')
      buffer = buffer.subarray(bodyEnd)
      onRequest({ method, path, headers, body })
    }
  })
}

function render(method: string, answer: ProxyAnswer): { bytes: Buffer; isWhole: boolean } {
  const body = Buffer.from(answer.body, 'utf8')
  const hasBody = method !== 'HEAD' && answer.status !== 204 && answer.status !== 304
  const sent = answer.cutAfter === undefined ? body : body.subarray(0, answer.cutAfter)
  const lines = [
    `HTTP/1.1 ${answer.status} ${answer.status}`,
    ...Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`),
    ...(hasBody ? [`content-length: ${body.length}`] : []),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return { bytes: hasBody ? Buffer.concat([head, sent]) : head, isWhole: answer.cutAfter === undefined }
}
