import { describe, expect, test } from 'bun:test'
import { ask, seatedCast } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household)

const AN_OBJECT = 'expected an object with the required fields'
const IDS_OF_MEMBERS = 'expected a list of at most 50 ids of members, each once'

describe('a refusal names the field and the rule, never the value', () => {
  test.each([
    ['me/reminders', { defaultTimed: 10_081 }, 'defaultTimed: expected a whole number from 0 to 10080, or null'],
    ['me/reminders', { morning: '7:00' }, "morning: expected HH:MM on the household's clock, or null"],
    ['me/reminders', { quietHours: { start: '22:00' } }, `quietHours: ${AN_OBJECT}, or null`],
    ['me/reminders', { language: 'tlh' }, 'language: expected one of en, de'],
    ['me/reminders', { shared: 'none' }, 'shared: expected a list of at most 3'],
    ['me/reminders', { shared: ['nobody'] }, 'shared.0: expected one of all, me, children'],
    ['lists/1', { icon: 5 }, 'icon: expected text, or null'],
    ['lists/1', { color: 'red' }, 'color: expected #RRGGBB, or null'],
    ['lists/1', { sectionOrder: 5 }, 'sectionOrder: expected a list of at most 200'],
    ['lists/1', { grouped: 5 }, 'grouped: expected true or false'],
    ['list-items/1', { amount: 5 }, 'amount: expected text, or null'],
    ['list-items/1', { section: 5 }, 'section: expected text, or null'],
    ['list-items/1', { repeat: 'always' }, 'repeat: send either every or afterDays'],
    ['list-items/1', { due: '2026-02-30' }, 'due: expected a date that exists, as YYYY-MM-DD, or null'],
    ['list-items/1', { dueTime: '7' }, "dueTime: expected HH:MM on the household's clock, or null"],
    ['list-items/1', { assigneeIds: 'ada' }, `assigneeIds: ${IDS_OF_MEMBERS}, or null`],
    ['list-items/1', { rotates: 'ada' }, 'rotates: expected true or false, or null'],
  ])('PATCH /api/%s %j: %s', async (path, body, error) => {
    expect(await ask(household, cast.ada, `PATCH /api/${path}`, body)).toMatchObject({ status: 400, body: { error } })
  })

  test('also of what is not there', async () => {
    const { status, body } = await ask(household, cast.ada, 'POST /api/admin/displays', { name: 'Kitchen' })
    expect([status, body]).toEqual([400, { error: 'calendarIds: expected a list of at most 200' }])
  })

  test.each([[[{ displayName: 'Dora' }]], [[]], ['"Dora"'], ['5'], ['null']])(
    'also of the body %j, where all fields may be left out',
    async (body) => {
      const { status, body: answer } = await ask(household, cast.ada, 'POST /api/admin/invitations', body)
      expect([status, answer]).toEqual([400, { error: 'Send the body as one object' }])
    },
  )
})
