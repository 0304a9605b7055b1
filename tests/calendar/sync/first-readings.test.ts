/** The first readings of several members at once. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { syncMember } from '../../../src/calendar/sync'
import { KeyedMutex } from '../../../src/calendar/sync/keyed-mutex'
import { foreground } from '../../../src/platform/foreground'
import { eventText, fillCalendar, giveAccount, makeCalendar, removeCalendars } from '../../support/caldav'
import { holdRequest } from '../../support/proxy'
import { until } from '../../web/support/until'
import { cachedUids, calendarAt, SyncStory } from './setting'

const story = new SyncStory().open()
/** Three slices, two of which are read at once. */
const LARGE = 601
const paths = { ada: '', ben: '', cleo: '' }
type Name = keyof typeof paths
const NAMES = Object.keys(paths) as Name[]

const fill = (who: Name, count: number) => {
  const texts = Array.from({ length: count }, (_, index) => eventText(`many-${index}`))
  return fillCalendar(who, paths[who], texts)
}
const read = (who: Name) => syncMember(story.setting.ctx, story.setting.cast[who].id)
const countOf = async (who: Name) => {
  const row = await calendarAt(story.setting, paths[who])
  return row === undefined ? 0 : (await cachedUids(story.setting, row.id)).length
}

describe('the first readings of three members', () => {
  beforeEach(async () => {
    const { ctx, cast, proxy } = story.setting
    for (const who of NAMES) {
      await giveAccount(ctx, cast[who].id, who, proxy.url)
      await removeCalendars(who)
      paths[who] = await makeCalendar(who)
    }
  })

  test('work at three portions at once, and come to their end', async () => {
    for (const who of NAMES) await fill(who, LARGE)
    let now = 0
    let most = 0
    // The first wait for each other: what is answered at once would be read by the time the next one is asked for.
    const three = Promise.withResolvers<void>()
    story.setting.proxy.fault({ body: /multiget|calendar-query/ }, async ({ forward }) => {
      most = Math.max(most, ++now)
      if (now === 3) three.resolve()
      try {
        await three.promise
        return await forward()
      } finally {
        now--
      }
    })
    await Promise.all(NAMES.map(read))
    expect(most).toBe(3)
    for (const who of NAMES) expect(await countOf(who)).toBe(LARGE)
  })

  test('end with all of a calendar whose server breaks off amid it while somebody is there', async () => {
    await fill('ada', LARGE)
    let requests = 0
    let leave = () => {}
    story.setting.proxy.fault({ body: /multiget/ }, async ({ forward }) => {
      requests += 1
      // The second of two slices waits for the first, whose lane is done then: the third one is left to the other lane.
      if (requests === 2)
        await until(
          'a slice',
          () => countOf('ada'),
          (count) => count === 300,
        )
      if (requests !== 5) return forward()
      leave = foreground.begin()
      return { status: 503, headers: {}, body: '' }
    })
    await read('ada')
    leave()
    expect(await countOf('ada')).toBe(LARGE)
  })

  test('do not wait for one whose server hangs', async () => {
    await fill('ada', LARGE)
    await fill('ben', 2)
    await fill('cleo', 1)
    const hold = holdRequest()
    story.setting.proxy.fault({ body: /multiget/, path: /^\/ada\// }, hold.fault)
    const hanging = read('ada')
    await hold.arrived
    await Promise.all([read('ben'), read('cleo')])
    expect([await countOf('ada'), await countOf('ben'), await countOf('cleo')]).toEqual([0, 2, 1])
    story.setting.proxy.reset()
    hold.release()
    await hanging
    expect(await countOf('ada')).toBe(LARGE)
  })
})

test('places are given in the order of asking, and given back by work that fails', async () => {
  const mutex = new KeyedMutex()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (number: number) =>
    mutex.limit('key', 2, async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (number === 0) throw new Error('failed')
      return number
    })
  const all = Promise.allSettled([0, 1, 2, 3].map(work))
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  await mutex.limit('another', 2, async () => {})
  for (let number = 0; number < 4; number++) {
    while (ends[number] === undefined) await Promise.resolve()
    expect(begun.length).toBeLessThanOrEqual(number + 2)
    ends[number]!()
  }
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(begun).toEqual([0, 1, 2, 3])
})
