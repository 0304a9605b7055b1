/** An event that is moved to another calendar stands once, whatever becomes of the removal in its old place. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { giveAccount, putText, removeAt } from '../../support/caldav'
import type { CalendarRow } from '../../support/diary'
import { answer, holdRequest, loseAnswer } from '../../support/proxy'
import { CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
let work: CalendarRow

beforeEach(async () => {
  work = await scene.diary.calendar('ada')
  await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  scene.diary.proxy.reset()
})

const original = () => `${pathOf(scene.calendar)}choir.ics`
const move = (form: object = {}) => scene.edit('choir', { ...form, calendarUrl: work.url })
const counts = async () => [await scene.count(scene.calendar), await scene.count(work)]
const writes = async () =>
  (await scene.diary.done<{ writes: { id: number; status: string }[] }>(scene.ada, 'GET /api/me/writes')).writes
const retry = async (id?: number) =>
  scene.diary.request(scene.ada, `POST /api/me/writes/${id ?? (await writes())[0]!.id}/retry`)
const discard = async (id?: number) =>
  scene.diary.request(scene.ada, `DELETE /api/me/writes/${id ?? (await writes())[0]!.id}`)

/** The removal in the old place, which is read-only now. */
const refuseRemoval = () => scene.diary.proxy.fault({ method: 'DELETE', path: /choir/ }, answer(403))

/** Passes until nothing waits any more, as time goes by. */
async function settle() {
  for (let pass = 0; pass < 12 && (await scene.statuses()).includes('pending'); pass++) {
    await scene.diary.drain.drain()
    scene.diary.clock.advance(900_000)
  }
}

/** What stands on the server, read anew. */
async function standing() {
  for (const calendar of [scene.calendar, work]) await scene.diary.sync(calendar)
  const seen = await scene.diary.occurrences(scene.ada, '2026-12-01', '2026-12-02')
  return seen.map(({ calendarId, title }) => [calendarId === work.id ? 'work' : 'home', title]).sort()
}

/** Another application changes what the move has made. */
async function changeCopy(uid: string) {
  const { href } = (await scene.diary.rows(uid))[0]!
  await putText('ada', href, (await scene.diary.onServer(href))!.replace(/SUMMARY:.*?\r\n/, 'SUMMARY:Elsewhere\r\n'))
}

describe('a move out of a calendar that is read-only now', () => {
  test('leaves the event where it was, and says so', async () => {
    refuseRemoval()
    await move({ title: 'Choir at work' })
    await settle()
    expect(await standing()).toEqual([['home', 'Choir']])
    expect(await writes()).toMatchObject([{ status: 'failed' }])
  })

  test('that is then asked for again, or changed, by a device that has not heard of it: it stands once', async () => {
    refuseRemoval()
    await move()
    await settle()
    await move({ title: 'Once more' })
    await settle()
    expect(await standing()).toEqual([['home', 'Choir']])
    await scene.edit('choir', { title: 'Concert' })
    await settle()
    expect(await standing()).toEqual([['home', 'Concert']])
  })

  test('is made by a retry once it is allowed', async () => {
    const allow = refuseRemoval()
    await move({ title: 'Choir at work' })
    await settle()
    allow()
    expect((await retry()).status).toBe(202)
    await settle()
    expect(await standing()).toEqual([['work', 'Choir at work']])
    expect(await writes()).toEqual([])
  })

  test('keeps what a calendar client has said of the copy meanwhile, and says so', async () => {
    const allow = refuseRemoval()
    scene.diary.proxy.fault({ method: 'DELETE', path: /choir/, times: 1 }, answer(503))
    const { uid } = await move()
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, async ({ forward }) => {
      const done = await forward()
      await changeCopy(uid)
      return done
    })
    await settle()
    expect(await standing()).toEqual([
      ['home', 'Choir'],
      ['work', 'Elsewhere'],
    ])
    expect(await writes()).toMatchObject([{ status: 'failed' }])
    allow()
    await retry()
    await settle()
    expect(await standing()).toEqual([['work', 'Elsewhere']])
    expect(await writes()).toEqual([])
  })
})

test('of an event that was changed elsewhere behind the copy, it stays as it is now and a retry moves that', async () => {
  await move()
  scene.diary.proxy.fault({ method: 'DELETE', path: /choir/, times: 1 }, async ({ forward }) => {
    await putText('ada', original(), (await scene.diary.onServer(original()))!.replace('SUMMARY:Choir', 'SUMMARY:New'))
    return forward()
  })
  await settle()
  expect(await standing()).toEqual([['home', 'New']])
  await retry()
  await settle()
  expect(await standing()).toEqual([['work', 'New']])
})

describe('a move that is given up though its copy has landed', () => {
  /** The copy is written, and then nothing answers any more. */
  async function giveUp(form: object = {}) {
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, async (exchange) => {
      scene.diary.proxy.fault({}, answer(503))
      return loseAnswer()(exchange)
    })
    const { uid } = await move(form)
    for (let attempt = 1; attempt <= 5; attempt++) {
      await scene.diary.drain.drain()
      scene.diary.clock.advance(900_000)
    }
    expect(await writes()).toContainEqual(expect.objectContaining({ status: 'dead' }))
    expect(await counts()).toEqual([1, 1])
    scene.diary.proxy.reset()
    return uid
  }
  const ofMove = async () => (await writes()).at(-1)!.id

  test('stands in its old place once the server answers', async () => {
    await giveUp()
    await settle()
    expect(await standing()).toEqual([['home', 'Choir']])
  })

  test('is finished by a retry at once, without a second copy', async () => {
    await giveUp({ title: 'Choir at work' })
    expect((await retry(await ofMove())).status).toBe(202)
    await settle()
    expect(await standing()).toEqual([['work', 'Choir at work']])
    expect(await writes()).toEqual([])
  })

  test('and by one after the copy is gone', async () => {
    await giveUp({ title: 'Choir at work' })
    await settle()
    expect((await retry(await ofMove())).status).toBe(202)
    await settle()
    expect(await standing()).toEqual([['work', 'Choir at work']])
  })

  test('is not tried again while its copy is just being taken back', async () => {
    await giveUp()
    const held = holdRequest()
    scene.diary.proxy.fault({ method: 'DELETE', times: 1 }, held.fault)
    const drained = scene.diary.drain.drain()
    await held.arrived
    expect((await retry(await ofMove())).status).toBe(409)
    held.release()
    await drained
    expect(await standing()).toEqual([['home', 'Choir']])
  })

  test('is discarded: it stands where it stood', async () => {
    await giveUp()
    expect((await discard(await ofMove())).status).toBe(200)
    await settle()
    expect(await standing()).toEqual([['home', 'Choir']])
    expect(await writes()).toEqual([])
  })

  test('and whose original is gone meanwhile: the copy stays', async () => {
    await giveUp()
    await removeAt('ada', original())
    await discard(await ofMove())
    await settle()
    expect(await standing()).toEqual([['work', 'Choir']])
    expect(await writes()).toEqual([])
  })

  test('and whose calendar is gone meanwhile: the copy stays', async () => {
    await giveUp()
    await removeAt('ada', pathOf(scene.calendar))
    await discard(await ofMove())
    await settle()
    await scene.diary.sync(work)
    expect(await scene.count(work)).toBe(1)
  })

  test('and whose copy a client has changed meanwhile: nothing of that is lost', async () => {
    const uid = await giveUp()
    await changeCopy(uid)
    await discard(await ofMove())
    await settle()
    expect(await standing()).toEqual([
      ['home', 'Choir'],
      ['work', 'Elsewhere'],
    ])
    expect(await writes()).toMatchObject([{ status: 'failed' }])
    // Whoever tries that again has seen what was changed.
    await retry()
    await settle()
    expect(await standing()).toEqual([['home', 'Choir']])
  })

  test('stands once, too, when the server goes on being silent for hours', async () => {
    await giveUp()
    const isBack = scene.diary.proxy.fault({}, answer(503))
    await settle()
    expect(await counts()).toEqual([1, 1])
    isBack()
    await settle()
    expect(await standing()).toEqual([['home', 'Choir']])
  })

  test('stands once, too, when the server takes the password again by which the copy is taken back', async () => {
    await giveUp()
    scene.diary.proxy.fault({ method: 'DELETE' }, answer(401))
    scene.diary.proxy.fault({ method: 'PROPFIND' }, answer(401))
    await settle()
    expect(await counts()).toEqual([1, 1])
    scene.diary.proxy.reset()
    await giveAccount(scene.diary.ctx, scene.ada.id, 'ada', scene.diary.proxy.url)
    await settle()
    expect(await standing()).toEqual([['home', 'Choir']])
  })

  test('and that goes elsewhere before its copy can be taken back, stands there alone', async () => {
    const third = await scene.diary.calendar('ada')
    await giveUp()
    const isBack = scene.diary.proxy.fault({ path: new RegExp(pathOf(work)) }, answer(503))
    await scene.edit('choir', { calendarUrl: third.url })
    for (let pass = 0; pass < 2; pass++) await scene.diary.drain.drain()
    expect([...(await counts()), await scene.count(third)]).toEqual([0, 1, 1])
    isBack()
    await settle()
    expect([...(await counts()), await scene.count(third)]).toEqual([0, 0, 1])
  })

  describe('and whose copy cannot be taken back, either', () => {
    let uid: string
    beforeEach(async () => {
      uid = await giveUp()
      const allow = scene.diary.proxy.fault({ method: 'DELETE' }, answer(403))
      await settle()
      expect(await counts()).toEqual([1, 1])
      allow()
    })

    test('stands once when the move is discarded', async () => {
      expect((await discard(await ofMove())).status).toBe(200)
      await settle()
      expect(await standing()).toEqual([['home', 'Choir']])
      expect(await writes()).toEqual([])
    })

    test('stands once when it is changed in its old place', async () => {
      await scene.edit('choir', { title: 'Concert' })
      await settle()
      expect(await standing()).toEqual([['home', 'Concert']])
      expect(await writes()).toEqual([])
    })

    test('loses nothing of what is changed in the copy, and both stand until its author decides', async () => {
      await scene.diary.sync(work)
      await scene.edit(encodeURIComponent(uid), { title: 'Concert' })
      await settle()
      expect(await standing()).toEqual([
        ['home', 'Choir'],
        ['work', 'Concert'],
      ])
      expect(await writes()).toContainEqual(expect.objectContaining({ status: 'dead' }))
    })
  })

  test('and is changed in its old place by a device that knows it there: it stands once', async () => {
    await giveUp()
    await scene.edit('choir', { title: 'Concert' })
    await settle()
    expect(await standing()).toEqual([['home', 'Concert']])
  })
})

describe('a move whose removal is given up without an answer', () => {
  /** The copy stands; the removal is sent, made or not, and then nothing answers any more. */
  async function giveUp(isMade: boolean) {
    scene.diary.proxy.fault({ method: 'DELETE', path: /choir/, times: 1 }, async (exchange) => {
      scene.diary.proxy.fault({}, answer(503))
      return isMade ? loseAnswer()(exchange) : 'cut'
    })
    await move({ title: 'Choir at work' })
    for (let attempt = 1; attempt <= 5; attempt++) {
      await scene.diary.drain.drain()
      scene.diary.clock.advance(900_000)
    }
    scene.diary.proxy.reset()
  }

  test.each([
    [true, 'work', 'Choir at work'],
    [false, 'home', 'Choir'],
  ] as const)('made: %p, it stands once in %s', async (isMade, place, title) => {
    await giveUp(isMade)
    await settle()
    expect(await standing()).toEqual([[place, title]])
  })

  test.each([true, false])('made: %p, and is finished by a retry', async (isMade) => {
    await giveUp(isMade)
    await retry((await writes()).at(-1)!.id)
    await settle()
    expect(await standing()).toEqual([['work', 'Choir at work']])
    expect(await writes()).toEqual([])
  })
})

test('a move that is tried again does not forget one that waited behind it', async () => {
  const third = await scene.diary.calendar('ada')
  scene.diary.proxy.fault({ method: 'DELETE', path: /choir/, times: 1 }, answer(503))
  const { uid } = await move()
  await scene.diary.drain.drain()
  await scene.edit(encodeURIComponent(uid), { title: 'Third', calendarUrl: third.url })
  refuseRemoval()
  await settle()
  expect(await standing()).toEqual([['home', 'Choir']])
  scene.diary.proxy.reset()
  for (const { id } of (await writes()).toReversed()) {
    await retry(id)
    await settle()
  }
  expect([...(await counts()), await scene.count(third)]).toEqual([0, 0, 1])
})

test('a move that is undone behind a second one takes back what that has made', async () => {
  const third = await scene.diary.calendar('ada')
  scene.diary.proxy.fault({ method: 'DELETE', path: /choir/, times: 1 }, answer(503))
  const { uid } = await move()
  await scene.diary.drain.drain()
  await scene.edit(encodeURIComponent(uid), { title: 'Third', calendarUrl: third.url })
  await scene.diary.drain.drain()
  expect([...(await counts()), await scene.count(third)]).toEqual([1, 0, 1])
  refuseRemoval()
  await settle()
  expect([...(await counts()), await scene.count(third)]).toEqual([1, 0, 0])
  scene.diary.proxy.reset()
  for (const { id } of (await writes()).toReversed()) {
    await retry(id)
    await settle()
  }
  expect([...(await counts()), await scene.count(third)]).toEqual([0, 0, 1])
})

test('what a move that is undone had made elsewhere, unseen, is taken back for where the event stays', async () => {
  const [third, fourth] = [await scene.diary.calendar('ada'), await scene.diary.calendar('ada')]
  const path = pathOf(third)
  // The first removal waits for a day.
  const wait = answer(503, { headers: { 'retry-after': '86400' } })
  scene.diary.proxy.fault({ method: 'DELETE', path: /choir/, times: 1 }, wait)
  const uid = encodeURIComponent((await move()).uid)
  await scene.diary.drain.drain()
  // A second move gives its copy up, which nobody has seen.
  const isThird = new RegExp(path)
  scene.diary.proxy.fault({ method: 'PUT', path: isThird, times: 1 }, async (exchange) => {
    scene.diary.proxy.fault({ path: isThird }, answer(503))
    return loseAnswer()(exchange)
  })
  await scene.edit(uid, { calendarUrl: third.url })
  for (let attempt = 1; attempt <= 5; attempt++) {
    await scene.diary.drain.drain()
    scene.diary.clock.advance(900_000)
  }
  expect([...(await counts()), await scene.count(third)]).toEqual([1, 1, 1])
  await scene.edit(uid, { calendarUrl: fourth.url })
  for (let pass = 0; pass < 2; pass++) await scene.diary.drain.drain()
  expect([...(await counts()), await scene.count(third), await scene.count(fourth)]).toEqual([1, 0, 1, 1])
  refuseRemoval()
  scene.diary.clock.advance(86_400_000)
  await scene.diary.drain.drain()
  scene.diary.proxy.reset()
  refuseRemoval()
  await settle()
  expect([...(await counts()), await scene.count(third), await scene.count(fourth)]).toEqual([1, 0, 0, 0])
})
