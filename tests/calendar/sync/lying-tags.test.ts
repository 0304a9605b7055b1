/** Servers whose ctags and sync-tokens do not tell the truth: counters that begin anew, whole seconds, additions only. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { makeCalendar, putEvent, removeAt } from '../../support/caldav'
import { namesAsChanged, withoutElements, withTags } from '../../support/proxy'
import { POLL_MS, SyncStory } from './setting'

const story = new SyncStory().open()

const counter = (count: number) => `http://sabre.io/ns/sync/${count}`
const tags = (count: number) =>
  story.setting.proxy.fault({ method: 'PROPFIND' }, withTags({ ctag: counter(count), syncToken: counter(count) }))
const token = async () => (await story.calendar()).syncToken

/** Four events, and the count that the server has reached with them. */
beforeEach(async () => {
  for (const uid of ['one', 'two', 'three', 'four']) await putEvent('ada', story.path, uid)
  tags(5)
  await story.sync()
  story.setting.proxy.reset()
})

async function makeAnew(...uids: string[]) {
  await removeAt('ada', story.path)
  await makeCalendar('ada', { name: story.path.split('/')[2] })
  for (const uid of uids) await putEvent('ada', story.path, uid)
}

describe('a calendar that was made anew at the same address', () => {
  test('and has counted as far as before is read when a poll has seen it missing', async () => {
    await removeAt('ada', story.path)
    await story.sync()
    story.setting.clock.advance(POLL_MS / 2)
    await makeCalendar('ada', { name: story.path.split('/')[2] })
    for (const uid of ['five', 'six', 'seven', 'eight']) await putEvent('ada', story.path, uid)
    tags(5)
    await story.sync()
    expect(await story.uids()).toEqual(['eight', 'five', 'seven', 'six'])
  })

  test('and has counted less far: the server names no change since a count that it has not reached', async () => {
    await makeAnew('five', 'six')
    tags(3)
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged([], counter(3)))
    await story.sync()
    expect(await story.uids()).toEqual(['five', 'six'])
    expect(await token()).toBe(counter(3))
  })

  test('and has counted further: the server names only what came after the old count', async () => {
    await makeAnew('five', 'six', 'seven', 'eight', 'nine')
    tags(6)
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged([`${story.path}nine.ics`], counter(6)))
    await story.sync()
    expect(await story.uids()).toEqual(['eight', 'five', 'nine', 'seven', 'six'])
  })

  test('by a server that names additions and nothing that went', async () => {
    await makeAnew('five', 'six')
    tags(7)
    const hrefs = ['five', 'six'].map((uid) => `${story.path}${uid}.ics`)
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged(hrefs, counter(7)))
    await story.sync()
    expect(await story.uids()).toEqual(['five', 'six'])
  })
})

describe('a server that was restored from a backup', () => {
  test('is followed although our token is ahead of it', async () => {
    await putEvent('ada', story.path, 'one', { SUMMARY: 'After the backup' })
    await removeAt('ada', `${story.path}two.ics`)
    tags(4)
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged([], counter(4)))
    await story.sync()
    expect(await story.uids()).toEqual(['four', 'one', 'three'])
    expect((await story.rows()).find(({ uid }) => uid === 'one')?.title).toBe('After the backup')
    // Once: with the server's own count everything is as usual again.
    story.setting.proxy.requests.length = 0
    await story.sync()
    expect(story.reports()).toEqual([])
  })

  test('and names something else: an object that it holds in an older state tells', async () => {
    story.setting.clock.advance(POLL_MS)
    const href = await putEvent('ada', story.path, 'one', { SUMMARY: 'After the backup' })
    tags(6)
    story.setting.proxy.fault({ body: /sync-collection/, times: 1 }, namesAsChanged([href], counter(6)))
    await story.sync()
    story.setting.proxy.reset()
    await putEvent('ada', story.path, 'one', { SUMMARY: 'As in the backup' })
    const new_ = await putEvent('ada', story.path, 'new')
    tags(7)
    story.setting.proxy.fault({ body: /sync-collection/, times: 1 }, namesAsChanged([new_], counter(7)))
    await story.sync()
    expect((await story.rows()).map(({ uid, title }) => `${uid}: ${title}`)).toEqual([
      'four: An event',
      'new: An event',
      'one: As in the backup',
      'three: An event',
      'two: An event',
    ])
  })
})

describe('tags that disagree', () => {
  test('a ctag that stands still while the token moves: the changes are asked for', async () => {
    await putEvent('ada', story.path, 'five')
    story.setting.proxy.fault({ method: 'PROPFIND' }, withTags({ ctag: counter(5), syncToken: counter(6) }))
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged([`${story.path}five.ics`], counter(6)))
    await story.sync()
    expect(await story.uids()).toEqual(['five', 'four', 'one', 'three', 'two'])
    expect(await token()).toBe(counter(6))
  })

  test('a token that moves without a change costs one small request, not a listing', async () => {
    story.setting.proxy.fault({ method: 'PROPFIND' }, withTags({ ctag: counter(5), syncToken: counter(6) }))
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged([], counter(6)))
    await story.sync()
    expect(story.reports()).toEqual(['sync-collection'])
    expect(await token()).toBe(counter(6))
  })

  test('a ctag that moves while nothing is named: the etags are compared', async () => {
    await putEvent('ada', story.path, 'one', { SUMMARY: 'Changed' })
    story.setting.proxy.fault({ method: 'PROPFIND' }, withTags({ ctag: counter(6), syncToken: counter(5) }))
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged([], counter(5)))
    await story.sync()
    expect(story.reports()).toEqual(['sync-collection', 'calendar-query', 'calendar-multiget'])
    expect((await story.rows()).find(({ uid }) => uid === 'one')?.title).toBe('Changed')
  })

  test('a token that moves on a server without ctags while nothing is named: the etags are compared', async () => {
    await putEvent('ada', story.path, 'five')
    story.setting.proxy.fault({ method: 'PROPFIND' }, withoutElements('getctag'))
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged([], counter(3)))
    await story.sync()
    expect(await story.uids()).toEqual(['five', 'four', 'one', 'three', 'two'])
  })
})

test.each([
  ['a ctag', 513, 0],
  ['a token', 0, 2049],
  ['both', 513, 2049],
])('%s longer than any server’s: the calendar is followed without', async (_, ctagLength, tokenLength) => {
  for (const [index, uid] of ['five', 'six'].entries()) {
    const [ctag, syncToken] = [ctagLength, tokenLength].map((length) => counter(6 + index).padEnd(length, '0')) as [
      string,
      string,
    ]
    story.setting.proxy.reset()
    story.setting.proxy.fault({ method: 'PROPFIND' }, withTags({ ctag, syncToken }))
    story.setting.proxy.fault({ body: /sync-collection/ }, namesAsChanged([], syncToken))
    await putEvent('ada', story.path, uid)
    await story.sync()
    expect(await story.uids()).toContain(uid)
  }
})
