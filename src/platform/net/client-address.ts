import { normalAddress } from './address'
import { includes, type Networks } from './networks'

/** `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::7`, `[2001:db8::7]`, `[2001:db8::7]:4711`. */
const NODE = /^(?:\[([0-9a-f:.]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?|([0-9a-f:.]+))$/i
const PAIR = /^([!#$%&'*+.^`|~\w-]+)=(?:([^\s"\\]*)|"([^"\\]*)")$/

/**
 * Where a request comes from: the address of the socket's peer, or, where that is a trusted proxy, the one that it names:
 * the last in `X-Forwarded-For`, else in `Forwarded` (RFC 7239); and so on as long as the named one is a trusted proxy,
 * too. What is malformed, hidden or missing ends the way at the address that is certain. A proxy writes one of the two
 * headers and may pass on whatever a client has sent as the other: where both stand, the one that proxies commonly write
 * counts. Returns the address in its normal form; '' where no peer is known.
 */
export function clientAddress(peer: string | undefined, headers: Headers, trusted: Networks | null): string {
  let address = normalAddress(peer ?? '') ?? ''
  if (trusted === null) return address
  const named = namedAddresses(headers)
  while (includes(trusted, address)) {
    const next = named.pop() ?? null
    if (next === null) break
    address = next
  }
  return address
}

/** The addresses that proxies have named, the nearest one last; null for what is none. */
function namedAddresses(headers: Headers): (string | null)[] {
  const plain = headers.get('x-forwarded-for')
  if (plain !== null) return plain.split(',').map((node) => nodeAddress(node.trim()))
  const elements = headers.get('forwarded')?.split(',') ?? []
  // A comma or semicolon inside quotes is in no address: the parts beside it are malformed and end the way.
  return elements.map((element) => forAddress(element.split(';').map((pair) => pair.trim())))
}

/** The address of the one `for` among the pairs of an element (RFC 7239 4). */
function forAddress(pairs: readonly string[]): string | null {
  const read = pairs.filter((pair) => pair !== '').map((pair) => PAIR.exec(pair))
  if (read.includes(null)) return null
  const nodes = read.filter((pair) => pair?.[1]?.toLowerCase() === 'for')
  return nodes.length === 1 ? nodeAddress(nodes[0]?.[2] ?? nodes[0]?.[3] ?? '') : null
}

function nodeAddress(text: string): string | null {
  const [, bracketed, withPort, bare] = NODE.exec(text) ?? []
  return normalAddress(bracketed ?? withPort ?? bare ?? '')
}
