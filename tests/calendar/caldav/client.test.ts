import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import {
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
import { eventText, getText, makeCalendar, putEvent, putText, removeAt, removeCalendars } from '../../support/caldav'
import { slowness } from '../../support/cpu'
import { holdOf } from '../../support/event-loop'
import { opened } from '../../support/opened'
import { answer, rewrite } from '../../support/proxy'
import { connectAs, openEdge } from './edge'

const edge = opened(openEdge)
/** Path and URL of a calendar of Ada's. */
let path: string
let url: string

afterAll(() => removeCalendars('ben'))
beforeEach(async () => {
  edge.proxy.reset()
  ;({ path, url } = await edge.calendar())
})

const hrefsOf = (objects: { href: string }[]) => objects.map(({ href }) => href).sort()

describe('the calendars of an account', () => {
  test('one request; name, colour and state; task lists left out', async () => {
    await removeCalendars('ben')
    const home = await makeCalendar('ben', { displayName: 'Häuschen & <Hof>', color: '#1b9e77ff' })
    await makeCalendar('ben', { displayName: 'Tasks', components: ['VTODO'] })
    const both = await makeCalendar('ben', { displayName: '007', components: ['VTODO', 'VEVENT'] })

    const listed = await listCalendars(connectAs('ben', edge.proxy.url))
    expect(edge.proxy.requests).toHaveLength(1)
    const byUrl = new Map(listed.map((calendar) => [new URL(calendar.url).pathname, calendar]))
    expect([...byUrl.keys()].sort()).toEqual([home, both].sort())
    expect(byUrl.get(home)).toMatchObject({ displayName: 'Häuschen & <Hof>', color: '#1B9E77', writable: true })
    expect(byUrl.get(home)?.ctag).toBeString()
    expect(byUrl.get(home)?.syncToken).toBeString()
    expect(byUrl.get(both)).toMatchObject({ displayName: '007', color: null })
  })

  test.each([
    ['read only', '<read />', false],
    ['everything', '<all />', true],
    ['the content', '<write-content />', true],
  ])('an account that may use %s', async (_case, privilege, writable) => {
    edge.proxy.fault(
      {},
      rewrite((whole) => ({
        ...whole,
        body: whole.body.replaceAll(
          /<current-user-privilege-set>[\s\S]*?<\/current-user-privilege-set>/g,
          `<current-user-privilege-set><privilege>${privilege}</privilege></current-user-privilege-set>`,
        ),
      })),
    )
    expect((await listCalendars(edge.ada)).map((calendar) => calendar.writable)).toContain(writable)
    expect((await listCalendars(edge.ada)).map((calendar) => calendar.writable)).not.toContain(!writable)
  })

  test.each([
    ['may not know what it may do: it may read (DAViCal’s bound calendars)', '403 Forbidden', false],
    ['has to sign in to know it: it may read', '401 Unauthorized', false],
    ['is on a server that does not know of privileges: it may write', '404 Not Found', true],
  ])('an account that %s', async (_case, status, writable) => {
    edge.proxy.fault(
      {},
      rewrite((whole) => ({
        ...whole,
        body: whole.body.replaceAll(
          /<current-user-privilege-set>[\s\S]*?<\/current-user-privilege-set>([\s\S]*?<\/propstat>)/g,
          `$1<propstat><prop><current-user-privilege-set /></prop><status>HTTP/1.1 ${status}</status></propstat>`,
        ),
      })),
    )
    const listed = await listCalendars(edge.ada)
    expect(listed.length).toBeGreaterThan(0)
    expect(new Set(listed.map((calendar) => calendar.writable))).toEqual(new Set([writable]))
  })

  test('an account with more calendars than anybody has is none', async () => {
    const calendar = (number: number) => `<response><href>/ada/${number}/</href><propstat><prop><resourcetype>
      <collection/><C:calendar/></resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response>`
    const listing = (count: number) =>
      answer(207, {
        headers: { 'content-type': 'text/xml' },
        body: `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>/ada/</href><propstat><prop>
          <resourcetype><collection/></resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response>
          ${Array.from({ length: count }, (_, number) => calendar(number)).join('')}</multistatus>`,
      })
    edge.proxy.fault({ times: 1 }, listing(1000))
    expect(await listCalendars(edge.ada)).toHaveLength(1000)
    edge.proxy.fault({}, listing(20_000))
    const { result, heldMs } = await holdOf(() => listCalendars(edge.ada).catch((error) => error))
    expect(result).toMatchObject({ kind: 'too-large' })
    expect(heldMs).toBeLessThan(100 * slowness())
  })

  test('an account without calendars has none', async () => {
    await removeCalendars('cleo')
    expect(await listCalendars(connectAs('cleo', edge.proxy.url))).toEqual([])
  })
})

describe('the objects of a calendar', () => {
  test('an empty calendar is empty, in every way of asking', async () => {
    expect(await listEtags(edge.ada, url)).toEqual([])
    expect(await listMembers(edge.ada, url)).toEqual([])
    expect(await holdsNoEvents(edge.ada, url)).toBe(true)
    expect(await getObjects(edge.ada, url, [])).toEqual({ objects: [], gone: [], unreadable: [], unasked: [] })
  })

  test('every event with its etag and its text, tasks left out', async () => {
    const first = await putEvent('ada', path, 'first', { SUMMARY: 'Ümläut & <tag> ]]>', LOCATION: '😀' })
    const second = await putEvent('ada', path, 'second@example.org')
    const task = eventText('task').replaceAll('VEVENT', 'VTODO')
    await putText('ada', `${path}task.ics`, task)

    const etags = await listEtags(edge.ada, url)
    expect(hrefsOf(etags)).toEqual([first, second].sort())
    const { objects } = await getObjects(edge.ada, url, hrefsOf(etags))
    expect(objects.find(({ href }) => href === first)?.data).toContain('SUMMARY:Ümläut & <tag> ]]>')
    expect(etags).toEqual(expect.arrayContaining(objects.map(({ href, etag }) => ({ href, etag }))))
    const members = await listMembers(edge.ada, url)
    expect(hrefsOf(members)).toEqual([first, second, `${path}task.ics`].sort())
    expect(members).toEqual(expect.arrayContaining(etags))
  })

  test('a calendar of tasks holds no events, one event among them does', async () => {
    const task = eventText('task').replaceAll('VEVENT', 'VTODO')
    await putText('ada', `${path}task.ics`, task)
    expect(await holdsNoEvents(edge.ada, url)).toBe(true)
    await putEvent('ada', path, 'one')
    expect(await holdsNoEvents(edge.ada, url)).toBe(false)
  })

  test.each(['a@b.ics', 'with blank.ics', 'ümläut (1)!.ics', "o'clock+50%.ics", 'no-ending', 'UPPER.ICS', 'a&b.ics'])(
    'an object named %s is found under one decoded href by every verb',
    async (name) => {
      const href = await putEvent('ada', path, 'named', {}, name)
      expect(href).toBe(path + name)
      expect(hrefsOf(await listEtags(edge.ada, url))).toEqual([href])
      expect(hrefsOf(await listMembers(edge.ada, url))).toEqual([href])
      expect((await getObject(edge.ada, url, href))?.href).toBe(href)
    },
  )

  test('an object whose href is no UTF-8 is found, too', async () => {
    await putEvent('ada', path, 'named', {}, 'cafe.ics')
    edge.proxy.fault({}, async ({ request, forward }) => {
      request.path = request.path.replace('caf%E9.ics', 'cafe.ics')
      request.body = request.body.replace('caf%E9.ics', 'cafe.ics')
      const whole = await forward()
      return { ...whole, body: whole.body.replaceAll('cafe.ics', 'caf%e9.ics') }
    })
    const [listed] = await listEtags(edge.ada, url)
    expect(await getObject(edge.ada, url, listed!.href)).toMatchObject(listed!)
    expect((await deleteObject(edge.ada, url, listed!.href, { ifMatch: listed!.etag! })).status).toBe(200)
  })

  test('of hrefs asked for, those that are missing are gone', async () => {
    const there = await putEvent('ada', path, 'there')
    const { objects, gone } = await getObjects(edge.ada, url, [there, `${path}nope.ics`])
    expect(hrefsOf(objects)).toEqual([there])
    expect(gone).toEqual([`${path}nope.ics`])
    expect(await getObject(edge.ada, url, `${path}nope.ics`)).toBeNull()
  })

  test('a server that answers 404 for the whole report is asked one by one', async () => {
    const there = await putEvent('ada', path, 'there')
    edge.proxy.fault({ method: 'REPORT' }, async () => ({ status: 404, headers: {}, body: '' }))
    const { objects, gone } = await getObjects(edge.ada, url, [there, `${path}nope.ics`])
    expect(objects).toEqual([{ href: there, etag: expect.any(String), data: expect.stringContaining('UID:there') }])
    expect(gone).toEqual([`${path}nope.ics`])
  })

  test('an object that a server leaves out of its answer is gone only when a GET says so', async () => {
    const there = await putEvent('ada', path, 'there')
    const kept = await putEvent('ada', path, 'kept')
    edge.proxy.fault({ method: 'REPORT' }, async ({ forward, request }) => {
      const whole = await forward()
      expect(request.body).toContain('multiget')
      return {
        ...whole,
        body: whole.body.replace(/<response>(?:(?!<\/response>)[\s\S])*there\.ics[\s\S]*?<\/response>/, ''),
      }
    })
    const { objects, gone } = await getObjects(edge.ada, url, [there, kept])
    expect(hrefsOf(objects)).toEqual([kept, there].sort())
    expect(gone).toEqual([])
    expect(edge.proxy.requests.map(({ method }) => method)).toEqual(['REPORT', 'GET'])
  })

  test('a hundred per request', async () => {
    await getObjects(
      edge.ada,
      url,
      Array.from({ length: 201 }, (_, number) => `${path}${number}.ics`),
    )
    expect(edge.proxy.requests).toHaveLength(3)
  })
})

describe('changes since a token', () => {
  const tokenNow = async () => (await listCalendars(edge.ada)).find((calendar) => calendar.url === url)?.syncToken ?? ''

  test('what came, what changed, what went; nothing else', async () => {
    const changed = await putEvent('ada', path, 'changed')
    const went = await putEvent('ada', path, 'went')
    await putEvent('ada', path, 'same')
    const token = await tokenNow()
    await putEvent('ada', path, 'changed', { SUMMARY: 'New' })
    await removeAt('ada', went)
    const came = await putEvent('ada', path, 'came')

    const changes = await changesSince(edge.ada, url, token)
    expect(hrefsOf(changes?.changed ?? [])).toEqual([came, changed].sort())
    expect(changes?.gone).toEqual([went])
    expect(await changesSince(edge.ada, url, changes?.token ?? '')).toMatchObject({ changed: [], gone: [] })
  })

  test.each(['http://radicale.org/ns/sync/0000', 'nonsense', '7'])('the token %s is not taken', async (token) => {
    expect(await changesSince(edge.ada, url, token)).toBeNull()
  })

  test('a server that sends changes in pages is asked until the last one', async () => {
    const page = (href: string, token: string, isLast: boolean) => `<multistatus xmlns="DAV:">
<response><href>${path}${href}</href><propstat><prop><getetag>"1"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>
${isLast ? '' : `<response><href>${path}</href><status>HTTP/1.1 507 Insufficient Storage</status></response>`}
<sync-token>${token}</sync-token></multistatus>`
    const pages = [page('1.ics', 't1', false), page('2.ics', 't2', false), page('3.ics', 't3', true)]
    edge.proxy.fault({ method: 'REPORT' }, async () => ({
      status: 207,
      headers: { 'content-type': 'text/xml' },
      body: pages.shift() ?? '',
    }))
    const changes = await changesSince(edge.ada, url, 't0')
    expect(hrefsOf(changes?.changed ?? [])).toEqual(['1.ics', '2.ics', '3.ics'].map((name) => path + name))
    expect(changes?.token).toBe('t3')
    expect(edge.proxy.requests.map(({ body }) => /t\d(?=<\/d:sync-token>)/.exec(body)?.[0])).toEqual(['t0', 't1', 't2'])
  })
})

describe('writing', () => {
  test('create, update, delete, each under its condition', async () => {
    const href = `${path}new@one.ics`
    const created = await putObject(edge.ada, url, href, eventText('new'), { ifNoneMatch: true })
    expect(created.status).toBe(201)
    expect((await putObject(edge.ada, url, href, eventText('new'), { ifNoneMatch: true })).status).toBe(412)

    const before = await getObject(edge.ada, url, href)
    const update = eventText('new', { SUMMARY: 'Second' })
    expect((await putObject(edge.ada, url, href, update, { ifMatch: before?.etag ?? '' })).status).toBe(201)
    expect((await putObject(edge.ada, url, href, update, { ifMatch: before?.etag ?? '' })).status).toBe(412)
    expect((await putObject(edge.ada, url, href, update, {})).status).toBe(201)

    expect((await deleteObject(edge.ada, url, href, { ifMatch: before?.etag ?? '' })).status).toBe(412)
    expect(await getText('ada', href)).toContain('SUMMARY:Second')
    const after = await getObject(edge.ada, url, href)
    expect((await deleteObject(edge.ada, url, href, { ifMatch: after?.etag ?? '' })).status).toBe(200)
    expect(await getText('ada', href)).toBeNull()
  })

  test('an href can lead neither to another host nor out of the path it names', async () => {
    await putObject(edge.ada, url, '//elsewhere.example/x.ics', 'x', {})
    await putObject(edge.ada, url, 'https://elsewhere.example/x.ics', 'x', {})
    expect(edge.proxy.requests.map(({ path }) => path)).toEqual([
      '/elsewhere.example/x.ics',
      '/https%3A//elsewhere.example/x.ics',
    ])
  })
})
