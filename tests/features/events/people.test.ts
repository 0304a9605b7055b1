import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Person } from '../../../src/features/people/model'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { ask, type Member } from '../../support/cast'
import { type CalendarRow, type Diary, FORM, openDiary } from '../../support/diary'

let diary: Diary
let family: CalendarRow
let ada: Member
let ben: Member
let adas: number
let bens: number

beforeAll(async () => {
  diary = await openDiary()
  ;({ ada, ben } = diary.cast)
  const { people } = await diary.done<{ people: Person[] }>(ada, 'GET /api/people')
  const personOf = ({ id }: Member) => people.find(({ memberId }) => memberId === id)!.id
  ;[adas, bens] = [personOf(ada), personOf(ben)]
})
afterAll(() => diary.close())
beforeEach(async () => {
  await diary.ctx.db.delete(outbox)
  await diary.ctx.db.delete(calendars)
  family = await diary.calendar('ada', { isShared: true })
  diary.proxy.reset()
})

type Form = Record<string, unknown>
type Clash = { error: string; current: Form }

const addPerson = async (name: string) => (await diary.done<Person>(ada, 'POST /api/people', { name })).id
const removePerson = (id: number) => diary.done(ada, `DELETE /api/people/${id}`)
const create = async (personIds?: number[]) => {
  const form = { ...FORM, calendarUrl: family.url, ...(personIds && { personIds }) }
  const { uid } = await diary.done(ada, 'POST /api/events/create', form)
  return uid
}
const edit = (who: Member, uid: string, body: object, range = '') =>
  diary.request<Clash & { uid: string }>(who, `PATCH /api/events/${encodeURIComponent(uid)}/edit${range}`, body)
const read = (uid: string, who = ada) => diary.done<Form>(who, `GET /api/events/${encodeURIComponent(uid)}/edit`)
const whom = async (uid: string) => (await read(uid)).personIds
const sent = async (uid: string) => {
  await diary.drain.drain()
  expect(await diary.status(ada, uid)).toEqual({ uid, status: 'done' })
}
/** The CATEGORIES on the server, as they stand. */
const categories = async (uid: string) => {
  const { href } = (await diary.cached(family, uid))!
  return ((await diary.onServer(href)) ?? '').match(/^CATEGORIES.*$/gm)?.map((line) => line.trim()) ?? []
}

describe('whom an event is for', () => {
  test('is written by name and read back', async () => {
    const uid = await create([bens, adas, bens])
    await sent(uid)
    expect(await categories(uid)).toEqual(['CATEGORIES:Ada,Ben'])
    expect(await whom(uid)).toEqual([adas, bens])
  })

  test('is two people, also where somebody bears both their names with a comma', async () => {
    const both = await addPerson('Ada,Ben')
    for (const personIds of [[adas, bens], [both], [adas, bens, both]]) {
      const uid = await create(personIds)
      await sent(uid)
      expect(await whom(uid)).toEqual(personIds)
    }
    await removePerson(both)
  })

  test('is nobody in particular unless somebody is named', async () => {
    for (const uid of [await create(), await create([])]) {
      await sent(uid)
      expect([await categories(uid), await whom(uid)]).toEqual([[], []])
    }
  })

  test('stays on an edit that does not say, and goes on one that says nobody', async () => {
    const uid = await create([bens])
    await sent(uid)
    await edit(ada, uid, { ...FORM, title: 'Tea' })
    await sent(uid)
    expect(await whom(uid)).toEqual([bens])
    await edit(ada, uid, { ...FORM, title: 'Tea', personIds: [] })
    await sent(uid)
    expect([await whom(uid), await categories(uid)]).toEqual([[], []])
  })

  test('is said of an event of another application, beside what that says', async () => {
    await diary.put(family, 'choir', { CATEGORIES: 'Music,ben' })
    expect(await whom('choir')).toEqual([bens])
    await edit(ada, 'choir', { ...FORM, personIds: [adas] })
    await sent('choir')
    expect(await categories('choir')).toEqual(['CATEGORIES:Music,Ada'])
  })

  test.each<[string, unknown]>([
    ['somebody who is not there', [99_999]],
    ['an id that is none', ['1']],
    ['no list', 1],
    ['nothing', null],
    ['more than fifty', Array.from({ length: 51 }, (_, at) => at + 1)],
  ])('%s is refused', async (_, personIds) => {
    const refused = { status: 400, body: { error: expect.stringContaining('personIds') } }
    const body = { ...FORM, calendarUrl: family.url, personIds }
    expect(await diary.request(ada, 'POST /api/events/create', body)).toMatchObject(refused)
    await diary.put(family, 'dinner')
    expect(await edit(ada, 'dinner', body)).toMatchObject(refused)
    expect(await diary.rows()).toEqual([])
  })
})

describe('while a write waits', () => {
  test('who is renamed is written by the new name', async () => {
    const mia = await addPerson('Mia')
    const uid = await create([mia])
    await diary.done(ada, `PATCH /api/people/${mia}`, { name: 'Mia, the elder; \\' })
    await sent(uid)
    expect(await categories(uid)).toEqual(['CATEGORIES:Mia\\, the elder\\; \\\\'])
    expect(await whom(uid)).toEqual([mia])
    await removePerson(mia)
  })

  test('who is removed is left out, and the rest is written', async () => {
    const mia = await addPerson('Mia')
    await diary.put(family, 'trip', { CATEGORIES: 'Mia,Fun' })
    const base = await read('trip')
    await edit(ada, 'trip', { ...FORM, personIds: [mia, bens], base })
    await removePerson(mia)
    await sent('trip')
    // What named her names nobody any more, and is another application's.
    expect(await categories('trip')).toEqual(['CATEGORIES:Mia,Fun', 'CATEGORIES:Ben'])
    expect(await whom('trip')).toEqual([bens])
  })

  test('its form says whom, and so does the event as it is', async () => {
    await diary.put(family, 'trip', { CATEGORIES: 'Ada' })
    await edit(ada, 'trip', { ...FORM, personIds: [bens] })
    const { writes } = await diary.done<{ writes: { form: Form; current: Form }[] }>(ada, 'GET /api/me/writes')
    expect(writes.map(({ form, current }) => [form.personIds, current.personIds])).toEqual([[[bens], [adas]]])
  })
})

describe('two who have the same event open', () => {
  const opened = async () => {
    await diary.put(family, 'dinner', { SUMMARY: 'Dinner' })
    return read('dinner')
  }
  const save = (who: Member, base: Form, changes: Form) =>
    edit(who, 'dinner', { ...FORM, title: 'Dinner', ...changes, base })
  const saved = async (who: Member, base: Form, changes: Form) => {
    expect((await save(who, base, changes)).status).toBe(202)
    await diary.drain.drain()
  }

  test('one says for whom, the other where', async () => {
    const base = await opened()
    await saved(ada, base, { personIds: [bens] })
    await saved(ben, base, { location: 'Terrace' })
    expect(await read('dinner')).toMatchObject({ personIds: [bens], location: 'Terrace' })
  })

  test('both say the same, in another order', async () => {
    const base = await opened()
    await saved(ada, base, { personIds: [adas, bens] })
    await saved(ben, base, { personIds: [bens, adas] })
    expect(await whom('dinner')).toEqual([adas, bens])
  })

  test('both say otherwise: the second hears of it', async () => {
    const base = await opened()
    await saved(ada, base, { personIds: [adas] })
    const { status, body } = await save(ben, base, { personIds: [bens] })
    expect({ status, error: body.error, current: body.current.personIds }).toEqual({
      status: 409,
      error: 'The event was changed elsewhere meanwhile, too: personIds.',
      current: [adas],
    })
  })

  test('who is removed meanwhile is nobody’s change', async () => {
    const mia = await addPerson('Mia')
    await diary.put(family, 'dinner', { SUMMARY: 'Dinner', CATEGORIES: 'Mia' })
    const base = await read('dinner')
    await removePerson(mia)
    await saved(ada, base, { personIds: [bens] })
    expect(await diary.status(ada, 'dinner')).toEqual({ uid: 'dinner', status: 'done' })
  })
})

test('an occurrence is for others than its series', async () => {
  const lines = ['UID:swim', 'DTSTAMP:20261101T000000Z', 'DTSTART:20261201T090000Z', 'DURATION:PT1H', 'CATEGORIES:Ben']
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//t//EN',
    'BEGIN:VEVENT',
    ...lines,
    'RRULE:FREQ=DAILY;COUNT=4',
  ]
  await diary.putText(family, 'swim', [...text, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
  const at = (day: number) => `2026-12-0${day}T09:00:00.000Z`
  const change = async (day: number, range: string, personIds: number[]) => {
    const times = { start: at(day), end: at(day).replace('T09', 'T10') }
    const query = `?recurrenceId=${at(day)}&range=${range}`
    const { status, body } = await edit(ada, 'swim', { ...FORM, title: '-', ...times, personIds }, query)
    expect(status).toBe(202)
    await diary.drain.drain()
    return body.uid
  }
  const whomOn = async (uid: string, day: number) =>
    (await diary.done<Form>(ada, `GET /api/events/${encodeURIComponent(uid)}/edit?recurrenceId=${at(day)}`)).personIds
  await change(2, 'this', [adas])
  expect([await whomOn('swim', 1), await whomOn('swim', 2), await whomOn('swim', 3)]).toEqual([[bens], [adas], [bens]])
  const rest = await change(3, 'thisAndFuture', [])
  expect([await whomOn('swim', 1), await whomOn('swim', 2), await whomOn(rest, 3), await whomOn(rest, 4)]).toEqual([
    [bens],
    [adas],
    [],
    [],
  ])
  await change(1, 'all', [adas, bens])
  expect([await whomOn('swim', 1), await whomOn('swim', 2)]).toEqual([[adas, bens], [adas]])
})

test('a key is good for one request: other people are another', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = (personIds: number[]) =>
    ask<{ uid: string }>(
      diary,
      ada,
      'POST /api/events/create',
      { ...FORM, calendarUrl: family.url, personIds },
      headers,
    )
  const mia = await addPerson('Mia')
  const [first, again] = [await send([mia]), await send([mia])]
  expect(again.body).toEqual(first.body)
  expect((await send([bens])).status).toBe(422)
  // What was queued is answered as before, whoever is there now.
  await removePerson(mia)
  expect((await send([mia])).body).toEqual(first.body)
})
