import { calendars, lists } from '../../../src/platform/db/schema'
import { type Answer, ask, type Cast, type Member } from '../../support/cast'
import type { Household } from '../../support/household'

/** A display as its admins see it. */
export interface Display {
  id: number
  name: string
  calendarIds: number[]
  listIds: number[]
  canTick: boolean
  canAdd: boolean
  pairedAt: string | null
  lastSeenAt: string | null
}

export interface NewDisplay {
  display: Display
  code: string
  expiresAt: string
}

type House = Pick<Household, 'app' | 'ctx'>

/** Adds a display as Ada. @throws unless it was added */
export async function addDisplay(house: House, cast: Cast, form: Partial<Display> = {}): Promise<NewDisplay> {
  const body = { name: 'Kitchen', calendarIds: [], listIds: [], ...form }
  const answer = await ask<NewDisplay>(house, cast.ada, 'POST /api/admin/displays', body)
  if (answer.status !== 201) throw new Error(`no display: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Types a code on a device that is nobody. */
export const typeCode = (house: House, code: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(house, null, 'POST /api/display/pair', { code }, headers)

/** Pairs a device, and gives what it sends along from then on. @throws unless it was paired */
export async function pair(house: House, code: string): Promise<{ cookie: string }> {
  const answer = await typeCode(house, code)
  if (answer.status !== 200) throw new Error(`not paired: ${answer.status}`)
  return { cookie: cookieOf(answer) }
}

/** The cookie of an answer as a browser sends it back. */
export const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')!.split(';')[0]!

/** A display and the device that is paired with it. */
export async function pairedDisplay(house: House, cast: Cast, form: Partial<Display> = {}) {
  const { display, code } = await addDisplay(house, cast, form)
  return { display, ...(await pair(house, code)) }
}

/** Another code than that. */
export const wrongCode = (code: string): string => code.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))

type CalendarValues = Partial<typeof calendars.$inferInsert>

export async function insertCalendar({ ctx }: House, { id }: Member, more: CalendarValues = {}): Promise<number> {
  const url = `https://dav.example/${crypto.randomUUID()}/`
  const [row] = await ctx.db
    .insert(calendars)
    .values({ userId: id, url, displayName: 'Work', color: '#000000', ...more })
    .$returningId()
  return row!.id
}

export async function insertList({ ctx }: House, { id }: Member, name: string, isShared = true): Promise<number> {
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const [row] = await ctx.db
    .insert(lists)
    .values({ ownerId: id, name, isShared, ...times })
    .$returningId()
  return row!.id
}
