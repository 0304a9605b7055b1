/** A 404 is believed of an object only while its calendar answers, and an object only by itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Connection, confirmGone, getObject, getObjects } from '../../../src/calendar/caldav/client'
import { makeCalendar, putEvent, removeAt } from '../../support/caldav'
import { answer, cutBefore, type Fault, holdRequest, loginPage, replaceResponse, rewrite } from '../../support/proxy'
import { rejectionOf } from '../../support/rejection'
import { connectAs, type Edge, openEdge } from './edge'

let edge: Edge
let proxy: Edge['proxy']
let ada: Connection
let path: string
let url: string
let there: string
let gone: string

beforeAll(async () => {
  edge = await openEdge()
  ;({ proxy, ada } = edge)
  ;({ path, url } = await edge.calendar())
  there = await putEvent('ada', path, 'there')
  gone = `${path}gone.ics`
})
afterAll(() => edge.close())
beforeEach(() => proxy.reset())

/** A server that takes no multiget. */
const withoutMultiget = () => proxy.fault({ method: 'REPORT' }, answer(404))
const asked = () => proxy.requests.map(({ method }) => method)

test('an object is gone when a multiget says so, or a GET between two answers of the calendar', async () => {
  expect(await confirmGone(ada, url, gone)).toBe(true)
  expect(asked()).toEqual(['REPORT'])
  proxy.requests.length = 0
  withoutMultiget()
  expect(await confirmGone(ada, url, gone)).toBe(true)
  expect(asked()).toEqual(['REPORT', 'PROPFIND', 'GET', 'PROPFIND'])
})

test('an object that is there is not gone', async () => {
  expect(await confirmGone(ada, url, there)).toBe(false)
  withoutMultiget()
  expect(await confirmGone(ada, url, there)).toBe(false)
})

/** What is said in place of the calendar, first or last. */
const SPELLS: [string, () => Fault][] = [
  ['404', () => answer(404)],
  ['410', () => answer(410)],
  ['503', () => answer(503)],
  ['nothing', cutBefore],
  ['a login page', loginPage],
  ['a 207 that says 404 of the calendar', () => rewrite((whole) => ({ ...whole, body: deny(whole.body) }))],
  [
    'a 207 that is no collection',
    () => rewrite((whole) => ({ ...whole, body: whole.body.replaceAll(/<(\w+:)?collection\s*\/>/g, '') })),
  ],
]

describe.each([
  ['begins', 0],
  ['ends', 1],
])('while the calendar %s by answering', (_when, skip) => {
  test.each(SPELLS)('%s, nothing is gone and nothing is empty', async (_case, fault) => {
    withoutMultiget()
    proxy.fault({ method: 'PROPFIND', skip }, fault())
    expect(await confirmGone(ada, url, gone)).toBe(false)
    proxy.reset()
    withoutMultiget()
    proxy.fault({ method: 'PROPFIND', skip }, fault())
    expect(await rejectionOf(getObject(ada, url, gone))).toMatchObject({ name: 'CalDavError' })
  })
})

test('404 for everything is asked of one thing only, not of a hundred', async () => {
  proxy.fault({}, answer(404))
  const hrefs = Array.from({ length: 100 }, (_, number) => `${path}${number}.ics`)
  expect(await rejectionOf(getObjects(ada, url, hrefs))).toMatchObject({ kind: 'status', status: 404 })
  expect(asked()).toEqual(['REPORT', 'PROPFIND'])
})

test('an object left out of the answer is not gone while the calendar is', async () => {
  proxy.fault(
    { method: 'REPORT' },
    rewrite((whole) => ({ ...whole, body: replaceResponse(whole.body, 'there.ics', () => '') })),
  )
  proxy.fault({ method: 'GET' }, answer(404))
  proxy.fault({ method: 'PROPFIND' }, answer(404))
  expect(await rejectionOf(getObjects(ada, url, [there]))).toMatchObject({ kind: 'status', status: 404 })
})

describe('an object that the server cannot hand out', () => {
  test.each([[500], [403], [302]])('%d to its GET is its own matter: the others are read', async (status) => {
    const broken = await putEvent('ada', path, 'broken')
    proxy.fault({ method: 'REPORT' }, answer(500))
    proxy.fault({ method: 'GET', path: /broken/ }, answer(status))
    const { objects, unreadable } = await getObjects(ada, url, [broken, there])
    expect(objects.map(({ href }) => href)).toEqual([there])
    expect(unreadable).toEqual([broken])
    await removeAt('ada', broken)
  })

  test.each([[401], [429], [503]])('%d speaks of the moment', async (status) => {
    withoutMultiget()
    proxy.fault({ method: 'GET' }, answer(status))
    expect(await rejectionOf(getObjects(ada, url, [there]))).toMatchObject({ kind: 'status', status })
  })
})

test('what a server has handed out before it breaks off counts', async () => {
  const other = await makeCalendar('ada')
  const hrefs = [await putEvent('ada', other, 'one'), await putEvent('ada', other, 'two'), `${other}three.ics`]
  const otherUrl = new URL(other, proxy.url).href
  withoutMultiget()
  proxy.fault({ method: 'GET', skip: 1 }, answer(503))
  const { objects, unasked } = await getObjects(ada, otherUrl, hrefs)
  expect(objects.map(({ href }) => href)).toEqual(hrefs.slice(0, 1))
  expect(unasked).toEqual(hrefs.slice(1))
})

test('a deadline ends the request under way, and every later one before it is sent', async () => {
  const hold = holdRequest()
  proxy.fault({}, hold.fault)
  const deadline = new AbortController()
  const hurried = connectAs('ada', proxy.url, { signal: deadline.signal })
  const asking = getObject(hurried, url, there)
  await hold.arrived
  deadline.abort()
  expect(await rejectionOf(asking)).toMatchObject({ kind: 'interrupted' })
  hold.release()
  expect(await rejectionOf(getObject(hurried, url, there))).toMatchObject({ kind: 'interrupted' })
  expect(proxy.requests).toHaveLength(1)
})

/** Every resource is said to be missing, as Cyrus says it of an address without one. */
const deny = (body: string) =>
  body.replaceAll(/<((?:\w+:)?)propstat>[\s\S]*?<\/\1propstat>/g, '<$1status>HTTP/1.1 404 Not Found</$1status>')
