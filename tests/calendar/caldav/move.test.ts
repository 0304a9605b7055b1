import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Connection, deleteObject, getObject, moveObject } from '../../../src/calendar/caldav/client'
import { getText, putEvent } from '../../support/caldav'
import { type FaultProxy, loseAnswer } from '../../support/proxy'
import { type Edge, openEdge } from './edge'

let edge: Edge
let ada: Connection
let proxy: FaultProxy
type Place = Awaited<ReturnType<Edge['calendar']>>
let home: Place
let work: Place
beforeAll(async () => {
  edge = await openEdge()
  ;({ ada, proxy } = edge)
})
afterAll(() => edge.close())
beforeEach(async () => {
  home = await edge.calendar()
  work = await edge.calendar()
  proxy.reset()
})

const move = (href: string, name: string, condition = {}) =>
  moveObject(ada, home.url, href, { calendarUrl: work.url, href: `${work.path}${name}` }, condition)

describe('an object that is moved', () => {
  test.each(['one.ics', 'someone@example.org.ics', 'a+b=c.ics'])('keeps its text and its name %s', async (name) => {
    const href = await putEvent('ada', home.path, 'it', { SUMMARY: 'Tea' }, name)
    const text = await getText('ada', href)
    const before = await getObject(ada, home.url, href)
    expect((await move(href, name, { ifMatch: before!.etag })).status).toBe(201)
    expect(await getText('ada', href)).toBeNull()
    expect((await getText('ada', `${work.path}${name}`))?.replaceAll('\r', '')).toBe(text!.replaceAll('\r', ''))
    expect((await getObject(ada, work.url, `${work.path}${name}`))?.href).toBe(`${work.path}${name}`)
  })

  test('never takes the place of another', async () => {
    const href = await putEvent('ada', home.path, 'it', {}, 'one.ics')
    await putEvent('ada', work.path, 'other', { SUMMARY: 'Another' }, 'one.ics')
    expect((await move(href, 'one.ics')).status).toBe(412)
    expect(await getText('ada', `${work.path}one.ics`)).toContain('Another')
    expect(await getText('ada', href)).not.toBeNull()
  })

  test('is asked for with the whole address, its condition, and what cannot stand in an address escaped', async () => {
    await move(`${home.path}ä b.ics`, 'ä@b ?#%.ics', { ifMatch: '"1"' })
    const [{ headers, path }] = proxy.requests as [(typeof proxy.requests)[0]]
    expect(path).toBe(`${home.path}${encodeURIComponent('ä b.ics')}`)
    expect(headers).toMatchObject({
      destination: `${new URL(work.url).origin}${work.path}%C3%A4@b%20%3F%23%25.ics`,
      overwrite: 'F',
      'if-match': '"1"',
    })
  })

  test('is asked for once, whatever becomes of the answer', async () => {
    const href = await putEvent('ada', home.path, 'it')
    await getObject(ada, home.url, href)
    proxy.reset()
    proxy.fault({ method: 'MOVE' }, loseAnswer())
    expect((await move(href, 'it.ics')).status).toBe(0)
    expect(proxy.requests).toHaveLength(1)
    expect(await getText('ada', `${work.path}it.ics`)).not.toBeNull()
  })
})

test('a removal can be kept from answering the organizer', async () => {
  const [one, two] = [await putEvent('ada', home.path, 'one'), await putEvent('ada', home.path, 'two')]
  await deleteObject(ada, home.url, one, {})
  await deleteObject(ada, home.url, two, {}, { isSilent: true })
  expect(proxy.requests.map(({ headers }) => headers['schedule-reply'])).toEqual([undefined, 'F'])
})
