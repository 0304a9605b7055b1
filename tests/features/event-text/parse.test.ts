import { beforeEach, describe, expect, test } from 'bun:test'
import { SETTING, setSetting } from '../../../src/household/settings'
import { calendars, lists } from '../../../src/platform/db/schema'
import { ask, type Member, seatedCast } from '../../support/cast'
import { insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

/** A Wednesday, ten in the morning in Berlin. */
const household = opened(() => openHousehold({ at: '2026-11-25T09:00:00Z' }))
const cast = seatedCast(household)

beforeEach(async () => {
  for (const table of [calendars, lists]) await household.ctx.db.delete(table)
  await setSetting(household.ctx, SETTING.timezone, 'Europe/Berlin')
  await setSetting(household.ctx, SETTING.country, '')
})

interface Answer {
  form: Record<string, unknown>
  list: { id: number; name: string } | null
  understood: { field: string; from: number; to: number }[]
}

const parse = async (text: string, more: object = {}, member: Member = cast.ben) =>
  (await ask<Answer>(household, member, 'POST /api/events/parse', { text, ...more })).body

describe('a sentence becomes an event form', () => {
  test('which speaks as the body of a new event, and says what was understood where', async () => {
    const text = 'Dentist Cleo tomorrow 15:00 at Main St, remind 1h'
    const { form, list, understood } = await parse(text)
    const { people } = (await ask<{ people: { id: number; name: string }[] }>(household, cast.ben, 'GET /api/people'))
      .body
    expect(form).toEqual({
      title: 'Dentist',
      allDay: false,
      start: '2026-11-26T14:00:00.000Z',
      end: '2026-11-26T15:00:00.000Z',
      location: 'Main St',
      reminders: [60],
      personIds: people.filter(({ name }) => name === 'Cleo').map(({ id }) => id),
    })
    expect(list).toBeNull()
    expect(understood.map(({ field, from, to }) => [field, text.slice(from, to)])).toEqual([
      ['people', 'Cleo'],
      ['when', 'tomorrow'],
      ['when', '15:00'],
      ['location', 'at Main St'],
      ['reminders', 'remind 1h'],
    ])
    await insertCalendar(household.ctx, cast.ben.id, 'https://cal.test/ben/')
    expect(await ask(household, cast.ben, 'POST /api/events/create', form)).toMatchObject({ status: 202 })
  })

  test('seen from the day looked at, and from today otherwise', async () => {
    expect((await parse('Swimming Friday')).form).toMatchObject({ start: '2026-11-27' })
    expect((await parse('Swimming Friday', { day: '2026-12-14' })).form).toMatchObject({ start: '2026-12-18' })
    expect((await parse('Swimming tomorrow', { day: '2026-12-14' })).form).toMatchObject({ start: '2026-11-26' })
  })

  test("on the household's clock, and in its order of day and month", async () => {
    expect((await parse('Flight on 3/4 at 15:00')).form).toMatchObject({ start: '2027-04-03T13:00:00.000Z' })
    await setSetting(household.ctx, SETTING.country, 'US')
    await setSetting(household.ctx, SETTING.timezone, 'America/New_York')
    expect((await parse('Flight on 3/4 at 15:00')).form).toMatchObject({ start: '2027-03-04T20:00:00.000Z' })
  })

  test('in the order of day and month in which its writer reads', async () => {
    const start = async (isMonthFirst: boolean) => (await parse('Dentist 12/3', { isMonthFirst })).form.start
    expect([await start(true), await start(false)]).toEqual(['2026-12-03', '2027-03-12'])
    await setSetting(household.ctx, SETTING.country, 'US')
    expect([await start(true), await start(false)]).toEqual(['2026-12-03', '2027-03-12'])
  })

  test('of nothing that was understood the title alone', async () => {
    expect(await parse('Something nice')).toEqual({ form: { title: 'Something nice' }, list: null, understood: [] })
  })
})

describe('what a sentence may name', () => {
  test("the calendars one may write to: one's own and the shared one, nobody else's", async () => {
    const work = await insertCalendar(household.ctx, cast.ben.id, 'https://cal.test/work/', { displayName: 'Work' })
    const family = await insertCalendar(household.ctx, cast.ada.id, 'https://cal.test/f/', {
      displayName: 'Family',
      isShared: true,
    })
    await insertCalendar(household.ctx, cast.ada.id, 'https://cal.test/ada/', {
      displayName: 'Oncology',
      visibility: 'household',
    })
    expect((await parse('Review tomorrow #work')).form).toMatchObject({ title: 'Review', calendarUrl: work.url })
    expect((await parse('Brunch in the Family calendar')).form).toMatchObject({
      title: 'Brunch',
      calendarUrl: family.url,
    })
    expect((await parse('Scan #oncology')).form).toEqual({ title: 'Scan #oncology' })
    expect((await parse('Scan #oncology', {}, cast.ada)).form).toMatchObject({ title: 'Scan' })
  })

  test('the lists one may read', async () => {
    const make = async (name: string, isShared: boolean) =>
      (await ask<{ id: number }>(household, cast.ada, 'POST /api/lists', { name, isShared })).body.id
    const id = await make('Groceries', true)
    await make('Presents', false)
    expect(await parse('milk on Groceries')).toMatchObject({ form: { title: 'milk' }, list: { id, name: 'Groceries' } })
    expect(await parse('kite on Presents')).toMatchObject({ form: { title: 'kite on Presents' }, list: null })
    expect(await parse('kite on Presents', {}, cast.ada)).toMatchObject({ form: { title: 'kite' } })
  })
})

test.each([
  [{}, 'text'],
  [{ text: '' }, 'text'],
  [{ text: 'x'.repeat(501) }, 'text'],
  [{ text: 5 }, 'text'],
  [{ text: 'Tea \ud800' }, 'text'],
  [{ text: 'Tea', day: '2026-02-30' }, 'day'],
  [{ text: 'Tea', day: 'tomorrow' }, 'day'],
  [{ text: 'Tea', language: 'fr' }, 'language'],
  [{ text: 'Tea', isMonthFirst: 'yes' }, 'isMonthFirst'],
])('%j is refused, and the field is named', async (body, field) => {
  const { status, body: answer } = await ask<{ error: string }>(household, cast.ben, 'POST /api/events/parse', body)
  expect([status, answer.error]).toEqual([400, expect.stringContaining(field)])
})
