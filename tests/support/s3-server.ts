import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secret } from './secrets'

/**
 * A server of the S3 protocol as backups use it: objects in whole and in parts, their size, a listing by pages. It checks
 * the signature of every request (Signature Version 4), and misbehaves on command.
 */
export interface S3Server {
  settings: {
    BACKUP_S3_ENDPOINT: string
    BACKUP_S3_BUCKET: string
    BACKUP_S3_ACCESS_KEY_ID: string
    BACKUP_S3_SECRET_ACCESS_KEY: string
  }
  /** What is stored, by key. */
  objects: Map<string, Buffer>
  /** Uploads in parts that were begun and neither completed nor given up. */
  openUploads: Map<string, Map<number, Buffer>>
  /** Every request, `METHOD /path?query`. */
  requests: string[]
  /** Does harm to requests of this method until `mend`. */
  break(method: string, harm: Harm): void
  mend(): void
  stop(): Promise<void>
}

/** `unavailable`: 503. `denied`: 403. `cut`: the connection ends without a word. `short`: half of what came is kept. */
export type Harm = 'unavailable' | 'denied' | 'cut' | 'short'

const BUCKET = 'family'
const KEY_ID = 'a-key-id'
const KEY = secret('the-secret-access-key-of-the-storage')
const PAGE = 3

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const openUploads: S3Server['openUploads'] = new Map()
  const requests: string[] = []
  const harms = new Map<string, Harm>()

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', `http://${headers.host}`)
    requests.push(`${method} ${url.pathname}${url.search}`)
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    let body = Buffer.concat(pieces)
    const harm = harms.get(method)
    if (harm === 'cut') return request.socket.destroy()
    if (harm === 'unavailable') return refuse(response, 503, 'ServiceUnavailable')
    if (harm === 'denied') return refuse(response, 403, 'AccessDenied')
    if (!isSigned(method, url, headers)) return refuse(response, 403, 'SignatureDoesNotMatch')
    if (harm === 'short') body = body.subarray(0, Math.floor(body.length / 2))
    const [bucket, ...rest] = decodeURIComponent(url.pathname).slice(1).split('/')
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
    answer(response, { method, key: rest.join('/'), query: url.searchParams, body })
  }

  const answer = (response: ServerResponse, { method, key, query, body }: Asked) => {
    const upload = query.get('uploadId')
    const parts = openUploads.get(upload ?? '')
    if (method === 'POST' && query.has('uploads')) {
      const id = String(requests.length)
      openUploads.set(id, new Map())
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (upload !== null && parts === undefined) return refuse(response, 404, 'NoSuchUpload')
    if (method === 'PUT' && parts !== undefined) {
      parts.set(Number(query.get('partNumber')), body)
      return stored(response, body)
    }
    if (method === 'POST' && parts !== undefined) {
      const whole = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
      openUploads.delete(upload!)
      objects.set(key, whole)
      return xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
    }
    if (method === 'DELETE') {
      if (upload === null) objects.delete(key)
      else openUploads.delete(upload)
      return response.writeHead(204).end()
    }
    if (method === 'PUT') {
      objects.set(key, body)
      return stored(response, body)
    }
    if (method === 'GET' && query.has('list-type')) return xml(response, listing(query))
    const found = objects.get(key)
    if (found === undefined) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': found.length, 'last-modified': new Date(0).toUTCString(), etag: '"x"' })
    response.end(method === 'HEAD' ? undefined : found)
  }

  const listing = (query: URLSearchParams) => {
    const from = keyOf(query.get('continuation-token')) ?? query.get('start-after') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > from).sort()
    const page = keys.slice(0, PAGE)
    const isCut = keys.length > page.length
    const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size></Contents>`)
    const next = isCut ? `<NextContinuationToken>${tokenOf(page.at(-1)!)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }

  const server = createServer(
    (request, response) => void serve(request, response).catch(() => request.socket.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    settings: {
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      BACKUP_S3_BUCKET: BUCKET,
      BACKUP_S3_ACCESS_KEY_ID: KEY_ID,
      BACKUP_S3_SECRET_ACCESS_KEY: KEY,
    },
    objects,
    openUploads,
    requests,
    break: (method, harm) => void harms.set(method, harm),
    mend: () => harms.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Base64 with every sign that an address has to encode, as the tokens of storages are. */
const tokenOf = (key: string) => `+/${Buffer.from(key).toString('base64')}=`
const keyOf = (token: string | null) => (token === null ? null : Buffer.from(token.slice(2), 'base64').toString())

interface Asked {
  method: string
  key: string
  query: URLSearchParams
  body: Buffer
}

function xml(response: ServerResponse, text: string) {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
}

function stored(response: ServerResponse, body: Buffer) {
  response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Whether the request carries the signature that its own words and the key come to. */
function isSigned(method: string, url: URL, headers: IncomingMessage['headers']): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, credential = '', signedHeaders = '', signature = ''] = pattern.exec(headers.authorization ?? '') ?? []
  const [keyId, day = '', region = '', service = ''] = credential.split('/')
  if (keyId !== KEY_ID) return false
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const payload = String(headers['x-amz-content-sha256'])
  const canonical = [method, url.pathname, query.join('&'), lines.join(''), signedHeaders, payload].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEY}`)
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))
}
