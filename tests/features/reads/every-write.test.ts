import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { fetchDue } from '../../../src/calendar/feeds/fetch-due'
import { changeTimezone, resummarize } from '../../../src/calendar/sync'
import { discover } from '../../../src/calendar/sync/discover'
import { addDisplayItem, tickDisplayItem } from '../../../src/features/lists/display-items'
import { lockHousehold } from '../../../src/household/lock'
import { createMember } from '../../../src/household/members'
import { calendars, displayLists, displays, members } from '../../../src/platform/db/schema'
import { inTransaction } from '../../../src/platform/db/transaction'
import { removeAt } from '../../support/caldav'
import { cookieFor, type Member } from '../../support/cast'
import { type CalendarRow, type Diary, FORM, openDiary } from '../../support/diary'
import { EVENTS, HOUSEHOLD, itemsOf, LISTS, Reader, startedAnew } from './readers'

let diary: Diary
let family: CalendarRow
let own: CalendarRow
let readers: Record<'ada' | 'ben', Reader>
/** Ids by what the rows below call them. */
const ids = new Map<string, number>()
const id = (name: string) => ids.get(name)!

beforeAll(async () => {
  diary = await openDiary()
  family = await diary.calendar('ada', { isShared: true })
  own = await diary.calendar('ada')
  const { ada, ben } = diary.cast
  readers = { ada: new Reader(diary, ada), ben: new Reader(diary, ben) }
  await diary.put(own, 'gym', { SUMMARY: 'Gym', DTSTART: '20261203T170000Z', DTEND: '20261203T180000Z' })
  await changed()
})
afterAll(() => diary.close())

async function changed(): Promise<string[]> {
  const lists = ['shopping', 'chores', 'more'].flatMap((name) => (ids.has(name) ? [itemsOf(id(name))] : []))
  const paths = [EVENTS, HOUSEHOLD, LISTS, ...lists]
  const anew = startedAnew(diary)
  const found: string[] = []
  for (const [name, reader] of Object.entries(readers)) {
    for (const path of await reader.changed(anew, paths)) found.push(`${name} ${path}`)
  }
  return found
}

type Kind = 'events' | 'household' | 'lists' | 'items'
const IS: Record<Kind, (path: string) => boolean> = {
  events: (path) => path.endsWith(EVENTS),
  household: (path) => path.endsWith(HOUSEHOLD),
  lists: (path) => path.endsWith(LISTS),
  items: (path) => path.endsWith('/items'),
}

const done = async (who: Member, line: string, body?: unknown) =>
  diary.done<{ id: number; uid: string }>(who, line, body)
const ada = (line: string, body?: unknown) => done(diary.cast.ada, line, body)
const ben = (line: string, body?: unknown) => done(diary.cast.ben, line, body)
/** Keeps the id of what was made. */
const made = async (name: string, making: Promise<{ id: number }>) => void ids.set(name, (await making).id)
const sent = async (writing: Promise<{ uid: string }>) => {
  const { uid } = await writing
  await diary.drain.drain()
  expect(await diary.status(diary.cast.ada, uid)).toMatchObject({ status: 'done' })
  return uid
}
const addItem = (name: string, list: string, body: object) => made(name, ada(`POST /api/lists/${id(list)}/items`, body))
const item = (name: string) => `/api/list-items/${id(name)}`
const ofOwn = (change: object) => ada(`PATCH /api/me/calendars/${own.id}`, change)
const ofServer = async () => {
  const rows = await diary.ctx.db.select().from(calendars).where(eq(calendars.userId, diary.cast.ada.id))
  return rows
    .filter(({ source }) => source === 'caldav')
    .map(({ url, displayName, color, writable }) => ({
      url,
      displayName,
      color,
      writable,
      ctag: null,
      syncToken: null,
    }))
}

let uid = ''
let cleo: Member

/** Everything that changes an answer, one after the other; each with the answers that it changes. */
const WRITES: [string, Kind[], () => Promise<unknown>][] = [
  ['an event comes from the server', ['events', 'household'], () => diary.put(own, 'choir', { SUMMARY: 'Choir' })],
  ['… for everybody', ['events', 'household'], () => diary.put(family, 'dinner', { SUMMARY: 'Dinner' })],
  ['… and repeats', ['events'], () => diary.put(own, 'yoga', { SUMMARY: 'Yoga', raw: 'RRULE:FREQ=DAILY;COUNT=3' })],
  ['… and is another', ['events'], () => diary.put(own, 'choir', { SUMMARY: 'Big choir' })],
  [
    '… and is gone',
    ['events'],
    () => removeAt('ada', `${new URL(own.url).pathname}choir.ics`).then(() => diary.sync(own)),
  ],
  [
    'an own event',
    ['events'],
    async () => (uid = await sent(ada('POST /api/events/create', { ...FORM, calendarUrl: own.url }))),
  ],
  ['… is changed', ['events'], () => sent(ada(`PATCH /api/events/${uid}/edit`, { ...FORM, title: 'Doctor' }))],
  [
    '… is moved',
    ['events'],
    async () => (uid = await sent(ada(`PATCH /api/events/${uid}/edit`, { ...FORM, calendarUrl: family.url }))),
  ],
  ['… is removed', ['events'], () => sent(ada(`DELETE /api/events/${uid}`))],

  ['a calendar has another name', ['events', 'household'], () => ofOwn({ displayName: 'Mine' })],
  ['… is shown to others', ['household'], () => ofOwn({ visibility: 'household' })],
  ['… only as busy', ['household'], () => ofOwn({ visibility: 'busy' })],
  ['… is hidden', ['household'], () => ofOwn({ isHidden: true })],
  ['… is shown again', ['household'], () => ofOwn({ isHidden: false, visibility: 'household' })],
  ['… is everybody’s', ['events', 'household'], () => ada(`PUT /api/admin/calendars/${own.id}/shared`)],
  ['… and not any more', ['events', 'household'], () => ada(`PUT /api/admin/calendars/${family.id}/shared`)],
  [
    '… has another name on its server',
    ['events'],
    async () => {
      const listed = (await ofServer()).map((one) => (one.url === family.url ? { ...one, displayName: 'Family' } : one))
      await discover(diary.ctx, diary.cast.ada.id, listed)
    },
  ],

  ['a person joins', [], () => made('Otto', ada('POST /api/people', { name: 'Otto' }))],
  ['… is whom a calendar is for', ['household'], () => ofOwn({ personId: id('Otto') })],
  ['… is renamed', ['household'], () => ada(`PATCH /api/people/${id('Otto')}`, { name: 'Ottokar' })],
  ['… has another colour', ['household'], () => ada(`PATCH /api/people/${id('Otto')}`, { color: '#A21CAF' })],
  [
    '… has a birthday',
    ['events', 'household'],
    () => ada(`PATCH /api/people/${id('Otto')}`, { birthday: '2015-12-05' }),
  ],
  [
    'an event names two people',
    ['household'],
    () => diary.put(own, 'walk', { SUMMARY: 'Walk', raw: 'CATEGORIES:Ottokar,Ben' }),
  ],
  ['… who change places', ['household'], () => ada(`PATCH /api/people/${id('Otto')}`, { position: 0 })],
  ['… one of whom goes', ['household', 'events'], () => ada(`DELETE /api/people/${id('Otto')}`)],
  [
    'a member is renamed',
    ['events', 'household'],
    () => ada(`PATCH /api/admin/members/${diary.cast.ada.id}`, { displayName: 'Ada L.' }),
  ],
  ['… has another colour', ['events', 'household'], () => ada('PATCH /api/me', { color: '#BE123C' })],
  [
    'a birthday',
    ['events', 'household'],
    () => made('Hilde', ada('POST /api/birthdays', { name: 'Hilde', date: '1950-12-06', reminder: 'none' })),
  ],
  [
    '… is on another day',
    ['events', 'household'],
    () => ada(`PATCH /api/birthdays/${id('Hilde')}`, { date: '1950-12-07' }),
  ],
  ['… is removed', ['events', 'household'], () => ada(`DELETE /api/birthdays/${id('Hilde')}`)],

  [
    'holidays',
    ['events'],
    async () => {
      await made('holidays', ada('POST /api/subscriptions', { holidays: { country: 'DE' }, visibility: 'household' }))
      await fetchDue(diary.ctx)
    },
  ],
  [
    '… are called otherwise',
    ['events'],
    () => ada(`PATCH /api/subscriptions/${id('holidays')}`, { displayName: 'Off' }),
  ],
  ['… are gone', ['events'], () => ada(`DELETE /api/subscriptions/${id('holidays')}`)],
  [
    'an all-day event',
    ['events'],
    () =>
      diary.put(own, 'fair', { SUMMARY: 'Fair', raw: 'X-A:1', DTSTART: '20261206T090000', DTEND: '20261206T100000' }),
  ],
  [
    'the household moves',
    ['events', 'household'],
    async () => {
      await changeTimezone(diary.ctx, 'Pacific/Auckland')
      await changed()
      await resummarize(diary.ctx)
    },
  ],

  ['a list', ['lists'], () => made('shopping', ada('POST /api/lists', { name: 'Shopping', isShared: true }))],
  [
    'another',
    ['lists'],
    () => made('chores', ada('POST /api/lists', { name: 'Chores', isShared: true, kind: 'chores' })),
  ],
  ['one that is private', ['lists'], () => made('more', ada('POST /api/lists', { name: 'More', isShared: false }))],
  ['… is renamed', ['lists'], () => ada(`PATCH /api/lists/${id('more')}`, { name: 'Most' })],
  ['… is shared', ['lists', 'items'], () => ada(`PATCH /api/lists/${id('more')}`, { isShared: true })],
  ['… has another place', ['lists'], () => ben(`PATCH /api/lists/${id('more')}`, { position: 'a0' })],
  ['an item', ['lists', 'items'], () => addItem('milk', 'shopping', { text: 'Milk' })],
  [
    '… two',
    ['lists', 'items'],
    () => ada(`POST /api/lists/${id('shopping')}/items/batch`, { items: [{ text: 'Tea' }, { text: 'Rice' }] }),
  ],
  ['… more of one', ['items'], () => ben(`POST /api/lists/${id('shopping')}/items`, { text: '2 Milk', parse: true })],
  ['… is said otherwise', ['items'], () => ben(`PATCH ${item('milk')}`, { text: 'Oat milk' })],
  ['… has a section', ['items'], () => ben(`PATCH ${item('milk')}`, { section: 'Dairy' })],
  ['… has another place', ['items'], () => ben(`PATCH ${item('milk')}`, { position: 'zz' })],
  ['… is ticked', ['lists', 'items'], () => ben(`PATCH ${item('milk')}`, { checked: true })],
  [
    '… is moved',
    ['lists', 'items'],
    () => ada(`POST /api/lists/${id('shopping')}/move-checked`, { toListId: id('more') }),
  ],
  ['… and loses its tick', ['lists', 'items'], () => ben(`PATCH ${item('milk')}`, { checked: false })],
  [
    'a chore',
    ['items'],
    () =>
      addItem('bins', 'chores', {
        text: 'Bins',
        due: '2026-12-01',
        repeat: { every: 'week' },
        assigneeIds: [diary.cast.ben.id],
        rotates: false,
      }),
  ],
  ['… is done', ['items'], () => ben(`PATCH ${item('bins')}`, { checked: true })],
  ['all are to be done again', ['items'], () => ada(`POST /api/lists/${id('chores')}/untick`)],
  ['a list is copied', ['lists'], () => made('copy', ada(`POST /api/lists/${id('chores')}/duplicate`, {}))],
  ['… is removed', ['lists'], () => ada(`DELETE /api/lists/${id('copy')}`)],
  ['an item is removed', ['lists', 'items'], () => ada(`DELETE ${item('milk')}`)],
  [
    'what is done is cleared away',
    ['lists', 'items'],
    async () => {
      await addItem('eggs', 'shopping', { text: 'Eggs' })
      await changed()
      await ada(`PATCH ${item('eggs')}`, { checked: true })
      await ada(`DELETE /api/lists/${id('shopping')}/items?checked=true`)
    },
  ],
  [
    'a display adds and ticks',
    ['lists', 'items'],
    async () => {
      const { ctx } = diary
      const [row] = await ctx.db
        .insert(displays)
        .values({ name: 'Kitchen', canTick: true, canAdd: true, createdAt: ctx.now() })
        .$returningId()
      await ctx.db.insert(displayLists).values({ displayId: row!.id, listId: id('shopping') })
      const added = await addDisplayItem(ctx, row!.id, id('shopping'), { text: 'Salt' }, null)
      await changed()
      await tickDisplayItem(ctx, row!.id, added.id, true)
    },
  ],

  [
    'somebody joins',
    ['lists'],
    async () => {
      const { ctx } = diary
      const memberId = await inTransaction(ctx.db, async (tx) => {
        await lockHousehold(ctx, tx)
        return createMember(ctx, tx, { displayName: 'Dora' })
      })
      cleo = { id: memberId, name: 'Dora', cookie: await cookieFor(ctx, memberId) }
      await done(cleo, 'POST /api/lists', { name: 'Of Dora', isShared: true })
      await done(cleo, `PATCH ${item('bins')}`, { checked: true })
    },
  ],
  ['… and leaves', ['lists', 'items'], () => ada(`DELETE /api/admin/members/${cleo.id}`)],
  [
    'a calendar goes from its server',
    ['events'],
    async () => {
      const listed = (await ofServer()).filter(({ url }) => url !== own.url)
      await discover(diary.ctx, diary.cast.ada.id, listed)
      diary.clock.advance(600_000)
      await discover(diary.ctx, diary.cast.ada.id, listed)
    },
  ],
  [
    'the owner of everybody’s calendar goes',
    ['events', 'lists'],
    async () => {
      await diary.ctx.db.update(members).set({ isAdmin: true }).where(eq(members.id, diary.cast.ben.id))
      delete (readers as Partial<typeof readers>).ada
      await ben(`DELETE /api/admin/members/${diary.cast.ada.id}`)
    },
  ],
]

for (const [what, kinds, write] of WRITES) {
  test(what, async () => {
    await write()
    const paths = await changed()
    for (const kind of kinds) expect(paths.filter(IS[kind]).length, `${kind} of ${paths}`).toBeGreaterThan(0)
    // What nobody has written since is not sent again.
    for (const reader of Object.values(readers)) {
      for (const path of [EVENTS, HOUSEHOLD, LISTS]) expect(await reader.read(path)).toMatchObject({ status: 304 })
    }
  })
}
