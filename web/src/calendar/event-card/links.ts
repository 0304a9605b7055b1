/** Finds what can be followed in the plain text of an event. Pure; the text is anybody's, and may mean harm. */

export interface Link {
  kind: 'web' | 'mail' | 'phone'
  /** As it stands in the text. */
  text: string
  href: string
}

export type Piece = { kind: 'text'; text: string } | Link

/** A text with more of them is no note that people follow. */
const MAX_LINKS = 100

// Each begins behind a border, a character that is read with it: Safari before 16.4 cannot look behind. Each is bounded,
// so that a long text costs no more than its length.
const WEB = String.raw`(?:^|[^\p{L}\d])(?<web>(?:https?:\/\/|www\.)[^\s<>"\u201c\u201d\u201e\u00ab\u00bb\u0060]{1,2000})`
const MAIL = String.raw`(?:^|[^\w.%+-])(?<mail>[\w.%+-]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.){1,8}\p{L}{2,24}(?![\p{L}\d@]))`
const PHONE = String.raw`(?:^|[^\p{L}\d.,/+():-]|(?:^|\D):)(?<phone>(?:\+|\(?\d)[\d ()/.-]{5,24}\d(?![\p{L}\d]))`
const ANY = new RegExp(`${WEB}|${MAIL}|${PHONE}`, 'giu')

/** The text, cut into what can be followed and what stands between; joined again it is the same text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  let links = 0
  for (const { 0: all, groups = {}, index } of text.matchAll(ANY)) {
    if (links === MAX_LINKS) break
    const { web = '', mail = '', phone = '' } = groups
    const link = web ? webLink(web) : mail ? mailLink(mail) : phoneLink(phone)
    if (link === null) continue
    const start = index + all.length - (web || mail || phone).length
    if (start > end) pieces.push({ kind: 'text', text: text.slice(end, start) })
    pieces.push(link)
    links += 1
    end = start + link.text.length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

/** Everything in some texts that can be followed, each target once. */
export function linksOf(...texts: readonly string[]): Link[] {
  const links = texts.flatMap(piecesOf).filter((piece): piece is Link => piece.kind !== 'text')
  return [...new Map(links.toReversed().map((link) => [link.href, link])).values()].reverse()
}

const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const PUNCTUATION = ".,;:!?'*_~\u2018\u2019\u2026"

/** What follows a link in a sentence is not its own, and neither are brackets that close what began before it. */
function withoutTail(text: string): string {
  const count = (character: string) => text.split(character).length
  const surplus = new Map(
    Object.entries(OPENING).map(([closing, opening]) => [closing, count(closing) - count(opening)]),
  )
  let end = text.length
  for (; end > 0; end--) {
    const last = text[end - 1]!
    const left = surplus.get(last) ?? 0
    if (left > 0) surplus.set(last, left - 1)
    else if (!PUNCTUATION.includes(last)) break
  }
  return text.slice(0, end)
}

function webLink(found: string): Link | null {
  const text = withoutTail(found)
  const address = /^www\./i.test(text) ? `https://${text}` : text
  if (!URL.canParse(address)) return null
  const { protocol, hostname, username, password, href } = new URL(address)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // A name before the host is there to be taken for the host.
  const isPlain = username === '' && password === ''
  return isWeb && isPlain && hostname.includes('.') ? { kind: 'web', text, href } : null
}

const mailLink = (text: string): Link => ({ kind: 'mail', text, href: `mailto:${text}` })

const FRENCH = /^0\d(?:[. ]\d\d){4}$/
const AMERICAN = /^(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}$/
const DATE =
  /(?:^|\D)(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])(?:[./-](?:\d{4}|\d{2})?)?)(?!\d)/

/** Numbers with a country or an area before them: others may be anything. */
function phoneLink(found: string): Link | null {
  const text = found.trimEnd()
  const digits = text.replace(/\D/g, '')
  const isLong = digits.length >= 7 && digits.length <= 15
  const isDialled = /^(?:\+|\(?0)/.test(text) && (FRENCH.test(text) || !DATE.test(text))
  if (!isLong || !(isDialled || AMERICAN.test(text))) return null
  // `+49 (0)30`: the nought is for callers from within.
  const dialled = text.startsWith('+') ? `+${text.replace('(0)', '').replace(/\D/g, '')}` : digits
  return { kind: 'phone', text, href: `tel:${dialled}` }
}

const CALLS: Record<string, string> = {
  'meet.google.com': 'Google Meet',
  'zoom.us': 'Zoom',
  'zoom.com': 'Zoom',
  'zoomgov.com': 'Zoom',
  'teams.microsoft.com': 'Teams',
  'teams.live.com': 'Teams',
  'meet.jit.si': 'Jitsi',
  '8x8.vc': 'Jitsi',
  'webex.com': 'Webex',
  'whereby.com': 'Whereby',
  'facetime.apple.com': 'FaceTime',
  'signal.link': 'Signal',
}

export interface Call {
  service: string
  href: string
}

/** The first of the links that leads into a video call. */
export function callOf(links: readonly Link[]): Call | null {
  for (const { kind, href } of links) {
    const service = kind === 'web' ? serviceOf(new URL(href)) : null
    if (service !== null) return { service, href }
  }
  return null
}

function serviceOf({ hostname, pathname, hash }: URL): string | null {
  if (pathname === '/' && hash === '') return null
  const [host] = Object.keys(CALLS).filter((known) => hostname === known || hostname.endsWith(`.${known}`))
  if (host !== undefined) return CALLS[host]!
  return /^jitsi\./.test(hostname) ? 'Jitsi' : null
}
