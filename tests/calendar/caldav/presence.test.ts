import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Connection, confirmGone, deleteObject, presenceOfCalendar } from '../../../src/calendar/caldav/client'
import { putEvent, removeAt } from '../../support/caldav'
import {
  answer,
  cutBefore,
  emptyMultistatus,
  type Fault,
  type FaultProxy,
  loginPage,
  rewrite,
  truncateText,
} from '../../support/proxy'
import { type Edge, openEdge } from './edge'

let edge: Edge
let ada: Connection
let proxy: FaultProxy
let path: string
let url: string
beforeAll(async () => {
  edge = await openEdge()
  ;({ ada, proxy } = edge)
})
afterAll(() => edge.close())
beforeEach(async () => {
  ;({ path, url } = await edge.calendar())
  proxy.reset()
})

describe('a calendar', () => {
  test('that answers is there, one that was removed is gone; each costs a request', async () => {
    expect(await presenceOfCalendar(ada, url)).toBe('there')
    await removeAt('ada', path)
    expect(await presenceOfCalendar(ada, url)).toBe('gone')
    expect(proxy.requests).toHaveLength(2)
  })

  test.each<[string, Fault]>([
    ['cannot be reached', cutBefore()],
    ['is answered with 403', answer(403)],
    ['is answered with 500', answer(500)],
    ['is answered with a login page', loginPage()],
    ['is cut short', truncateText()],
    ['is not named in its own listing', emptyMultistatus()],
    ['is no collection', rewrite((whole) => ({ ...whole, body: whole.body.replaceAll('<collection />', '') }))],
  ])('that %s may be either', async (_, fault) => {
    proxy.fault({}, fault)
    expect(await presenceOfCalendar(ada, url)).toBe('unknown')
  })
})

describe('an object that was answered with 404', () => {
  test('is gone when its calendar answers and it is still not there', async () => {
    expect(await confirmGone(ada, url, `${path}nope.ics`)).toBe(true)
  })

  test('is not gone when it is there by now', async () => {
    expect(await confirmGone(ada, url, await putEvent('ada', path, 'one'))).toBe(false)
  })

  test('is not known to be gone when nobody answers for it', async () => {
    for (const method of ['REPORT', 'GET']) proxy.fault({ method }, cutBefore())
    expect(await confirmGone(ada, url, `${path}nope.ics`)).toBe(false)
  })

  test('is not known to be gone while everything is answered with 404', async () => {
    proxy.fault({}, answer(404))
    expect(await confirmGone(ada, url, `${path}nope.ics`)).toBe(false)
  })
})

describe('a 200 to a write', () => {
  test('is confirmed by a server that says which object it has removed', async () => {
    const href = await putEvent('ada', path, 'a name with @ and ü')
    expect(await deleteObject(ada, url, href, {})).toMatchObject({ status: 200, isConfirmed: true })
  })

  test.each<[string, Fault]>([
    ['is empty', answer(200)],
    ['is a page', loginPage()],
    ['speaks of another object', rewrite((whole) => ({ ...whole, body: whole.body.replace('one.ics', 'two.ics') }))],
    ['says that it was not done', rewrite((whole) => ({ ...whole, body: whole.body.replace(' 200 OK', ' 403 No') }))],
    ['is cut short', truncateText()],
  ])('is not when it %s', async (_, fault) => {
    const href = await putEvent('ada', path, 'one')
    proxy.fault({ method: 'DELETE' }, fault)
    expect((await deleteObject(ada, url, href, {})).isConfirmed).toBeUndefined()
  })
})
