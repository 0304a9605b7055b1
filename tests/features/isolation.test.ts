import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createReminders } from '../../src/calendar/reminders'
import { subscribe } from '../../src/features/push/subscriptions'
import { calendarChanged } from '../../src/household/announcements'
import { readersOf } from '../../src/household/calendars'
import { openIdOf } from '../../src/household/open-calendars'
import {
  calendars,
  displayCalendars,
  members,
  outbox,
  pushSubscriptions,
  VISIBILITIES,
} from '../../src/platform/db/schema'
import { ask, cookieFor, type Member, seatedCast } from '../support/cast'
import { type CalendarRow, cacheEvent, FORM, insertCalendar, type Occurrence } from '../support/diary'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { startPushReceiver } from '../support/push-receiver'
import { pairedDisplay } from './displays/kitchen'
import { Listening, until } from './sse/listening'

type Visibility = (typeof VISIBILITIES)[number]

/** Ben owns the calendar that this is about, Ada is the admin; Dora owns the shared calendar where Ben's is not that. */
const VIEWERS = ['owner', 'other', 'admin', 'sharer', 'stranger'] as const
type Viewer = (typeof VIEWERS)[number]
const OTHERS = VIEWERS.filter((viewer) => viewer !== 'owner')
const OTHER_MEMBERS = OTHERS.filter((viewer) => viewer !== 'stranger')

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
let bens: CalendarRow

async function furnish(visibility: Visibility, isShared: boolean): Promise<void> {
  const { ctx } = household
  household.clock.set(MORNING)
  for (const table of [outbox, pushSubscriptions, calendars]) await ctx.db.delete(table)
  dora ??= await seatDora()
  if (!isShared) await insertCalendar(ctx, dora.id, 'https://cal.test/family/', { isShared: true })
  const options = { visibility, isShared, displayName: SECRETS.calendar }
  bens = await insertCalendar(ctx, cast.ben.id, `https://${SECRETS.url}.test/`, options)
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

const member = (viewer: Viewer): Member | null =>
  ({ owner: cast.ben, other: cast.cleo, admin: cast.ada, sharer: dora!, stranger: null })[viewer]

const cookieOf = (viewer: Viewer): string => member(viewer)?.cookie ?? ''

const DAYS = 'start=2026-12-01&end=2026-12-08'
/** What a route is asked, where that is not nothing. */
const QUERIES: Record<string, string[]> = {
  '/api/events': [`?${DAYS}`, `?${DAYS}&household=true`, `?${DAYS}&household=false`],
  '/api/display/events': [`?${DAYS}`],
  '/api/events/freshness': ['', '?household=true'],
  '/api/events/sync-status': [`?uid=${SECRETS.uid}`],
  '/api/events/:uid/edit': ['', '?calendarId=:id'],
}
/** Streams are listened to below; whoever signs out asks nothing more. */
const OTHERWISE = /^\/api\/(sse|openapi|display\/sse)|logout$|\*$/

/** Every GET route with what it may be asked, and the answer as it came. */
async function answersTo(cookie: string): Promise<Map<string, string>> {
  const routes = household.app.routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))
  const questions = routes
    .filter(({ path }) => !OTHERWISE.test(path))
    .flatMap(({ path }) => (QUERIES[path] ?? ['']).map((query) => `${path}${query}`))
  const answers = new Map<string, string>()
  for (const question of questions) {
    const path = question.replace(':uid', SECRETS.uid).replace(':id', String(bens.id))
    const answer = await household.app.handle(new Request(`http://localhost${path}`, { headers: { cookie } }))
    answers.set(question.replace(`${DAYS}&`, '').replace(`?${DAYS}`, ''), `${answer.status} ${await answer.text()}`)
  }
  return answers
}

/** Where a viewer reads what of Ben's secrets. */
type Known = Record<string, Secret[]>

const WINDOW: Secret[] = ['title', 'place', 'uid', 'calendar']
const FORM_OF_EVENT: Secret[] = ['title', 'place', 'notes', 'url']
const TO_READERS: Known = {
  '/api/events': WINDOW,
  '/api/events?household=true': WINDOW,
  '/api/events?household=false': WINDOW,
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
  '/api/me/writes': ['title', 'place', 'notes', 'uid', 'url'],
}
/** Calendars by name, whatever their owners have chosen. */
const TO_ADMIN: Known = { '/api/admin/calendars': ['calendar'], '/api/admin/sync': ['calendar'] }
const TO_HOUSEHOLD: Known = {
  '/api/events?household=true': WINDOW,
  '/api/events/freshness?household=true': ['calendar'],
}
/** It repeats what it was asked. */
const ECHOES = `/api/events/sync-status?uid=${SECRETS.uid}`

function knownTo(viewer: Viewer, visibility: Visibility, isShared: boolean): Known {
  if (viewer === 'stranger') return {}
  if (viewer === 'owner') return TO_OWNER
  const opened = visibility === 'household' ? TO_HOUSEHOLD : {}
  const toShow: Known = isShared || visibility === 'household' ? { '/api/admin/displays/calendars': ['calendar'] } : {}
  return { ...(isShared ? TO_READERS : opened), ...(viewer === 'admin' ? { ...TO_ADMIN, ...toShow } : {}) }
}

const secretsIn = (text: string) =>
  (Object.keys(SECRETS) as Secret[]).filter((name) => text.toLowerCase().includes(SECRETS[name].toLowerCase()))

async function seenBy(viewer: Viewer): Promise<Occurrence[]> {
  const request = `GET /api/events?${DAYS}&household=true`
  return (await ask<{ occurrences: Occurrence[] }>(household, member(viewer), request)).body.occurrences
}

const CASES = VISIBILITIES.flatMap((visibility) => [false, true].map((isShared) => ({ visibility, isShared })))

describe.each(CASES)('a calendar that is $visibility (shared: $isShared)', ({ visibility, isShared }) => {
  beforeEach(() => furnish(visibility, isShared))

  test.each(VIEWERS)('tells the %s what they may know on every route, and nothing else', async (viewer) => {
    const known: Known = {}
    for (const [question, text] of await answersTo(cookieOf(viewer))) {
      const found = secretsIn(question === ECHOES ? text.replace(SECRETS.uid, '') : text)
      if (found.length > 0) known[question] = found
    }
    expect(known).toEqual(knownTo(viewer, visibility, isShared))
  })

  test('tells a display that was to show it what the household may know, on its own routes alone', async () => {
    const { cookie, display } = await pairedDisplay(household, cast)
    await household.ctx.db.insert(displayCalendars).values({ displayId: display.id, calendarId: bens.id })
    const known: Known = {}
    for (const [question, text] of await answersTo(cookie)) {
      const found = secretsIn(question === ECHOES ? text.replace(SECRETS.uid, '') : text)
      if (found.length > 0) known[question] = found
    }
    expect(known).toEqual(isShared || visibility === 'household' ? { '/api/display/events': WINDOW } : {})
  })

  test.each(OTHER_MEMBERS)('tells the %s nothing of what its owner writes', async (viewer) => {
    const status = async (uid: string) =>
      (await ask(household, member(viewer), `GET /api/events/sync-status?uid=${uid}`)).body
    expect(await status(SECRETS.uid)).toEqual({ ...(await status('unknown')), uid: SECRETS.uid })
  })

  test('reminds its readers, and nobody because they see it', async () => {
    const phoneOf = async (viewer: Viewer) => {
      const { endpoint, subscription, received } = receiver.device()
      await subscribe(household.ctx, member(viewer)!.id, { endpoint, ...subscription.keys })
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
    const opaque = viewer === 'stranger' ? [] : (await seenBy(viewer)).map(({ uid }) => uid)
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
      [`PATCH /api/me/calendars/${bens.id}`, { visibility: 'household' }, 404],
      [`POST /api/me/writes/${write!.id}/retry`, undefined, 404],
      [`DELETE /api/me/writes/${write!.id}`, undefined, 404],
    ] as [string, object | undefined, number][]
    for (const [request, body, refusal] of requests) {
      const { status, body: answer } = await ask(household, member(viewer), request, body)
      const expected = viewer === 'stranger' ? 401 : refusal
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
    const hear = async (viewer: Viewer, query: string) => {
      const headers = { cookie: member(viewer)?.cookie ?? '' }
      const request = new Request(`http://localhost/api/sse/events${query}`, { headers })
      const listening = new Listening(await household.app.handle(request))
      open.push(listening)
      return listening.opened()
    }

    test.each(OTHER_MEMBERS)('tells the %s by its id alone that it has changed, if they see it', async (viewer) => {
      const { ctx } = household
      const [with_, without] = [await hear(viewer, '?household=true'), await hear(viewer, '')]
      ctx.hub.publish(calendarChanged(bens.id, readersOf(bens)))
      await ask(household, cast.ben, `PATCH /api/events/${SECRETS.uid}/edit`, { ...FORM, title: 'Radiotherapy' })
      for (let round = 0; round < 5; round++) await openIdOf(ctx, bens.id)
      ctx.hub.publish(calendarChanged(2_000_000_000, 'everyone'))
      for (const each of [with_, without]) await until('the last frame', () => each.raw.includes('2000000000'))
      const frames = ({ raw }: Listening) => raw.replaceAll(/-\d+$/gm, '').split('\n\n').slice(1, -2)
      const changed = JSON.stringify({
        type: 'calendar:changed',
        calendarId: bens.id,
        payload: { calendarId: bens.id },
      })
      const frame = `event: calendar:changed\nid: ${bens.id}\ndata: ${changed}`
      expect(frames(with_)).toEqual(visibility === 'private' ? [] : [frame])
      expect(frames(without)).toEqual([])
    })

    test('tells a stranger nothing', async () => {
      expect((await ask(household, null, 'GET /api/sse/events?household=true')).status).toBe(401)
    })
  })
})

describe.each(['private', 'busy'] as const)('what cannot be seen, being %s,', (visibility) => {
  beforeEach(() => furnish(visibility, false))

  test.each(OTHERS)('changes not one byte of an answer to the %s when it becomes something else', async (viewer) => {
    const before = await answersTo(cookieOf(viewer))
    const other = { title: 'A', place: 'B'.repeat(400), notes: 'C'.repeat(4000), calendar: 'D'.repeat(200) }
    await fill({ ...SECRETS, ...other, organizer: 'somebody.else' })
    const row = { displayName: other.calendar, color: '#000000', writable: false }
    await household.ctx.db.update(calendars).set(row).where(eq(calendars.id, bens.id))
    const isAnyones = ([question]: [string, string]) => !(question in TO_ADMIN)
    expect([...(await answersTo(cookieOf(viewer)))].filter(isAnyones)).toEqual([...before].filter(isAnyones))
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
    for (const viewer of VIEWERS) await answersTo(cookieOf(viewer))
    expect(secretsIn(household.logLines.join('').replaceAll(`/${SECRETS.uid}/`, ''))).toEqual([])
  })
})
