import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Person } from '../../../src/features/people/model'
import { BIRTHDAYS_CALENDAR_ID } from '../../../src/household/birthdays-calendar'
import { readDirectory } from '../../../src/household/people-names'
import { SETTING, setSetting } from '../../../src/household/settings'
import { memberOfIdentity } from '../../../src/identity/oidc/member'
import { members, persons } from '../../../src/platform/db/schema'
import type { Announcement } from '../../../src/platform/hub'
import { heardFrom } from '../../support/announcements'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

const heard = heardFrom(household)
const isOfBirthdays = (one: Announcement) => one.topic === 'calendar' && one.calendarId === BIRTHDAYS_CALENDAR_ID

let bens: number
beforeEach(async () => {
  household.clock.set('2026-11-20T12:00:00Z')
  bens = await personOf(cast.ben.id)
})

async function personOf(memberId: number): Promise<number> {
  const [row] = await household.ctx.db.select({ id: persons.id }).from(persons).where(eq(persons.memberId, memberId))
  return row!.id
}
/** Whom these categories mean now. */
const meant = async (...categories: string[]) => (await readDirectory(household.ctx)).personsOf(categories)
const send = async (request: string, body: object) => {
  household.clock.advance(60_000)
  const { status } = await ask(household, cast.ada, request, body)
  expect(status).toBeLessThan(300)
}
const rename = (id: number, name: string) => send(`PATCH /api/people/${id}`, { name })
const add = async (name: string) => (await ask<Person>(household, cast.ada, 'POST /api/people', { name })).body.id
const signIn = (displayName: string | null, subject = 'it') =>
  memberOfIdentity(household.ctx, { issuer: 'https://id.example', subject, displayName, emails: [] })

/** How Ben is called Benno from then on. */
const WAYS: [string, () => Promise<unknown>][] = [
  ['as a person', () => rename(bens, 'Benno')],
  [
    'by themselves',
    async () => {
      await ask(household, cast.ben, 'PATCH /api/me', { displayName: 'Benno' })
    },
  ],
  ['by an admin', () => send(`PATCH /api/admin/members/${cast.ben.id}`, { displayName: 'Benno' })],
  [
    'by the identity provider',
    async () => {
      const identity = { oidcIss: 'https://id.example', oidcSub: 'it', claimed: true }
      await household.ctx.db.update(members).set(identity).where(eq(members.id, cast.ben.id))
      await signIn('Benno')
    },
  ],
]

describe('every screen hears of whose birthday it is', () => {
  test.each(WAYS)('who is renamed %s', async (_, rename) => {
    await rename()
    expect(heard.filter(isOfBirthdays)).toHaveLength(1)
  })

  test('but not where nothing has changed', async () => {
    await ask(household, cast.ben, 'PATCH /api/me', { displayName: 'Ben' })
    expect(heard.filter(isOfBirthdays)).toEqual([])
  })

  test('and who has left', async () => {
    await send(`PATCH /api/people/${bens}`, { birthday: '1990-05-14' })
    heard.length = 0
    await ask(household, cast.ada, `DELETE /api/admin/members/${cast.ben.id}`)
    expect(heard.filter(isOfBirthdays)).toHaveLength(1)
  })
})

describe('events stay somebody’s who is renamed', () => {
  test.each(WAYS)('%s', async (_, rename) => {
    await rename()
    expect([await meant('Ben'), await meant('Benno'), await meant('Bennet')]).toEqual([[bens], [bens], []])
  })

  test('twice, and back again', async () => {
    const mia = await add('Mia')
    for (const name of ['Maria', 'Mary', 'Mia']) await rename(mia, name)
    for (const name of ['Mia', 'maria', 'MARY']) expect(await meant(name)).toEqual([mia])
  })

  test('from no name at all', async () => {
    await household.ctx.db.update(members).set({ displayName: null }).where(eq(members.id, cast.ben.id))
    const nameless = `Member ${cast.ben.id}`
    expect(await meant(nameless)).toEqual([bens])
    await rename(bens, 'Ben')
    expect(await meant(nameless)).toEqual([bens])
  })

  test('from a name whose lower case is longer than a name may be', async () => {
    const mia = await add('İ'.repeat(256))
    await rename(mia, 'Mia')
    expect(await meant('Mia')).toEqual([mia])
  })
})

describe('a name that somebody has given up', () => {
  test('is theirs who bears it now', async () => {
    await rename(bens, 'Benno')
    const other = await add('Ben')
    expect(await meant('Ben')).toEqual([other])
  })

  test('else theirs who gave it up last', async () => {
    const [one, two] = [await add('Mia'), await add('Tom')]
    await rename(one, 'Maria')
    await rename(two, 'Mia')
    await rename(two, 'Thomas')
    expect(await meant('Mia')).toEqual([two])
    await rename(one, 'Mia')
    await rename(one, 'Mary')
    expect(await meant('Mia')).toEqual([one])
  })

  test('goes with them', async () => {
    const mia = await add('Mia')
    await rename(mia, 'Maria')
    await ask(household, cast.ada, `DELETE /api/people/${mia}`)
    expect(await meant('Mia', 'Maria')).toEqual([])
  })
})

describe('nobody signs in as a person', () => {
  test('a first sign-in makes a member, whatever persons there are', async () => {
    await setSetting(household.ctx, SETTING.setupComplete, 'true')
    await household.ctx.db.update(members).set({ claimed: true })
    const mia = await add('Mia')
    const id = await signIn('Mia', 'mias phone')
    const [row] = await household.ctx.db.select().from(persons).where(eq(persons.id, mia))
    expect(row).toMatchObject({ memberId: null, name: 'Mia' })
    const own = await personOf(id)
    expect(own).not.toBe(mia)
    // Both are called Mia: the first of them is meant.
    expect(await meant('Mia')).toEqual([mia])
  })

  test('nor does a member whose name is the same become one', async () => {
    const mia = await add('Mia')
    await send('POST /api/admin/members', { displayName: 'Mia', username: 'mia', initialPassword: 'long enough' })
    expect(await meant('Mia')).toEqual([mia])
    expect(await household.ctx.db.$count(persons)).toBe(5)
  })
})
