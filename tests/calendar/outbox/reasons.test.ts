import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars } from '../../../src/platform/db/schema'
import { removeAt } from '../../support/caldav'
import { answer, cutBefore } from '../../support/proxy'
import { CHOIR_LINES, pathOf, setScene } from './setting'

const scene = setScene()
beforeEach(async () => {
  await scene.diary.put(scene.calendar, 'choir', CHOIR_LINES)
  scene.diary.proxy.reset()
})

async function reasonOf(uid: string) {
  await scene.diary.drain.drain()
  const { status, errorCode } = await scene.diary.status(scene.ada, uid)
  return `${status} ${errorCode}`
}
const create = async () => (await scene.create()).uid
const edit = async () => (await scene.edit('choir', { title: 'Choir practice' })).uid
const refusal = (status: number, body = '') =>
  answer(status, { headers: { 'content-type': 'application/xml; charset=utf-8' }, body })
const davError = (condition: string) =>
  `<?xml version="1.0"?><D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${condition}<D:responsedescription>leaky server text</D:responsedescription></D:error>`

describe('a write into a calendar that was removed', () => {
  test.each([403, 404, 405, 409, 410])('says so, also where the server answers %d', async (status) => {
    const uid = await create()
    await removeAt('ada', pathOf(scene.calendar))
    scene.diary.proxy.fault({ method: 'PUT' }, answer(status))
    expect(await reasonOf(uid)).toBe('failed calendarGone')
    expect(scene.sent('PROPFIND')).toHaveLength(1)
  })

  test('says so in what the server answers by itself', async () => {
    const uid = await create()
    await removeAt('ada', pathOf(scene.calendar))
    expect(await reasonOf(uid)).toBe('failed calendarGone')
  })
})

describe('a write into a calendar that is there', () => {
  test.each<[number, string]>([
    [403, 'notAllowed'],
    [404, 'refused'],
    [405, 'refused'],
    [409, 'contradicts'],
    [410, 'refused'],
  ])('that is answered with %d does not say that the calendar is gone', async (status, code) => {
    scene.diary.proxy.fault({ method: 'PUT' }, answer(status))
    expect(await reasonOf(await create())).toBe(`failed ${code}`)
  })

  test('does not say so either when nobody can be asked', async () => {
    scene.diary.proxy.fault({ method: 'PUT' }, answer(404))
    scene.diary.proxy.fault({ method: 'PROPFIND' }, cutBefore())
    expect(await reasonOf(await create())).toBe('failed refused')
  })
})

test.each([404, 410])(
  'a change of an event that was removed elsewhere says so, where the server answers %d',
  async (status) => {
    const uid = await edit()
    await removeAt('ada', `${pathOf(scene.calendar)}choir.ics`)
    scene.diary.proxy.fault({ method: 'PUT' }, answer(status))
    expect(await reasonOf(uid)).toBe('failed gone')
    expect(await scene.diary.cached(scene.calendar, 'choir')).toBeUndefined()
  },
)

describe('a refusal that names its rule is told by that, whatever its status', () => {
  test.each<[string, number, string]>([
    ['<C:valid-calendar-data/>', 403, 'notAccepted'],
    ['<C:supported-calendar-data/>', 403, 'notAccepted'],
    ['<C:valid-calendar-object-resource/>', 409, 'notAccepted'],
    ['<C:supported-calendar-component/>', 403, 'notAccepted'],
    ['<C:max-instances/>', 403, 'notAccepted'],
    ['<C:max-resource-size/>', 403, 'tooLarge'],
    ['<C:no-uid-conflict><D:href>/ada/x/y.ics</D:href></C:no-uid-conflict>', 403, 'contradicts'],
    ['<C:unique-scheduling-object-resource/>', 403, 'contradicts'],
    ['<D:need-privileges/>', 403, 'notAllowed'],
    ['<C:never-heard-of/>', 403, 'notAllowed'],
    ['<valid-calendar-data xmlns="urn:somebody-elses"/>', 403, 'notAllowed'],
  ])('%s', async (condition, status, code) => {
    scene.diary.proxy.fault({ method: 'PUT' }, refusal(status, davError(condition)))
    const uid = await create()
    expect(await reasonOf(uid)).toBe(`failed ${code}`)
    expect(JSON.stringify([await scene.diary.rows(), scene.diary.logLines])).not.toContain('leaky')
  })

  test.each([
    '<D:error xmlns:D="DAV:">',
    '<!DOCTYPE html><error/>',
    `${davError('<C:valid-calendar-data/>')}${' '.repeat(100_000)}`,
  ])('and by its status where the body is none (%#)', async (body) => {
    scene.diary.proxy.fault({ method: 'PUT' }, refusal(403, body))
    expect(await reasonOf(await create())).toBe('failed notAllowed')
  })
})

describe('the log', () => {
  /** What it says of writes that were given up, in the order of the rows. */
  function givenUp() {
    const lines = scene.diary.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    return lines.flatMap(({ level, message, outboxId, memberId, status, reason }) =>
      message === 'a write was given up' ? [{ level, outboxId, memberId, status, reason }] : [],
    )
  }
  async function expected(...ends: [status: string, reason: string][]) {
    const rows = (await scene.diary.rows()).slice(-ends.length)
    return ends.map(([status, reason], index) => ({
      level: 'warn',
      outboxId: rows[index]!.id,
      memberId: scene.ada.id,
      status,
      reason,
    }))
  }

  test('names a write that was given up by its reason’s word', async () => {
    scene.diary.proxy.fault({ method: 'PUT' }, refusal(403, davError('<C:valid-calendar-data/>')))
    await create()
    await scene.diary.drain.drain()
    expect(givenUp()).toEqual(await expected(['failed', 'notAccepted']))
  })

  test('one that nobody answered, too, once', async () => {
    scene.diary.proxy.fault({ method: 'PUT' }, answer(500))
    await create()
    for (let attempt = 0; attempt < 5; attempt++) {
      await scene.diary.drain.drain()
      scene.diary.clock.advance(900_000)
    }
    expect(givenUp()).toEqual(await expected(['dead', 'unanswered']))
  })

  test('and what depends on it', async () => {
    const work = await scene.diary.calendar('ada')
    scene.diary.proxy.fault({ method: 'PUT' }, answer(403))
    await scene.edit('choir', { calendarUrl: work.url })
    await scene.diary.drain.drain()
    expect(givenUp()).toEqual(await expected(['failed', 'notAllowed'], ['failed', 'notCopied']))
  })

  test('and what was to go into a calendar that has gone', async () => {
    await create()
    await scene.diary.done(scene.ada, 'DELETE /api/events/choir')
    await scene.diary.ctx.db.delete(calendars).where(eq(calendars.id, scene.calendar.id))
    await scene.diary.drain.drain()
    const [change, removal] = await scene.diary.rows()
    expect([change!.status, removal!.status]).toEqual(['failed', 'done'])
    expect(givenUp()).toMatchObject([{ outboxId: change!.id, status: 'failed', reason: 'calendarGone' }])
  })

  test('says nothing of what was done', async () => {
    await create()
    await scene.diary.drain.drain()
    expect(givenUp()).toEqual([])
  })
})
