import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createReminders } from '../../src/calendar/reminders'
import { subscribe } from '../../src/features/push/subscriptions'
import { calendarChanged } from '../../src/household/announcements'
import { readersOf } from '../../src/household/calendars'
import { openIdOf } from '../../src/household/open-calendars'
import { calendars, displays, members, outbox, pushSubscriptions, VISIBILITIES } from '../../src/platform/db/schema'
import { knock } from '../support/access'
import { ask, cookieFor, type Member, seatedCast } from '../support/cast'
import { type CalendarRow, cacheEvent, FORM, insertCalendar, type Occurrence } from '../support/diary'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { startPushReceiver } from '../support/push-receiver'
import { pairedDisplay } from './displays/kitchen'
import { Listening, until } from './sse/listening'

type Visibility = (typeof VISIBILITIES)[number]

/**
 * Ben owns the calendar that this is about, Ada is the admin; Dora owns the shared calendar where Ben's is not that. The
 * display was given both while they were open.
 */
const VIEWERS = ['owner', 'other', 'admin', 'sharer', 'display', 'stranger'] as const
type Viewer = (typeof VIEWERS)[number]
const OTHERS = VIEWERS.filter((viewer) => viewer !== 'owner')
const OTHER_MEMBERS = ['other', 'admin', 'sharer'] as const

const SECRETS = {
  title: 'Chemotherapy',
  place: 'Ward Zero',
  notes: 'Bring the scans',
  uid: 'uid-0815',
  calendar: 'Oncology',
  url: 'bens-server',
  organizer: 'doctor',
}
type Secret = keyof typeof SECRETS

const receiver = opened(startPushReceiver)
const MORNING = '2026-12-02T08:00:00Z'
const household = opened(() => openHousehold({ at: MORNING, env: receiver.env }))
const cast = seatedCast(household)

let dora: Member | undefined
let kitchen: { cookie: string }
let bens: CalendarRow

async function furnish(visibility: Visibility, isShared: boolean): Promise<void> {
  const { ctx } = household
  household.clock.set(MORNING)
  for (const table of [outbox, pushSubscriptions, calendars, displays]) await ctx.db.delete(table)
  dora ??= await seatDora()
  const doras = await insertCalendar(ctx, dora.id, 'https://cal.test/family/', { isShared: !isShared })
  const options = { visibility: 'household', isShared, displayName: SECRETS.calendar } as const
  bens = await insertCalendar(ctx, cast.ben.id, `https://${SECRETS.url}.test/`, options)
  const calendarIds = isShared ? [bens.id] : [bens.id, doras.id]
  kitchen = await pairedDisplay(household, cast, { calendarIds, canTick: true, canAdd: true })
  await ctx.db.update(calendars).set({ visibility }).where(eq(calendars.id, bens.id))
  await fill(SECRETS)
  // One write that waits to be sent.
  const change = { ...FORM, title: SECRETS.title, location: SECRETS.place, description: SECRETS.notes }
  await ask(household, cast.ben, `PATCH /api/events/${SECRETS.uid}/edit`, change)
}

/** Writes what Ben's calendar holds: an event and a series, each with a reminder. */
async function fill({ title, place, notes, organizer }: Record<Secret, string>): Promise<void> {
  const lines = {
    DTSTART: '20261202T100000Z',
    DTEND: '20261202T110000Z',
    SUMMARY: title,
    LOCATION: place,
    DESCRIPTION: notes,
    ORGANIZER: `mailto:${organizer}@hospital.test`,
    CATEGORIES: 'Ben',
    raw: 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT30M\r\nEND:VALARM',
  }
  await cacheEvent(household.ctx, bens, SECRETS.uid, lines)
  await cacheEvent(household.ctx, bens, `${SECRETS.uid}-series`, { ...lines, RRULE: 'FREQ=DAILY;COUNT=3' })
}

async function seatDora(): Promise<Member> {
  const row = { displayName: 'Dora', color: '#9F6B04', createdAt: household.ctx.now() }
  const [{ id } = { id: 0 }] = await household.ctx.db.insert(members).values(row).$returningId()
  return { id, name: 'Dora', cookie: await cookieFor(household.ctx, id) }
}

/** Whoever is a member. */
type Seated = Exclude<Viewer, 'display' | 'stranger'>
const member = (viewer: Seated): Member =>
  ({ owner: cast.ben, other: cast.cleo, admin: cast.ada, sharer: dora! })[viewer]

function whoever(viewer: Viewer): { cookie: string } | null {
  if (viewer === 'stranger') return null
  return viewer === 'display' ? kitchen : member(viewer)
}

const DAYS = 'start=2026-12-01&end=2026-12-08'
/** What a route is asked, where that is not nothing. */
const QUERIES: Record<string, string[]> = {
  '/api/events': [`?${DAYS}`, `?${DAYS}&household=true`, `?${DAYS}&household=false`],
  '/api/events/freshness': ['', '?household=true'],
  '/api/events/search': ['?q=chemo', '?q=chemo&household=true', '?q=ward+onco&household=true'],
  '/api/events/sync-status': [`?uid=${SECRETS.uid}`],
  '/api/events/:uid/edit': ['', '?calendarId=:id'],
  '/api/display/events': [`?${DAYS}`],
  '/api/chores': [`?${DAYS}`],
}
/** Whoever signs out asks nothing more. */
const OTHERWISE = /^\/api\/openapi|logout$|\*$/

/** Every GET route with what it may be asked, and the answer as it came; streams are listened to below. */
async function answersTo(viewer: Viewer): Promise<Map<string, string>> {
  const routes = household.app.routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))
  const questions = routes
    .filter(({ path }) => !OTHERWISE.test(path))
    .flatMap(({ path }) => (QUERIES[path] ?? ['']).map((query) => `${path}${query}`))
  const answers = new Map<string, string>()
  for (const question of questions) {
    const path = question.replace(':uid', SECRETS.uid).replace(':id', String(bens.id))
    const { status, text } = await knock(household, whoever(viewer)?.cookie ?? '', `GET ${path}`)
    answers.set(question.replace(`${DAYS}&`, '').replace(`?${DAYS}`, ''), `${status} ${text}`)
  }
  return answers
}

/** Where a viewer reads what of Ben's secrets. */
type Known = Record<string, Secret[]>

const WINDOW: Secret[] = ['title', 'place', 'uid', 'calendar']
const HIT: Secret[] = ['title', 'place', 'notes', 'uid', 'calendar']
/** Whoever sees an event of the household finds it. */
const FOUND: Known = {
  '/api/events/search?q=chemo&household=true': HIT,
  '/api/events/search?q=ward+onco&household=true': HIT,
}
const FORM_OF_EVENT: Secret[] = ['title', 'place', 'notes', 'url']
const TO_READERS: Known = {
  '/api/events': WINDOW,
  '/api/events?household=true': WINDOW,
  '/api/events?household=false': WINDOW,
  '/api/events/search?q=chemo': HIT,
  ...FOUND,
  '/api/events/freshness': ['calendar'],
  '/api/events/freshness?household=true': ['calendar'],
  '/api/events/writable-calendars': ['calendar', 'url'],
  '/api/events/:uid/edit': FORM_OF_EVENT,
  '/api/events/:uid/edit?calendarId=:id': FORM_OF_EVENT,
  '/api/events/:uid/meeting': ['organizer'],
}
const TO_OWNER: Known = {
  ...TO_READERS,
  '/api/me/calendars': ['calendar', 'url'],
  // An archive: the names of its files can be read, what is in them is packed.
  '/api/me/export': ['calendar'],
  '/api/me/writes': ['title', 'place', 'notes', 'uid', 'url'],
}
/** Calendars by name, whatever their owners have chosen. */
const TO_ADMIN: Known = { '/api/admin/calendars': ['calendar'], '/api/admin/sync': ['calendar'] }
/** What a display may show, by name unless it shows as busy. */
const TO_ADMIN_OF_DISPLAYS: Known = { '/api/admin/displays/calendars': ['calendar'] }
/** The shared calendar is in the household's archive, by the name of its file. */
const TO_ADMIN_OF_SHARED: Known = { '/api/admin/export': ['calendar'] }
const TO_HOUSEHOLD: Known = {
  '/api/events?household=true': WINDOW,
  ...FOUND,
  '/api/events/freshness?household=true': ['calendar'],
}
/** It repeats what it was asked. */
const ECHOES = `/api/events/sync-status?uid=${SECRETS.uid}`

function knownTo(viewer: Viewer, visibility: Visibility, isShared: boolean): Known {
  if (viewer === 'stranger') return {}
  if (viewer === 'owner') return TO_OWNER
  const isOpen = isShared || visibility === 'household'
  if (viewer === 'display') return isOpen ? { '/api/display/events': WINDOW } : {}
  const opened = visibility === 'household' ? TO_HOUSEHOLD : {}
  const ofAdmin = { ...TO_ADMIN, ...(isOpen && TO_ADMIN_OF_DISPLAYS), ...(isShared && TO_ADMIN_OF_SHARED) }
  return { ...(isShared ? TO_READERS : opened), ...(viewer === 'admin' && ofAdmin) }
}

const secretsIn = (text: string) =>
  (Object.keys(SECRETS) as Secret[]).filter((name) => text.toLowerCase().includes(SECRETS[name].toLowerCase()))

async function seenBy(viewer: Seated): Promise<Occurrence[]> {
  const request = `GET /api/events?${DAYS}&household=true`
  return (await ask<{ occurrences: Occurrence[] }>(household, whoever(viewer), request)).body.occurrences
}

const CASES = VISIBILITIES.flatMap((visibility) => [false, true].map((isShared) => ({ visibility, isShared })))

describe.each(CASES)('a calendar that is $visibility (shared: $isShared)', ({ visibility, isShared }) => {
  beforeEach(() => furnish(visibility, isShared))

  test.each(VIEWERS)('tells the %s what they may know on every route, and nothing else', async (viewer) => {
    const known: Known = {}
    for (const [question, text] of await answersTo(viewer)) {
      const found = secretsIn(question === ECHOES ? text.replace(SECRETS.uid, '') : text)
      if (found.length > 0) known[question] = found
    }
    expect(known).toEqual(knownTo(viewer, visibility, isShared))
  })

  test.each(OTHER_MEMBERS)('tells the %s nothing of what its owner writes', async (viewer) => {
    const status = async (uid: string) =>
      (await ask(household, member(viewer), `GET /api/events/sync-status?uid=${uid}`)).body
    expect(await status(SECRETS.uid)).toEqual({ ...(await status('unknown')), uid: SECRETS.uid })
  })

  test('reminds its readers, and nobody because they see it', async () => {
    const phoneOf = async (viewer: Seated) => {
      const { endpoint, subscription, received } = receiver.device()
      await subscribe(household.ctx, member(viewer).id, { endpoint, ...subscription.keys })
      return { viewer, received }
    }
    const phones = await Promise.all((['owner', ...OTHER_MEMBERS] as const).map(phoneOf))
    const reminders = createReminders(household.ctx, { ca: receiver.ca, timeoutMs: 10_000 })
    household.clock.set('2026-12-02T09:30:00Z')
    await reminders.remind()
    await reminders.settled()
    await reminders.stop()
    const reminded = phones.filter(({ received }) => received.length > 0).map(({ viewer }) => viewer)
    expect(reminded).toEqual(isShared ? ['owner', ...OTHER_MEMBERS] : ['owner'])
  })
})

describe.each(VISIBILITIES)('a calendar that is %s and not shared', (visibility) => {
  beforeEach(() => furnish(visibility, false))

  test.each(OTHERS)('is not written to by the %s, by no name that its events have', async (viewer) => {
    const isMember = viewer !== 'stranger' && viewer !== 'display'
    const opaque = isMember ? (await seenBy(viewer)).map(({ uid }) => uid) : []
    const ofEvents = [SECRETS.uid, ...opaque].flatMap((uid) => [
      [`GET /api/events/${uid}/edit`, undefined, 404],
      [`GET /api/events/${uid}/meeting?calendarId=${bens.id}`, undefined, 404],
      [`PATCH /api/events/${uid}/edit`, FORM, 404],
      [`PATCH /api/events/${uid}/edit?calendarId=${bens.id}`, { ...FORM, calendarUrl: bens.url }, 404],
      [`DELETE /api/events/${uid}`, undefined, 404],
      [`DELETE /api/events/${uid}?calendarId=${bens.id}`, undefined, 404],
    ])
    const [write] = await household.ctx.db.select({ id: outbox.id }).from(outbox)
    const requests = [
      ...ofEvents,
      ['POST /api/events/create', { ...FORM, calendarUrl: bens.url }, 403],
      [`POST /api/import?calendarUrl=${bens.url}`, { fromCalendar: bens.id }, 403],
      ['POST /api/import/preview?calendarUrl=https://cal.test/family/', { fromCalendar: bens.id }, 404],
      ['POST /api/import?calendarUrl=https://cal.test/family/', { fromCalendar: bens.id }, 404],
      [`PATCH /api/me/calendars/${bens.id}`, { visibility: 'household' }, 404],
      [`POST /api/me/writes/${write!.id}/retry`, undefined, 404],
      [`DELETE /api/me/writes/${write!.id}`, undefined, 404],
    ] as [string, object | undefined, number][]
    for (const [request, body, refusal] of requests) {
      const { status, body: answer } = await ask(household, whoever(viewer), request, body)
      const expected = isMember ? refusal : 401
      expect({ request, status, secrets: secretsIn(JSON.stringify(answer)) }).toEqual({
        request,
        status: expected,
        secrets: [],
      })
    }
  })

  describe('on the stream', () => {
    let open: Listening[] = []
    afterEach(async () => {
      await Promise.all(open.map((listening) => listening.leave()))
      open = []
    })
    const hear = async (viewer: Seated, stream: string) => {
      const headers = { cookie: member(viewer).cookie }
      const request = new Request(`http://localhost/api/sse/${stream}`, { headers })
      const listening = new Listening(await household.app.handle(request))
      open.push(listening)
      return listening.opened()
    }

    test.each(OTHER_MEMBERS)('tells the %s by its id alone that it has changed, if they see it', async (viewer) => {
      const { ctx } = household
      const askers = [await hear(viewer, 'events?household=true'), await hear(viewer, 'all?household=true')]
      const others = [await hear(viewer, 'events'), await hear(viewer, 'all')]
      ctx.hub.publish(calendarChanged(bens.id, readersOf(bens)))
      await ask(household, cast.ben, `PATCH /api/events/${SECRETS.uid}/edit`, { ...FORM, title: 'Radiotherapy' })
      for (let round = 0; round < 5; round++) await openIdOf(ctx, bens.id)
      const told = visibility === 'private' ? [] : askers
      for (const each of told) await until('it is told', () => each.raw.includes(`"calendarId":${bens.id}`))
      ctx.hub.publish(calendarChanged(2_000_000_000, 'everyone'))
      for (const each of [...askers, ...others]) await until('the last frame', () => each.raw.includes('2000000000'))
      const frames = ({ raw }: Listening) => raw.replaceAll(/-\d+$/gm, '').split('\n\n').slice(1, -2)
      const changed = JSON.stringify({
        type: 'calendar:changed',
        calendarId: bens.id,
        payload: { calendarId: bens.id },
      })
      const frame = `event: calendar:changed\nid: ${bens.id}\ndata: ${changed}`
      for (const asker of askers) expect(frames(asker)).toEqual(visibility === 'private' ? [] : [frame])
      for (const other of others) expect(frames(other)).toEqual([])
    })

    test('tells a stranger nothing', async () => {
      for (const stream of ['events', 'all'])
        expect((await ask(household, null, `GET /api/sse/${stream}?household=true`)).status).toBe(401)
    })
  })
})

describe.each(['private', 'busy'] as const)('what cannot be seen, being %s,', (visibility) => {
  beforeEach(() => furnish(visibility, false))

  test.each(OTHERS)('changes not one byte of an answer to the %s when it becomes something else', async (viewer) => {
    const before = await answersTo(viewer)
    const other = { title: 'A', place: 'B'.repeat(400), notes: 'C'.repeat(4000), calendar: 'D'.repeat(200) }
    await fill({ ...SECRETS, ...other, organizer: 'somebody.else' })
    const row = { displayName: other.calendar, color: '#000000', writable: false }
    await household.ctx.db.update(calendars).set(row).where(eq(calendars.id, bens.id))
    const isAnyones = ([question]: [string, string]) => !(question in TO_ADMIN)
    expect([...(await answersTo(viewer))].filter(isAnyones)).toEqual([...before].filter(isAnyones))
  })

  test('is as long as anything else, in any number, whatever its uid', async () => {
    for (const uid of ['x', 'y'.repeat(500)]) {
      await cacheEvent(household.ctx, bens, uid, {
        DTSTART: '20261205T100000Z',
        DTEND: '20261205T100000Z',
        SUMMARY: uid,
      })
    }
    const lengths = (await seenBy('other')).map((each) => JSON.stringify(each).length)
    expect(lengths).toEqual(visibility === 'busy' ? Array(6).fill(lengths[0]) : [])
  })

  test('stands in no line of the log', async () => {
    household.logLines.length = 0
    for (const viewer of VIEWERS) await answersTo(viewer)
    expect(secretsIn(household.logLines.join('').replaceAll(`/${SECRETS.uid}/`, ''))).toEqual([])
  })
})
