import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { wholeEvent } from '../../../src/calendar/event-ref'
import { createDrain } from '../../../src/calendar/outbox/drain'
import { poll } from '../../../src/calendar/sync'
import { calendars } from '../../../src/platform/db/schema'
import { giveAccount, removeAt, removeCalendars } from '../../support/caldav'
import { answer, holdAnswer } from '../../support/proxy'
import { CHOIR, CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
// What other tests have left there would be polled, too.
beforeAll(() => removeCalendars('ada'))

const GONE = {
  status: 'failed',
  error: 'The calendar does not exist on the server any more.',
  errorCode: 'calendarGone',
}

/** The calendar disappears from the server, and two polls agree that it has. */
async function vanish() {
  await removeAt('ada', pathOf(scene.calendar))
  await poll(scene.diary.ctx)
  scene.diary.clock.advance(5 * 60 * 1000)
  await poll(scene.diary.ctx)
  expect(await scene.diary.ctx.db.select().from(calendars).where(eq(calendars.id, scene.calendar.id))).toEqual([])
}

const status = (uid: string) => scene.diary.status(scene.ada, uid)

describe('a write whose calendar disappears', () => {
  test('fails when it would have put something there, and its author hears of it', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    const { uid } = await scene.create()
    await scene.edit('choir', { title: 'Choir practice' })
    await vanish()
    expect((await status(uid)).status).toBe('pending')
    await scene.diary.drain.drain()
    expect([await status(uid), await status('choir')]).toEqual([
      { uid, ...GONE },
      { uid: 'choir', ...GONE },
    ])
    // Of two writes that end at once one is perhaps told by the next look.
    await scene.diary.ctx.relay.looked()
    expect(scene.diary.announced).toContainEqual({
      topic: 'sync-status',
      memberId: scene.ada.id,
      event: wholeEvent(uid),
      status: 'failed',
    })
    expect(scene.sent('PUT')).toEqual([])
  })

  test('is done when it was to remove what is gone now', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    await vanish()
    await scene.diary.drain.drain()
    expect(await status('choir')).toEqual({ uid: 'choir', status: 'done' })
  })

  test('still says why it failed before', async () => {
    scene.diary.proxy.fault({ method: 'PUT' }, answer(413))
    const { uid } = await scene.create()
    await scene.diary.drain.drain()
    await vanish()
    await scene.diary.drain.drain()
    expect(await status(uid)).toMatchObject({ status: 'failed', errorCode: 'tooLarge' })
  })

  test('is left to the drain that is sending it', async () => {
    const held = holdAnswer()
    scene.diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    const { uid } = await scene.create()
    const draining = scene.diary.drain.drain()
    await held.arrived
    await scene.diary.ctx.db.delete(calendars)
    await createDrain(scene.diary.ctx).drain()
    expect((await status(uid)).status).toBe('pending')
    held.release()
    await draining
    expect((await status(uid)).status).toBe('done')
  })
})

describe('a write to the server of an account that has been given up', () => {
  const giveUp = () => giveAccount(scene.diary.ctx, scene.ada.id, 'ada', 'https://calendars.example/')

  test.each([
    ['a new event', () => scene.create()],
    ['a change', () => scene.edit('choir', { title: 'Choir practice' })],
    ['a removal', () => scene.diary.done<{ uid: string }>(scene.ada, 'DELETE /api/events/choir')],
  ])('%s waits, and that server never hears the new password', async (_, queue) => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    await queue()
    await giveUp()
    scene.diary.proxy.reset()
    await scene.diary.drain.drain()
    expect(await scene.statuses()).toEqual(['pending'])
    expect(scene.diary.proxy.requests).toEqual([])
  })

  test('goes out when the former account is connected again', async () => {
    const { uid } = await scene.create()
    await giveUp()
    await scene.diary.drain.drain()
    await giveAccount(scene.diary.ctx, scene.ada.id, 'ada', scene.diary.proxy.url)
    await scene.diary.drain.drain()
    expect((await status(uid)).status).toBe('done')
    expect(await scene.count()).toBe(1)
  })
})

describe('a move', () => {
  test('out of a calendar that disappears saves the event', async () => {
    await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
    const work = await scene.diary.calendar('ada')
    const { uid } = await scene.edit('choir', { calendarUrl: work.url })
    await vanish()
    await scene.diary.drain.drain()
    expect([(await status(uid)).status, (await status('choir')).status]).toEqual(['done', 'done'])
    expect(await scene.count(work)).toBe(1)
  })

  test('into one that disappears leaves the event where it is', async () => {
    const home = await scene.diary.calendar('ada')
    await scene.diary.put(home, 'choir', CHOIR_LINES)
    const { uid } = await scene.edit('choir', { calendarUrl: scene.calendar.url })
    await vanish()
    await scene.diary.drain.drain()
    await scene.diary.drain.drain()
    expect([await status(uid), await status('choir')]).toMatchObject([
      { errorCode: 'calendarGone' },
      { errorCode: 'notCopied' },
    ])
    expect(await scene.count(home)).toBe(1)
  })
})

test('an old loss does not outlive a new write of the event', async () => {
  await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  await scene.edit('choir', { title: 'Choir practice' })
  await vanish()
  await scene.diary.drain.drain()
  expect(await status('choir')).toMatchObject(GONE)
  const again = await scene.diary.calendar('ada')
  await scene.diary.put(again, 'choir', CHOIR_LINES)
  const request = `PATCH /api/events/choir/edit?calendarId=${again.id}`
  await scene.diary.done(scene.ada, request, { ...CHOIR, title: 'Choir practice' })
  await scene.diary.drain.drain()
  expect((await status('choir')).status).toBe('done')
})
