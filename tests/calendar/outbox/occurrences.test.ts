/** Writes of two occurrences of one series stand beside each other; a write of the series is about them all. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { concerns, covers, type EventRef, wholeEvent } from '../../../src/calendar/event-ref'
import { concerning, coveredBy, covering } from '../../../src/calendar/outbox/event-rows'
import { sendRow } from '../../../src/calendar/outbox/send-row'
import { syncStatus } from '../../../src/calendar/outbox/status'
import { outbox } from '../../../src/platform/db/schema'
import { answer, loseAnswer } from '../../support/proxy'
import { CHOIR_LINES, setScene } from './setting'

const scene = setScene()
const FIRST = '2026-12-01T18:00:00.000Z'
const SECOND = '2026-12-08T18:00:00.000Z'
const choir = (recurrenceId: string | null = null): EventRef => ({ ...wholeEvent('choir'), recurrenceId })

beforeEach(() => scene.diary.put(scene.calendar, 'choir', { ...CHOIR_LINES, RRULE: 'FREQ=WEEKLY' }))

const change = ({ recurrenceId }: EventRef, title: string) =>
  recurrenceId === null
    ? scene.edit('choir', { title, recurrence: 'weekly' })
    : scene.editFrom({ recurrenceId, range: 'this' }, { title })
const status = async (event: EventRef) => (await syncStatus(scene.diary.ctx, scene.ada.id, event)).status
/** Each row: what it speaks of, how it stands, and why. */
const rows = async () =>
  (await scene.diary.rows()).map(({ recurrenceId, status, errorCode }) => [recurrenceId, status, errorCode])

describe('a write of one occurrence that cannot be made', () => {
  beforeEach(async () => {
    const allow = scene.diary.proxy.fault({ method: 'PUT', times: 1 }, answer(413))
    await change(choir(FIRST), 'Concert')
    await change(choir(SECOND), 'Rehearsal')
    await scene.diary.drain.drain()
    allow()
  })

  test('takes none of another one with it', async () => {
    expect(await rows()).toEqual([
      [FIRST, 'failed', 'tooLarge'],
      [SECOND, 'done', null],
    ])
    expect([await status(choir(FIRST)), await status(choir(SECOND)), await status(choir())]).toEqual([
      'failed',
      'done',
      'failed',
    ])
  })

  test('stays when another one is written, and gives way to the next of its own', async () => {
    await change(choir(SECOND), 'Rehearsal again')
    expect((await rows())[0]).toEqual([FIRST, 'failed', 'tooLarge'])
    await change(choir(FIRST), 'Concert again')
    expect(await rows()).toEqual([
      [SECOND, 'done', null],
      [SECOND, 'pending', null],
      [FIRST, 'pending', null],
    ])
  })

  test('gives way to a write of the series', async () => {
    await change(choir(), 'Choir of the town')
    expect(await rows()).toEqual([
      [SECOND, 'done', null],
      [null, 'pending', null],
    ])
  })
})

test('one is not sent while another may have been, whoever has planned it before', async () => {
  const { ctx, drain, proxy } = scene.diary
  proxy.fault({ method: 'PUT', times: 1 }, async (exchange) => {
    proxy.fault({}, answer(503))
    return loseAnswer()(exchange)
  })
  await change(choir(FIRST), 'Concert')
  await change(choir(SECOND), 'Rehearsal')
  await drain.drain()
  proxy.reset()
  const [, second] = await scene.diary.rows()
  expect(await sendRow(ctx, second!.id, 'another drain')).toBe('pending')
  expect(scene.sent('PUT')).toEqual([])
  scene.diary.clock.advance(15_000)
  await drain.drain()
  expect(await rows()).toEqual([
    [FIRST, 'done', null],
    [SECOND, 'done', null],
  ])
})

test('a write of the series that cannot be made takes those of its occurrences behind it with it, and stays', async () => {
  scene.diary.proxy.fault({ method: 'PUT', times: 1 }, answer(413))
  await change(choir(), 'Choir of the town')
  await change(choir(FIRST), 'Concert')
  await scene.diary.drain.drain()
  const failed = [
    [null, 'failed', 'tooLarge'],
    [FIRST, 'failed', 'earlier'],
  ]
  expect(await rows()).toEqual(failed)
  await change(choir(SECOND), 'Rehearsal')
  expect(await rows()).toEqual([...failed, [SECOND, 'pending', null]])
})

test('the database finds what the functions say', async () => {
  const { ctx } = scene.diary
  for (const title of ['one', 'two', 'three', 'four', 'five']) await scene.create({ title })
  const names = [choir(), choir(FIRST), choir(SECOND), wholeEvent('chorus'), { ...choir(FIRST), uid: 'chorus' }]
  const { id: calendarId } = scene.calendar
  const kept: (EventRef & { id: number })[] = []
  for (const [at, { id }] of (await scene.diary.rows()).entries()) {
    // The last one's calendar is gone.
    const row = { ...names[at]!, calendarId: at === 4 ? null : calendarId }
    await ctx.db.update(outbox).set(row).where(eq(outbox.id, id))
    kept.push({ id, ...row })
  }
  for (const name of names) {
    for (const event of [name, { ...name, calendarId }, { ...name, calendarId: calendarId + 1 }]) {
      const found = async (condition: ReturnType<typeof concerning>) =>
        (await ctx.db.select({ id: outbox.id }).from(outbox).where(condition)).map(({ id }) => id).sort()
      const expected = (isMeant: (row: EventRef) => boolean) =>
        kept.flatMap((row) => (isMeant(row) ? [row.id] : [])).sort()
      expect(await found(coveredBy(event))).toEqual(expected((row) => covers(event, row)))
      expect(await found(covering(event))).toEqual(expected((row) => covers(row, event)))
      expect(await found(concerning(event))).toEqual(expected((row) => concerns(event, row)))
    }
  }
})
