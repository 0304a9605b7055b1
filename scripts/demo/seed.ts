import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../src/platform/durations'
import { eventsByCalendar } from './events'
import {
  CALENDARS,
  CHILDREN,
  CHORES,
  type DemoList,
  type DemoMember,
  LISTS,
  MEMBERS,
  SHARED_CALENDAR,
  ZONE,
} from './household'
import { toICalendar } from './icalendar'

/** Fills the CalDAV server with the household's calendars, as their own programs would have. */
export async function seedCalendars(caldavUrl: string, today: Date) {
  const owners = new Map(MEMBERS.map((member) => [member.username, member]))
  const send = async (owner: string, method: string, path: string, body: string, type: string) => {
    const member = owners.get(owner)!
    const credentials = Buffer.from(`${member.account}:${member.appPassword}`).toString('base64')
    const response = await fetch(new URL(`${member.account}/${path}`, caldavUrl), {
      method,
      body,
      headers: { authorization: `Basic ${credentials}`, 'content-type': type },
    })
    if (!response.ok) throw new Error(`the demo's CalDAV server answered ${response.status} to ${method} ${path}`)
  }
  for (const { owner, slug, name, color } of CALENDARS) {
    await send(owner, 'MKCALENDAR', `${slug}/`, mkcalendar(name, color), 'application/xml; charset=utf-8')
  }
  for (const [calendar, events] of eventsByCalendar(today)) {
    const [owner = '', slug = ''] = calendar.split('/')
    for (const event of events) {
      const id = randomUUID()
      const text = toICalendar(event, `${id}@home.example`, today)
      await send(owner, 'PUT', `${slug}/${id}.ics`, text, 'text/calendar; charset=utf-8')
    }
  }
}

/** Sets the household up through the service's own interface, as its members would. */
export async function seedHousehold(baseUrl: string, today: Date) {
  const admin = MEMBERS.find((member) => member.isAdmin)!
  const asAdmin = await signIn(baseUrl, admin)
  for (const member of MEMBERS.filter(({ isAdmin }) => !isAdmin)) {
    await asAdmin('POST /api/admin/members', {
      displayName: member.name,
      username: member.username,
      initialPassword: member.password,
    })
  }
  await addChildren(asAdmin)
  await asAdmin('PUT /api/admin/config/timezone', { timezone: ZONE })
  const sessions = new Map([[admin.username, asAdmin]])
  for (const member of MEMBERS) {
    const asMember = sessions.get(member.username) ?? (await signIn(baseUrl, member))
    sessions.set(member.username, asMember)
    await asMember('POST /api/me/credential', {
      providerType: 'caldav',
      fastmailEmail: member.account,
      appPassword: member.appPassword,
    })
  }
  await shareCalendar(asAdmin)
  for (const member of MEMBERS) await openCalendars(sessions.get(member.username)!, member)
  await asAdmin('POST /api/setup/complete')
  for (const list of LISTS) await fillList(sessions.get(list.owner)!, list)
  await addChores(asAdmin, today)
}

type Session = (request: string, body?: unknown) => Promise<Record<string, unknown>>

async function signIn(baseUrl: string, { username, password }: DemoMember): Promise<Session> {
  const login = await fetch(`${baseUrl}/api/auth/local/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!login.ok) throw new Error(`${username} could not sign in: ${login.status}`)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async (request, body) => {
    const [method, path] = request.split(' ')
    const response = await fetch(baseUrl + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${request} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
}

/** What finds a member's id by the user name. */
async function memberIds(asAdmin: Session) {
  const { members } = (await asAdmin('GET /api/admin/members')) as { members: { id: number; username: string }[] }
  return (name: string) => members.find(({ username }) => username === name)!.id
}

async function addChildren(asAdmin: Session) {
  const idOf = await memberIds(asAdmin)
  for (const { name, birthday, managers } of CHILDREN) {
    await asAdmin('POST /api/people', { name, birthday, managerIds: managers.map(idOf) })
  }
}

async function addChores(asAdmin: Session, today: Date) {
  const { people } = (await asAdmin('GET /api/people')) as { people: { id: number; name: string }[] }
  const list = await asAdmin('POST /api/lists', { name: 'House', kind: 'chores' })
  for (const { text, day, every, turns } of CHORES) {
    const due = new Date(today.getTime() + day * DAY_MS).toISOString().slice(0, 10)
    const personIds = turns.map((turn) => people.find(({ name }) => name === turn)!.id)
    const chore = { text, due, repeat: { every }, personIds, rotates: turns.length > 1 }
    await asAdmin(`POST /api/lists/${list.id}/items`, chore)
  }
}

/** Each lets the others see what they choose. */
async function openCalendars(asOwner: Session, { username }: DemoMember) {
  const { calendars } = (await asOwner('GET /api/me/calendars')) as { calendars: { id: number; displayName: string }[] }
  for (const { owner, name, visibility } of CALENDARS) {
    const calendar = calendars.find(({ displayName }) => displayName === name)
    if (owner !== username || visibility === undefined || calendar === undefined) continue
    await asOwner(`PATCH /api/me/calendars/${calendar.id}`, { visibility })
  }
}

/** The first sync runs in the background: waits until the calendar has been found. */
async function shareCalendar(asAdmin: Session) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const { calendars } = (await asAdmin('GET /api/admin/calendars')) as {
      calendars: { id: number; displayName: string }[]
    }
    const family = calendars.find(({ displayName }) => displayName === SHARED_CALENDAR.name)
    if (family !== undefined && calendars.length >= CALENDARS.length) {
      await asAdmin(`PUT /api/admin/calendars/${family.id}/shared`)
      return
    }
    await Bun.sleep(200)
  }
  throw new Error('the demo calendars were not found within a minute')
}

async function fillList(asOwner: Session, { name, isShared, kind, bought = [], items, checked }: DemoList) {
  const isToBuy = kind === 'shopping'
  const list = await asOwner('POST /api/lists', { name, isShared, ...(isToBuy && { kind, grouped: true }) })
  const add = async (text: string, isDone: boolean) => {
    const item = await asOwner(`POST /api/lists/${list.id}/items`, { text, ...(isToBuy && { parse: true }) })
    if (isDone) await asOwner(`PATCH /api/list-items/${item.id}`, { checked: true })
  }
  for (const text of bought) await add(text, true)
  if (bought.length > 0) await asOwner(`DELETE /api/lists/${list.id}/items?checked=true`)
  for (const text of [...items, ...checked]) await add(text, checked.includes(text))
}

const mkcalendar = (name: string, color: string) => `<?xml version="1.0" encoding="utf-8"?>
<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/">
  <d:set><d:prop>
    <d:displayname>${name}</d:displayname>
    <a:calendar-color>${color}</a:calendar-color>
    <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>
  </d:prop></d:set>
</c:mkcalendar>`
