/** What can be done to a request on its way to a CalDAV server, and to the answer on its way back. */

export interface ProxyRequest {
  method: string
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

export interface ProxyAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** The connection is cut after so many bytes of the body. */
  cutAfter?: number
}

export interface Exchange {
  request: ProxyRequest
  /** Hands the request to the server behind the proxy. */
  forward(): Promise<ProxyAnswer>
}

/** `cut`: the connection is closed without a word. */
export type Fault = (exchange: Exchange) => Promise<ProxyAnswer | 'cut'>

const XML = 'application/xml; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const LOGIN_PAGE = '<!doctype html><html><body><h1>Sign in</h1></body></html>'

/** Answers in the server's place; the server sees nothing. */
export const answer =
  (status: number, { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {}): Fault =>
  async () => ({ status, headers, body })

/** The server does what was asked, but the answer says something else. */
export const answerInstead =
  (status: number, headers: Record<string, string> = {}): Fault =>
  async ({ forward }) => {
    await forward()
    return { status, headers, body: '' }
  }

/** The connection is cut before the server sees the request. */
export const cutBefore = (): Fault => async () => 'cut'

/** The server does what was asked, and the answer is lost. */
export const loseAnswer =
  (): Fault =>
  async ({ forward }) => {
    await forward()
    return 'cut'
  }

/** 200 and a page for people, as a captive portal or a login wall sends it. */
export const loginPage = (): Fault => answer(200, { headers: { 'content-type': HTML }, body: LOGIN_PAGE })

export const redirectTo = (location: string, status = 302): Fault => answer(status, { headers: { location } })

/** Changes the server's answer on its way back. */
export const rewrite =
  (change: (answer: ProxyAnswer, request: ProxyRequest) => ProxyAnswer): Fault =>
  async ({ request, forward }) =>
    change(await forward(), request)

/** The text ends early, in the middle of an element, but the HTTP message is whole. */
export const truncateText = (fraction = 0.6): Fault =>
  rewrite((whole) => ({ ...whole, body: whole.body.slice(0, Math.floor(whole.body.length * fraction)) }))

/** The connection is cut in the middle of the answer. */
export const cutWithin = (fraction = 0.6): Fault =>
  rewrite((whole) => ({ ...whole, cutAfter: Math.floor(Buffer.byteLength(whole.body) * fraction) }))

/** A complete multistatus under a content type that is not XML. */
export const wrongType = (): Fault =>
  rewrite((whole) => ({ ...whole, headers: { ...whole.headers, 'content-type': 'text/plain' } }))

/** Every property that was found is denied instead. */
export const denyProperties = (status = 403): Fault =>
  rewrite((whole) => ({ ...whole, body: whole.body.replaceAll(/HTTP\/1\.1 200 OK/g, `HTTP/1.1 ${status} Denied`) }))

/** A complete, well-formed multistatus that holds nothing. */
export const emptyMultistatus = (): Fault =>
  answer(207, { headers: { 'content-type': XML }, body: '<?xml version="1.0"?><multistatus xmlns="DAV:" />' })

/** Takes elements out of an XML answer, by local name. */
export const withoutElements = (...names: string[]): Fault =>
  rewrite((whole) => ({ ...whole, body: names.reduce(withoutElement, whole.body) }))

/** The server does not know sync-collection: no tokens, and the report is refused. */
export const withoutSyncCollection =
  (): Fault =>
  async ({ request, forward }) => {
    if (request.method === 'REPORT' && request.body.includes('sync-collection'))
      return { status: 403, headers: {}, body: '' }
    const whole = await forward()
    return { ...whole, body: withoutElement(whole.body, 'sync-token') }
  }

/** The server knows neither sync-collection nor ctags. */
export const withoutTags = (): Fault => {
  const withoutTokens = withoutSyncCollection()
  return async (exchange) => {
    const whole = await withoutTokens(exchange)
    return whole === 'cut' ? whole : { ...whole, body: withoutElement(whole.body, 'getctag') }
  }
}

/** The home's listing leaves one calendar out. */
export const withoutCalendar = (path: string): Fault =>
  rewrite((whole) => ({ ...whole, body: replaceResponse(whole.body, path, () => '') }))

/** Changes what a multistatus says of one resource. */
export function replaceResponse(body: string, path: string, change: (response: string) => string): string {
  return body.replaceAll(/<((?:\w+:)?)response\b[\s\S]*?<\/\1response>/g, (response) =>
    response.includes(path) ? change(response) : response,
  )
}

/** The server gives these tags for every calendar, whatever is in it. */
export const withTags = ({ ctag, syncToken }: { ctag: string; syncToken: string }): Fault =>
  rewrite((whole) => ({
    ...whole,
    body: replaceText(replaceText(whole.body, 'getctag', ctag), 'sync-token', syncToken),
  }))

/** An answer to sync-collection (RFC 6578) that names these hrefs as changed, with an etag that was never given. */
export const namesAsChanged = (hrefs: string[], syncToken: string): Fault =>
  answer(207, {
    headers: { 'content-type': XML },
    body: `<multistatus xmlns="DAV:">${hrefs.map(namedAsChanged).join('')}<sync-token>${syncToken}</sync-token></multistatus>`,
  })

const namedAsChanged = (href: string) =>
  `<response><href>${href}</href><propstat><prop><getetag>"new"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>`

export interface Hold {
  fault: Fault
  /** Resolves when a request is being held. */
  arrived: Promise<void>
  /** Lets the request, or its answer, go on its way. */
  release(): void
}

/** Holds the request back: the server has not seen it until `release`. */
export function holdRequest(): Hold {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const fault: Fault = async ({ forward }) => {
    arrived.resolve()
    await released.promise
    return forward()
  }
  return { fault, arrived: arrived.promise, release: released.resolve }
}

/** Holds the answer back: the server has done what was asked. */
export function holdAnswer(): Hold {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const fault: Fault = async ({ forward }) => {
    const whole = await forward()
    arrived.resolve()
    await released.promise
    return whole
  }
  return { fault, arrived: arrived.promise, release: released.resolve }
}

function withoutElement(body: string, name: string): string {
  return body
    .replaceAll(new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?/>`, 'g'), '')
    .replaceAll(new RegExp(`<((?:[\\w-]+:)?)${name}(?:\\s[^>]*)?>[\\s\\S]*?</\\1${name}\\s*>`, 'g'), '')
}

function replaceText(body: string, name: string, text: string): string {
  return body.replaceAll(
    new RegExp(`(<((?:[\\w-]+:)?)${name}(?:\\s[^>]*)?>)[^<]*(</\\2${name}\\s*>)`, 'g'),
    `$1${text}$3`,
  )
}
