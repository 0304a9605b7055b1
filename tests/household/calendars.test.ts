import { beforeEach, describe, expect, test } from 'bun:test'
import {
  calendarsOpenToHousehold,
  householdCalendars,
  readableCalendars,
  readersOf,
  writableCalendars,
} from '../../src/household/calendars'
import { calendars } from '../../src/platform/db/schema'
import { type Member, seatedCast } from '../support/cast'
import { insertCalendar } from '../support/diary'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household)
beforeEach(async () => {
  await household.ctx.db.delete(calendars)
})

const FAMILY = 'https://cal.test/family/'
const add = (who: Member, url: string, options = {}) => insertCalendar(household.ctx, who.id, url, options)
const readable = async (who: Member) => (await readableCalendars(household.ctx, who.id)).map(({ id }) => id)
const writable = async (who: Member) => (await writableCalendars(household.ctx, who.id)).map(({ id }) => id)

describe('a member', () => {
  test('reads and writes their own calendars and the shared one, and nobody else’s', async () => {
    const { ada, ben, cleo } = cast
    const shared = await add(ada, FAMILY, { isShared: true })
    const adas = await add(ada, 'https://cal.test/ada/')
    const bens = await add(ben, 'https://cal.test/ben/')
    expect(await readable(ada)).toEqual([adas.id, shared.id])
    expect(await readable(ben)).toEqual([bens.id, shared.id])
    expect(await readable(cleo)).toEqual([shared.id])
    expect(await writable(cleo)).toEqual([shared.id])
  })

  test('has nothing where there is nothing', async () => {
    expect(await readable(cast.cleo)).toEqual([])
  })

  test('reads what may only be read, and cannot write to it', async () => {
    const holidays = await add(cast.ben, 'https://cal.test/holidays/', { writable: false })
    expect(await readable(cast.ben)).toEqual([holidays.id])
    expect(await writable(cast.ben)).toEqual([])
  })

  test('with a row of their own for the shared calendar sees it once and writes through that row', async () => {
    const { ada, ben, cleo } = cast
    const shared = await add(ada, FAMILY, { isShared: true })
    const twin = await add(ben, FAMILY)
    const through = async (who: Member) =>
      (await readableCalendars(household.ctx, who.id)).map(({ id, isShared, ownerId, writesThrough }) => ({
        id,
        isShared,
        ownerId,
        writesThrough,
      }))
    expect(await through(ben)).toEqual([{ id: shared.id, isShared: true, ownerId: ada.id, writesThrough: twin.id }])
    expect(await through(cleo)).toEqual([{ id: shared.id, isShared: true, ownerId: ada.id, writesThrough: shared.id }])
  })

  test('whose own row for the shared calendar is read-only writes through the owner’s', async () => {
    const shared = await add(cast.ada, FAMILY, { isShared: true })
    await add(cast.ben, FAMILY, { writable: false })
    const [calendar] = await writableCalendars(household.ctx, cast.ben.id)
    expect(calendar?.writesThrough).toBe(shared.id)
  })
})

describe('what the household sees', () => {
  const seen = async (who: Member) =>
    (await householdCalendars(household.ctx, who.id)).map(({ id, access, isOwn, writesThrough }) => ({
      id,
      access,
      isOwn,
      writesThrough,
    }))

  test('is what members may read, then by id what others have opened, which nobody writes to', async () => {
    const { ada, ben, cleo } = cast
    const busy = await add(ben, 'https://cal.test/ben/busy/', { visibility: 'busy' })
    const shared = await add(ada, FAMILY, { isShared: true })
    await add(ben, FAMILY, { visibility: 'household' })
    const open = await add(ada, 'https://cal.test/ada/', { visibility: 'household', personId: null })
    await add(ada, 'https://cal.test/ada/diary/')
    const cleos = await add(cleo, 'https://cal.test/cleo/')
    expect(await seen(cleo)).toEqual([
      { id: cleos.id, access: 'own', isOwn: true, writesThrough: cleos.id },
      { id: shared.id, access: 'shared', isOwn: false, writesThrough: shared.id },
      { id: busy.id, access: 'busy', isOwn: false, writesThrough: null },
      { id: open.id, access: 'household', isOwn: false, writesThrough: null },
    ])
    expect(await readable(cleo)).toEqual([cleos.id, shared.id])
    expect(await writable(cleo)).toEqual([cleos.id, shared.id])
    const forNobody = await calendarsOpenToHousehold(household.ctx)
    expect(forNobody.map(({ id, access, isOwn }) => ({ id, access, isOwn }))).toEqual([
      { id: shared.id, access: 'shared', isOwn: false },
      { id: busy.id, access: 'busy', isOwn: false },
      { id: open.id, access: 'household', isOwn: false },
    ])
  })

  test('is nothing where nothing is open', async () => {
    await add(cast.ben, 'https://cal.test/ben/')
    expect(await seen(cast.cleo)).toEqual([])
    expect(await calendarsOpenToHousehold(household.ctx)).toEqual([])
  })
})

test('announcements go to everyone for the shared calendar, else to the owner', () => {
  expect(readersOf({ isShared: true, userId: 1 })).toBe('everyone')
  expect(readersOf({ isShared: false, userId: 1 })).toEqual([1])
})
