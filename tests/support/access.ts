import { DISPLAY_SESSION_COOKIE } from '../../src/identity/display-session'
import { newToken } from '../../src/platform/crypto/secret-token'
import {
  admissions,
  apiTokens,
  birthdays,
  calendars,
  deviceSessions,
  displayLists,
  displays,
  events,
  feedCalendars,
  feeds,
  imports,
  invitations,
  listItems,
  lists,
  members,
  outbox,
  personManagers,
  persons,
  subscriptions,
} from '../../src/platform/db/schema'
import type { Household } from './household'

/** Things of one member that a path may name. */
export interface Belongings {
  list: number
  item: number
  calendar: number
  event: string
  /** Of the event, that could not be made. */
  write: number
  /** Somebody without sign-in, whom the owner looks after. */
  person: number
  /** On the household's list. */
  birthday: number
  /** Another member, whom nobody will miss. */
  spare: number
  /** Where the owner stays signed in. */
  device: number
  /** Where the other member does. */
  spareDevice: number
  /** A shared list with an item, the only one on a display that may tick and add. */
  sharedList: number
  sharedItem: number
  display: number
  /** What the display's device sends along. */
  displayCookie: string
  /** Somebody who waits to be admitted. */
  applicant: number
  /** A link that the member has made. */
  invitation: number
  subscription: number
  /** Of events into the calendar. */
  importId: number
  /** A program's token. */
  token: number
  /** What other programs read. */
  feed: number
  /** The file that its address names. */
  feedFile: string
}

const RAW = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:UID',
  'DTSTART:20261201T100000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
]

/**
 * Gives a member a private list with an item, a personal calendar with an event that could not be removed, and a fellow
 * member to lose.
 */
export async function furnish({ ctx }: Pick<Household, 'ctx'>, ownerId: number): Promise<Belongings> {
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const [list] = await ctx.db
    .insert(lists)
    .values({ ownerId, name: 'Presents', isShared: false, ...times })
    .$returningId()
  const [item] = await ctx.db
    .insert(listItems)
    .values({ listId: list!.id, text: 'A book', rank: 'a0', ...times })
    .$returningId()
  const [sharedList] = await ctx.db
    .insert(lists)
    .values({ ownerId, name: 'Groceries', ...times })
    .$returningId()
  const [sharedItem] = await ctx.db
    .insert(listItems)
    .values({ listId: sharedList!.id, text: 'Milk', rank: 'a0', ...times })
    .$returningId()
  const { token, tokenDigest } = newToken()
  const paired = { tokenDigest, pairedAt: ctx.now(), lastSeenAt: ctx.now() }
  const [display] = await ctx.db
    .insert(displays)
    .values({ name: 'Kitchen', canTick: true, canAdd: true, createdAt: ctx.now(), ...paired })
    .$returningId()
  await ctx.db.insert(displayLists).values({ displayId: display!.id, listId: sharedList!.id })
  const name = crypto.randomUUID()
  const [calendar] = await ctx.db
    .insert(calendars)
    .values({ userId: ownerId, url: `https://dav.example/${name}/`, displayName: 'Home', color: '#000000' })
    .$returningId()
  const start = new Date('2026-12-01T10:00:00Z')
  await ctx.db.insert(events).values({
    calendarId: calendar!.id,
    uid: name,
    href: `/${name}/${name}.ics`,
    title: 'Dentist',
    allDay: false,
    dtstartUtc: start,
    dtendUtc: start,
    hasRrule: false,
    firstUtc: start,
    lastUtc: start,
    rawVevent: RAW.join('\r\n').replace('UID:UID', `UID:${name}`),
    updatedAt: ctx.now(),
  })
  const [write] = await ctx.db
    .insert(outbox)
    .values({
      authorId: ownerId,
      calendarId: calendar!.id,
      uid: name,
      operation: 'delete',
      status: 'failed',
      href: `/${name}/${name}.ics`,
      operationId: name,
      nextAttemptAt: ctx.now(),
      ...times,
    })
    .$returningId()
  const [spare] = await ctx.db.insert(members).values({ color: '#000000', createdAt: ctx.now() }).$returningId()
  const child = { name, color: '#22872F', createdAt: ctx.now() }
  const [person] = await ctx.db.insert(persons).values(child).$returningId()
  await ctx.db.insert(personManagers).values({ personId: person!.id, memberId: ownerId })
  const born = { name, monthDay: '12-24', createdAt: ctx.now() }
  const [birthday] = await ctx.db.insert(birthdays).values(born).$returningId()
  const identity = { oidcIss: 'https://id.example', oidcSub: name }
  const seen = { createdAt: ctx.now(), lastSeenAt: ctx.now() }
  const [applicant] = await ctx.db
    .insert(admissions)
    .values({ ...identity, ...seen })
    .$returningId()
  const [holidays] = await ctx.db
    .insert(calendars)
    .values({
      userId: ownerId,
      source: 'holidays',
      url: `subscription:${name}`,
      displayName: 'DE',
      color: '#000000',
      writable: false,
    })
    .$returningId()
  const [subscription] = await ctx.db
    .insert(subscriptions)
    .values({ userId: ownerId, calendarId: holidays!.id, country: 'DE', nextFetchAt: ctx.now() })
    .$returningId()
  const [invitation] = await ctx.db
    .insert(invitations)
    .values({
      tokenDigest: name.replaceAll('-', '').padEnd(64, '0'),
      invitedBy: ownerId,
      createdAt: ctx.now(),
      expiresAt: ctx.now(),
    })
    .$returningId()
  const [imported] = await ctx.db
    .insert(imports)
    .values({ memberId: ownerId, calendarId: calendar!.id, total: 1, ...times })
    .$returningId()
  const [hubToken] = await ctx.db
    .insert(apiTokens)
    .values({ memberId: ownerId, tokenDigest: name, name: 'Kitchen hub', scope: 'read', createdAt: ctx.now() })
    .$returningId()
  const feedSecret = newToken()
  const [feed] = await ctx.db
    .insert(feeds)
    .values({
      memberId: ownerId,
      tokenDigest: feedSecret.tokenDigest,
      detail: 'full',
      reminders: false,
      createdAt: ctx.now(),
    })
    .$returningId()
  await ctx.db.insert(feedCalendars).values({ feedId: feed!.id, calendarId: calendar!.id })
  const deviceOf = async (memberId: number) => {
    const token = { tokenDigest: crypto.randomUUID(), kind: 'local', sessionVersion: 0 } as const
    const used = { createdAt: ctx.now(), lastUsedAt: ctx.now() }
    const device = { memberId, name: 'A phone', ...token, ...used }
    return (await ctx.db.insert(deviceSessions).values(device).$returningId())[0]!.id
  }
  return {
    list: list!.id,
    item: item!.id,
    calendar: calendar!.id,
    event: name,
    write: write!.id,
    person: person!.id,
    birthday: birthday!.id,
    spare: spare!.id,
    device: await deviceOf(ownerId),
    spareDevice: await deviceOf(spare!.id),
    sharedList: sharedList!.id,
    sharedItem: sharedItem!.id,
    display: display!.id,
    displayCookie: `${DISPLAY_SESSION_COOKIE}=${token}`,
    applicant: applicant!.id,
    invitation: invitation!.id,
    subscription: subscription!.id,
    importId: imported!.id,
    token: hubToken!.id,
    feed: feed!.id,
    feedFile: `${feedSecret.token}.ics`,
  }
}

/** Sends a request for its status and short answer alone; a stream is hung up on. */
export async function knock(
  { app }: Pick<Household, 'app'>,
  cookie: string,
  request: string,
  body?: string,
  type = 'application/json',
  more: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const [method = 'GET', path = '/'] = request.split(' ')
  const answer = await app.handle(
    new Request(`http://localhost${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': type }), ...more },
      ...(body !== undefined && { body }),
    }),
  )
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream) return { status: answer.status, text: await answer.text() }
  await answer.body?.cancel()
  return { status: answer.status, text: '' }
}
