import type { Config } from './config'
import { acceptsGzip, COMPRESSED, compressed } from './http-compress'
import { isKnown } from './http-etag'
import { LruCache } from './lru'

/** Raised when an answer of the same contents is written in another way. */
const FORMAT = 3
/** Of the answers that a process keeps. */
const MAX_BYTES = 16 * 1024 * 1024
/** Of one of them: a few long ones would leave no room for those of others. */
const MAX_BYTES_OF_ONE = MAX_BYTES / 4
/** A key, a tag and what holds them, roughly. */
const BYTES_BESIDE = 512
/** As answers of other routes have it that are not compressed. */
const JSON_TYPE = { 'content-type': 'application/json;charset=utf-8' }

/** A request, and the headers of its answer. */
export interface Exchange {
  request: Request
  set: { headers: Record<string, string | number | undefined> }
}

/** What is answered, and to whom. */
export interface TaggedAnswer<Body> {
  /** The member who asks; nobody else is given the same bytes. */
  reader: number
  /**
   * All that the answer is made of beside the reader and the address, as revisions; read before `build` is called, so that
   * an answer is never older than its tag says. A revision never comes again with other contents.
   */
  version: unknown
  build(): Promise<Body>
}

/** The body is what the type says, for the description of the interface; what is returned is the `Response` with it. */
export type TaggedAnswers = <Body extends object>(exchange: Exchange, answer: TaggedAnswer<Body>) => Promise<Body>

interface Kept {
  tag: string
  /** Of bytes a response would make a copy. */
  body: Blob
  headers: Record<string, string>
}

/**
 * Answers with JSON under an entity tag (RFC 9110 8.8.3): 304 to who has it already, else the bytes that were sent last,
 * else what `build` makes. The tag is weak, for it stands for one answer however it is compressed, and a digest under the
 * service's secret, so that it tells nothing. Bytes are kept of the last tag only, within a bound for the whole process.
 */
export function createTaggedAnswers({ sessionSecret, encryptionKey, zone }: Config): TaggedAnswers {
  const kept = new LruCache<string, Kept>(MAX_BYTES)
  const service = [FORMAT, process.versions.tz, process.versions.icu, zone]
  const tagOf = (parts: readonly unknown[]) => {
    const digest = new Bun.CryptoHasher('sha256', sessionSecret ?? encryptionKey).update(JSON.stringify(parts))
    return `W/"${digest.digest('base64url')}"`
  }
  const respond = async ({ request, set }: Exchange, { reader, version, build }: TaggedAnswer<object>) => {
    const path = request.url.slice(request.url.indexOf('/', request.url.indexOf('://') + 3))
    const tag = tagOf([...service, reader, path, version])
    set.headers.etag = tag
    if (isKnown(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304 })
    const mayCompress = acceptsGzip(request)
    const key = `${reader} ${mayCompress} ${path}`
    const before = kept.get(key)
    const answer = before?.tag === tag ? before : { tag, ...encoded(JSON.stringify(await build()), mayCompress) }
    if (answer !== before && answer.body.size <= MAX_BYTES_OF_ONE) {
      kept.set(key, answer, answer.body.size + key.length + BYTES_BESIDE)
    }
    Object.assign(set.headers, answer.headers)
    return new Response(answer.body)
  }
  return respond as TaggedAnswers
}

function encoded(json: string, mayCompress: boolean): Pick<Kept, 'body' | 'headers'> {
  const bytes = mayCompress ? compressed(json) : null
  return { body: new Blob([bytes ?? json]), headers: bytes === null ? JSON_TYPE : COMPRESSED }
}
