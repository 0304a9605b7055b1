import type { Context } from '../../src/platform/context'
import { listItems, lists, members } from '../../src/platform/db/schema'
import { DAY_MS, HOUR_MS } from '../../src/platform/durations'
import { type Cast, seatCast } from '../../tests/support/cast'
import { insertCalendar } from '../../tests/support/diary'
import { type Household, openHousehold } from '../../tests/support/household'
import { alarmOf, objectOf, stampOf, storeTexts } from './stored-events'

/** A moment of the household's tenth year. */
export const NOW = Date.parse('2026-11-20T12:00:00Z')

const YEAR_MS = 365 * DAY_MS
const MEMBERS = 8
const EVENTS_A_YEAR = 8_000
const SERIES = 3_000
/** Those that have not ended. */
const RUNNING_SERIES = 300
const LISTS = 200
const ITEMS_A_LIST = 250
const YEARS = 10
const AHEAD_MS = YEAR_MS / 2
const LEADS = [null, 0, 10, 30, 60, 1440]
const RULES = ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=MONTHLY', 'FREQ=YEARLY', 'FREQ=DAILY']
const TITLES = ['Training', 'Elternabend', 'Sprechstunde', 'Einkauf', 'Geburtstag Oma', 'Zahnreinigung', 'Chorprobe']

/** A household of eight that has kept its calendars and lists for some years. */
export interface Grown extends Household {
  cast: Cast
  /** Each member's, the first one shared. */
  calendarIds: number[]
  /** The first has as many items in every household. */
  listIds: number[]
}

/**
 * Writes so many years of a household into a database of its own, as rows: of a year the latest one, and the series
 * that run. What falls into the last year is the same in every household.
 */
export async function openGrown({ years = YEARS }: { years?: number } = {}): Promise<Grown> {
  const household = await openHousehold({ at: new Date(NOW).toISOString() })
  const { ctx } = household
  const cast = await seatCast(ctx)
  const owners = [cast.ada.id, cast.ben.id, cast.cleo.id]
  while (owners.length < MEMBERS) owners.push(await seatOneMore(ctx, owners.length))
  const calendarIds: number[] = []
  for (const [at, owner] of owners.entries()) {
    const shown = at === 0 ? { isShared: true } : { visibility: 'household' as const }
    const calendar = await insertCalendar(ctx, owner, `https://cal.example.org/${at}/`, {
      displayName: `${at}`,
      ...shown,
    })
    calendarIds.push(calendar.id)
  }
  const since = NOW + AHEAD_MS - years * YEAR_MS
  for (const [at, id] of calendarIds.entries()) await storeTexts(ctx, id, textsOf(at, since))
  return { ...household, cast, calendarIds, listIds: await storeLists(ctx, owners, years) }
}

async function seatOneMore(ctx: Context, number: number): Promise<number> {
  const row = { displayName: `Member ${number}`, color: '#0F766E', isAdmin: false, createdAt: ctx.now() }
  const [inserted] = await ctx.db.insert(members).values(row).$returningId()
  return inserted!.id
}

/** The objects of one calendar that are not over at an instant. */
function* textsOf(calendar: number, since: number): Generator<string> {
  for (let index = calendar; index < YEARS * EVENTS_A_YEAR; index += MEMBERS) {
    const start = NOW + AHEAD_MS - Math.floor((index / EVENTS_A_YEAR) * YEAR_MS)
    if (start >= since) yield single(index, start - (start % (HOUR_MS / 2)))
  }
  for (let index = calendar; index < SERIES; index += MEMBERS) {
    const isRunning = index < RUNNING_SERIES
    const start = NOW - YEARS * YEAR_MS + ((index * 7919) % (8 * 365)) * DAY_MS
    const until = start + YEAR_MS
    if (isRunning || until >= since) yield series(index, start, isRunning ? null : until)
  }
}

function single(index: number, start: number): string {
  const isAllDay = index % 6 === 0
  const lines = isAllDay
    ? [`DTSTART;VALUE=DATE:${stampOf(start).slice(0, 8)}`]
    : [`DTSTART:${stampOf(start)}`, `DTEND:${stampOf(start + HOUR_MS)}`]
  return titled(`single-${index}`, index, lines)
}

function series(index: number, start: number, until: number | null): string {
  const end = until === null ? '' : `;UNTIL=${stampOf(until)}`
  const at = `${stampOf(start).slice(0, 8)}T${String(index % 24).padStart(2, '0')}3000`
  return titled(`series-${index}`, index, [
    `DTSTART;TZID=Europe/Berlin:${at}`,
    'DURATION:PT1H',
    `RRULE:${RULES[index % RULES.length]}${end}`,
  ])
}

function titled(uid: string, index: number, lines: string[]): string {
  const said = [`SUMMARY:${TITLES[index % TITLES.length]} ${index}`, 'LOCATION:Turnhalle Süd']
  return objectOf(uid, [...said, ...lines, ...alarmOf(LEADS[index % LEADS.length] ?? null)])
}

async function storeLists(ctx: Context, owners: readonly number[], years: number): Promise<number[]> {
  const ids: number[] = []
  const now = ctx.now()
  for (let index = 0; index < (LISTS * years) / YEARS; index++) {
    const ownerId = owners[index % owners.length]!
    const row = { ownerId, name: `List ${index}`, createdAt: now, updatedAt: now }
    const [list] = await ctx.db.insert(lists).values(row).$returningId()
    ids.push(list!.id)
    const items = Array.from({ length: ITEMS_A_LIST }, (_, at) => ({
      listId: list!.id,
      text: `Item ${at}`,
      checked: at % 10 !== 0,
      rank: `a${String(at).padStart(4, '0')}`,
      createdAt: now,
      updatedAt: now,
    }))
    await ctx.db.insert(listItems).values(items)
  }
  return ids
}
