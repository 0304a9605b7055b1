import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  CalDavError,
  type CalDavErrorKind,
  changesSince,
  deleteObject,
  getObject,
  getObjects,
  holdsNoEvents,
  listCalendars,
  listEtags,
  listMembers,
  putObject,
} from '../../../src/calendar/caldav/client'
import { eventText, getText, putEvent } from '../../support/caldav'
import { opened } from '../../support/opened'
import {
  answer,
  cutBefore,
  cutWithin,
  denyProperties,
  type Fault,
  holdRequest,
  loginPage,
  loseAnswer,
  redirectTo,
  truncateText,
  wrongType,
} from '../../support/proxy'
import { rejectionOf } from '../../support/rejection'
import { connectAs, openEdge } from './edge'

const edge = opened(openEdge)
let path: string
let url: string
let href: string
let token: string

beforeAll(async () => {
  ;({ path, url } = await edge.calendar())
  href = await putEvent('ada', path, 'one')
  token = (await listCalendars(edge.ada)).find((calendar) => calendar.url === url)?.syncToken ?? ''
  await putEvent('ada', path, 'two')
})
beforeEach(() => edge.proxy.reset())

const VERBS: Record<string, () => Promise<unknown>> = {
  listCalendars: () => listCalendars(edge.ada),
  listEtags: () => listEtags(edge.ada, url),
  listMembers: () => listMembers(edge.ada, url),
  changesSince: () => changesSince(edge.ada, url, token),
  getObjects: () => getObjects(edge.ada, url, [href]),
  getObject: () => getObject(edge.ada, url, href),
  holdsNoEvents: () => holdsNoEvents(edge.ada, url),
}

const FAULTS: [string, () => Fault, CalDavErrorKind, number][] = [
  ['401', () => answer(401), 'status', 401],
  ['429', () => answer(429, { headers: { 'retry-after': '7' } }), 'status', 429],
  ['503', () => answer(503), 'status', 503],
  ['a login page with 200', loginPage, 'status', 200],
  ['200 without a body', () => answer(200), 'status', 200],
  ['204', () => answer(204), 'status', 204],
  ['a redirect to another host', () => redirectTo('https://elsewhere.example/'), 'status', 302],
  ['a redirect that means GET', () => redirectTo('/', 303), 'status', 303],
  ['207 without a body', () => answer(207, { headers: { 'content-type': 'text/xml' } }), 'malformed', 207],
  [
    '207 with a page',
    () => answer(207, { headers: { 'content-type': 'text/xml' }, body: '<html/>' }),
    'malformed',
    207,
  ],
  ['a multistatus that is called text', wrongType, 'malformed', 207],
  ['XML that breaks off', () => truncateText(0.7), 'malformed', 207],
  ['XML that breaks off before its last sign', () => truncateText(0.999), 'malformed', 207],
  ['a connection cut before the request is heard', cutBefore, 'network', 0],
  ['an answer that is lost', loseAnswer, 'network', 0],
  ['a connection cut within the answer', cutWithin, 'network', 0],
]

describe.each(Object.entries(VERBS))('%s never mistakes a failure for an answer', (verb, ask) => {
  test.each(FAULTS)('%s', async (_case, fault, kind, status) => {
    edge.proxy.fault({}, fault())
    // Any refusal of the token that does not speak of the moment means "list everything", which then fails by itself.
    if (verb === 'changesSince' && kind === 'status' && ![401, 429, 503].includes(status)) {
      expect(await ask()).toBeNull()
      return
    }
    const error = await ask().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(CalDavError)
    expect(error).toMatchObject({ kind, status, retryAfterSeconds: status === 429 ? 7 : null })
  })
})

describe('denied properties', () => {
  test('a listing of calendars that does not say what a resource is', async () => {
    edge.proxy.fault({}, denyProperties())
    expect(await rejectionOf(listCalendars(edge.ada))).toMatchObject({ kind: 'malformed' })
  })

  test('objects that the server does not hand out are there, and not readable', async () => {
    edge.proxy.fault({}, denyProperties())
    expect(await getObjects(edge.ada, url, [href])).toEqual({ objects: [], gone: [], unreadable: [href], unasked: [] })
    expect(await rejectionOf(getObject(edge.ada, url, href))).toMatchObject({ kind: 'malformed' })
  })

  test('a listing that gives nothing of what it names', async () => {
    edge.proxy.fault({}, denyProperties())
    expect(await rejectionOf(listEtags(edge.ada, url))).toMatchObject({ kind: 'malformed' })
    expect(await rejectionOf(listMembers(edge.ada, url))).toMatchObject({ kind: 'malformed' })
  })

  test('a text that breaks off inside whole XML is not readable', async () => {
    edge.proxy.fault({}, async ({ forward }) => {
      const whole = await forward()
      return { ...whole, body: whole.body.replaceAll(/END:VEVENT[\s\S]*?<\//g, '</') }
    })
    expect(await getObjects(edge.ada, url, [href])).toEqual({ objects: [], gone: [], unreadable: [href], unasked: [] })
  })
})

test('a sync-collection answer without a token is no answer', async () => {
  edge.proxy.fault({}, async ({ forward }) => {
    const whole = await forward()
    return { ...whole, body: whole.body.replace(/<sync-token>.*?<\/sync-token>/, '') }
  })
  expect(await rejectionOf(changesSince(edge.ada, url, token))).toMatchObject({ kind: 'malformed' })
})

test('more changes than a calendar may have, page after page, are none: it is listed instead', async () => {
  let pages = 0
  const changed = (n: number) =>
    `<response><href>${path}${pages}-${n}.ics</href><propstat><prop><getetag>"1"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>`
  edge.proxy.fault({}, async () => {
    pages++
    const isCut = `<response><href>${path}</href><status>HTTP/1.1 507 Insufficient Storage</status></response>`
    const page = `${Array.from({ length: 9_000 }, (_, n) => changed(n)).join('')}${isCut}`
    const body = `<multistatus xmlns="DAV:">${page}<sync-token>data:,${pages}</sync-token></multistatus>`
    return { status: 207, headers: { 'content-type': 'text/xml' }, body }
  })
  expect(await changesSince(edge.ada, url, token)).toBeNull()
  expect(pages).toBe(5)
})

test('a listing that was cut short by the server is no listing', async () => {
  edge.proxy.fault({}, async ({ forward }) => {
    const whole = await forward()
    const cut = `<response><href>${path}</href><status>HTTP/1.1 507 Insufficient Storage</status></response></multistatus>`
    return { ...whole, body: whole.body.replace('</multistatus>', cut) }
  })
  expect(await rejectionOf(listEtags(edge.ada, url))).toMatchObject({ kind: 'malformed' })
})

test('a server that does not answer is given up', async () => {
  const hold = holdRequest()
  edge.proxy.fault({}, hold.fault)
  const patient = connectAs('ada', edge.proxy.url, { timeoutMs: 50 })
  expect(await rejectionOf(listEtags(patient, url))).toMatchObject({ kind: 'network' })
  hold.release()
})

describe('a write is sent once', () => {
  test.each<[string, () => Fault, number, boolean]>([
    ['the connection is cut before', cutBefore, 0, false],
    ['the answer is lost after the write was done', loseAnswer, 0, true],
    ['the server says 503', () => answer(503), 503, false],
    [
      'the server says 429',
      () => answer(429, { headers: { 'retry-after': 'Fri, 20 Nov 2026 12:01:30 GMT' } }),
      429,
      false,
    ],
    ['a redirect to another host', () => redirectTo('https://elsewhere.example/x', 307), 307, false],
    ['a redirect that would make it a GET', () => redirectTo('/', 303), 303, false],
    ['a login page', loginPage, 200, false],
  ])('%s', async (_case, fault, status, isWritten) => {
    // A connection that has been used is what a runtime would try again on.
    await listEtags(edge.ada, url)
    edge.proxy.reset()
    const name = `${path}${crypto.randomUUID()}.ics`
    edge.proxy.fault({ method: 'PUT' }, fault())
    const written = await putObject(edge.ada, url, name, eventText(crypto.randomUUID()), { ifNoneMatch: true })
    expect(written).toEqual({ status, etag: null, retryAfterSeconds: status === 429 ? 90 : null })
    expect(edge.proxy.requests).toHaveLength(1)
    expect((await getText('ada', name)) !== null).toBe(isWritten)
  })

  test('so is a delete', async () => {
    const name = await putEvent('ada', path, crypto.randomUUID())
    edge.proxy.fault({ method: 'DELETE' }, loseAnswer())
    expect((await deleteObject(edge.ada, url, name, {})).status).toBe(0)
    expect(edge.proxy.requests).toHaveLength(1)
    expect(await getText('ada', name)).toBeNull()
  })
})

test('no message of an error holds what the server wrote, or the password', async () => {
  edge.proxy.fault({}, answer(500, { body: 'ada-app-password at /etc/secret' }))
  const error = await listEtags(edge.ada, url).catch((thrown: Error) => thrown)
  expect(String(error)).not.toMatch(/password|secret/)
})
