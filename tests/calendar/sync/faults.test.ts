import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendarCredentials } from '../../../src/platform/db/schema'
import { makeCalendar, putEvent, removeAt } from '../../support/caldav'
import {
  answer,
  cutBefore,
  cutWithin,
  denyProperties,
  emptyMultistatus,
  type Fault,
  loginPage,
  loseAnswer,
  redirectTo,
  rewrite,
  truncateText,
  withoutSyncCollection,
  withoutTags,
  wrongType,
} from '../../support/proxy'
import { cachedRows, calendarAt, DAY_MS, PAUSE_MS, SyncStory } from './setting'

const story = new SyncStory().open()
beforeEach(async () => {
  for (const uid of ['one', 'two', 'three']) await putEvent('ada', story.path, uid)
})

const FAULTS: [string, () => Fault][] = [
  ['401', () => answer(401)],
  ['403', () => answer(403)],
  ['404', () => answer(404)],
  ['429', () => answer(429)],
  ['500', () => answer(500)],
  ['503', () => answer(503)],
  ['a login page', loginPage],
  ['200 without a body', () => answer(200)],
  ['204', () => answer(204)],
  ['a redirect elsewhere', () => redirectTo('https://elsewhere.example/login')],
  ['a cut before the server', cutBefore],
  ['a lost answer', loseAnswer],
  ['a cut within the answer', cutWithin],
  ['XML that breaks off', truncateText],
  ['another content type', wrongType],
  ['denied properties', denyProperties],
  ['an empty multistatus', emptyMultistatus],
]

interface Way {
  /** What the server does not have. */
  hide: (() => Fault) | null
  /** Time until the sync, so that a full pass is due or not. */
  wait: number
  /** The request that fails. */
  at: { method: string; body?: RegExp }
}

const WAYS: Record<string, Way> = {
  'the list of calendars': { hide: null, wait: 0, at: { method: 'PROPFIND' } },
  'the changes since a token': { hide: null, wait: 0, at: { method: 'REPORT', body: /sync-collection/ } },
  'every report': { hide: null, wait: 0, at: { method: 'REPORT' } },
  'the changed objects': { hide: null, wait: 0, at: { method: 'REPORT', body: /calendar-multiget/ } },
  'the etags of a server with ctags': { hide: withoutSyncCollection, wait: 0, at: { method: 'REPORT' } },
  'the etags of a server without tags': { hide: withoutTags, wait: 0, at: { method: 'REPORT' } },
  'the full pass': { hide: null, wait: DAY_MS, at: { method: 'REPORT' } },
}

describe.each(Object.entries(WAYS))('a failure of %s makes no row untrue', (_name, { hide, wait, at }) => {
  test.each(FAULTS)('%s', async (_fault, harm) => {
    if (hide !== null) story.setting.proxy.fault({}, hide())
    await story.sync()
    const before = await story.rows()
    expect(before).toHaveLength(3)

    await putEvent('ada', story.path, 'four')
    await removeAt('ada', `${story.path}one.ics`)
    story.setting.proxy.reset()
    story.setting.clock.advance(wait)
    story.setting.proxy.fault(at, harm())
    if (hide !== null) story.setting.proxy.fault({}, hide())
    await story.sync()
    // Either nothing has changed, or another way of asking has told the truth, or that part of it which is certain.
    const meanwhile = await story.rows()
    const isSound = [
      ['four', 'three', 'two'],
      ['three', 'two'],
    ].some((uids) =>
      Bun.deepEquals(
        uids,
        meanwhile.map(({ uid }) => uid),
      ),
    )
    if (!isSound) expect(meanwhile).toEqual(before)

    story.setting.proxy.reset()
    if (hide !== null) story.setting.proxy.fault({}, hide())
    story.setting.clock.advance(PAUSE_MS)
    await story.sync()
    expect((await story.rows()).map(({ uid }) => uid)).toEqual(['four', 'three', 'two'])
    expect((await story.calendar()).lastError).toBeNull()
  })
})

describe('what people are told', () => {
  const told = async () => {
    const [credential] = await story.setting.ctx.db
      .select()
      .from(calendarCredentials)
      .where(eq(calendarCredentials.userId, story.setting.cast.ada.id))
    return credential?.lastError
  }

  test.each<[string, () => Fault, string]>([
    ['401', () => answer(401), 'The calendar server refused the app password.'],
    ['503', () => answer(503), 'The calendar server is busy; it will be asked again.'],
    ['500', () => answer(500), 'The calendar server answered with status 500.'],
    ['a cut', cutBefore, 'The calendar server could not be reached.'],
    ['half an answer', truncateText, 'The calendar server gave an answer that is incomplete or not understood.'],
  ])('of %s, until it is well again', async (_case, harm, words) => {
    story.setting.proxy.fault({ method: 'PROPFIND', times: 1 }, harm())
    await story.sync()
    expect(await told()).toBe(words)
    story.setting.clock.advance(PAUSE_MS)
    await story.sync()
    expect(await told()).toBeNull()

    await putEvent('ada', story.path, 'again')
    story.setting.proxy.fault({ path: new RegExp(story.path) }, harm())
    await story.sync()
    expect(await told()).toBe(words)
    expect((await story.calendar()).lastError).toBe(words)
  })

  test('one calendar that fails does not stop the next', async () => {
    const other = await makeCalendar('ada')
    await putEvent('ada', other, 'elsewhere')
    story.setting.proxy.fault({ path: new RegExp(story.path) }, answer(500))
    await story.sync()
    expect(await story.rows()).toEqual([])
    const otherRow = await calendarAt(story.setting, other)
    expect(await cachedRows(story.setting, otherRow!.id)).toHaveLength(1)
    expect(otherRow?.lastError).toBeNull()
  })
})

describe('objects that are too much at a time', () => {
  const UIDS = ['five', 'four', 'one', 'three', 'two']
  const TOO_LARGE = ' '.repeat(65 * 1024 * 1024)
  /** So many objects were asked for by each request. */
  const sizes = () =>
    story.setting.proxy.requests
      .filter(({ body }) => body.includes('multiget'))
      .map(({ body }) => body.split('<d:href>').length - 1)
  /** What the server does when it is asked for more than so many, or for this one among others. */
  const fail = (most: number, whole: Fault, name?: string) =>
    story.setting.proxy.fault({ body: /multiget/ }, async (exchange) => {
      const { body } = exchange.request
      const isTooMuch = body.split('<d:href>').length - 1 > most || (name !== undefined && body.includes(name))
      return isTooMuch ? whole(exchange) : exchange.forward()
    })

  beforeEach(async () => {
    for (const uid of ['four', 'five']) await putEvent('ada', story.path, uid)
  })

  test.each<[string, () => Fault]>([
    ['cut', cutBefore],
    ['cut within', cutWithin],
    ['larger than may be', () => rewrite((whole) => ({ ...whole, body: whole.body + TOO_LARGE }))],
  ])(
    'are asked for in smaller numbers where the answer is %s, by the first reading and by increments',
    async (_, harm) => {
      fail(2, harm())
      await story.sync()
      expect(await story.uids()).toEqual(UIDS)
      expect(sizes()).toEqual([5, 2, 2, 1])
      const { syncToken, ...calendar } = await story.calendar()
      expect(calendar).toMatchObject({ lastError: null, skippedObjects: 0 })

      for (const uid of UIDS) await putEvent('ada', story.path, uid, { SUMMARY: 'Changed' })
      await story.sync()
      expect((await story.rows()).map(({ title }) => title)).toEqual(UIDS.map(() => 'Changed'))
      expect((await story.calendar()).syncToken).not.toBe(syncToken)
    },
  )

  test('are not asked for in smaller numbers while the server itself does not answer', async () => {
    story.setting.proxy.fault({ body: /multiget/ }, cutBefore())
    story.setting.proxy.fault({ method: 'PROPFIND', path: new RegExp(story.path) }, cutBefore())
    await story.sync()
    expect(await story.uids()).toEqual([])
    expect(sizes()).toEqual([5])
    expect((await story.calendar()).lastError).toBe('The calendar server could not be reached.')
  })

  test('leave one aside that is too much alone, and all others are there', async () => {
    const mend = fail(100, cutBefore(), 'three.ics')
    await story.sync()
    expect(await story.uids()).toEqual(UIDS.filter((uid) => uid !== 'three'))
    expect(await story.calendar()).toMatchObject({ lastError: null, skippedObjects: 1, lastSyncedAt: expect.any(Date) })
    mend()
    await story.sync()
    expect(await story.uids()).toEqual(UIDS)
    expect((await story.calendar()).skippedObjects).toBe(0)
  })

  test('leave one aside that is too much alone for a server without multiget, too', async () => {
    story.setting.proxy.fault({ body: /multiget/ }, answer(404))
    story.setting.proxy.fault(
      { method: 'GET', path: /three/ },
      rewrite((whole) => ({ ...whole, body: whole.body + TOO_LARGE })),
    )
    await story.sync()
    expect(await story.uids()).toEqual(UIDS.filter((uid) => uid !== 'three'))
    expect(await story.calendar()).toMatchObject({ lastError: null, skippedObjects: 1 })
  })

  test('are a failure of the calendar where hardly any can be had alone', async () => {
    fail(0, cutBefore())
    for (let count = 0; count < 5; count++) await putEvent('ada', story.path, `more-${count}`)
    await story.sync()
    expect(await story.uids()).toEqual([])
    expect((await story.calendar()).lastSyncedAt).toBeNull()
    expect(sizes().length).toBeLessThan(40)
  })
})
