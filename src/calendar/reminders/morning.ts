import { isNotNull } from 'drizzle-orm'
import { readableCalendars } from '../../household/calendars'
import { personIdsOf } from '../../household/people-names'
import type { Context } from '../../platform/context'
import { reminderPreferences } from '../../platform/db/schema'
import type { Language } from '../../platform/languages'
import type { PushMessage } from '../../platform/webpush/pusher'
import { readBirthdays } from '../birthdays/read'
import { dayOfWall, formatIsoDate, parseIsoDate } from '../ical/civil'
import { dayStart, toWallSeconds, type Zone } from '../ical/zone'
import { withoutCopies } from '../window/copies'
import { byStartThenTitle } from '../window/occurrence'
import { type CachedOccurrence, createWindowReader } from '../window/reader'
import { type Chore, dueAt, readChoresOf } from './chores'
import type { Delivery } from './delivery'
import { type Device, readDevices } from './devices'
import { instantOf } from './instant-of'
import { digestOf, entryName, storedEntries } from './ledger'
import { clockText, messageUntil, shorten, titleOf } from './message'
import { TEXTS } from './message-texts'
import { type Reminded, recipientOf, remindedOf } from './recipients'
import type { Tick } from './tick'
import { isWithin, type TickWindow } from './tick-window'

/** What the ledger has as `which`. */
export const MORNING = 'morning'

const MAX_LINES = 5
const MAX_LINE_LENGTH = 100

/** What is on a day: an event, or what is due. */
interface Thing {
  /** Epoch milliseconds. */
  at: number
  line: string
  isEvent: boolean
}

/** A member whose morning message is due in a tick. */
interface Morning {
  memberId: number
  /** `YYYY-MM-DD` */
  day: string
  fireAt: number
}

/** The morning messages that are due in the window. Quiet hours do not hold what somebody wants at that very time. */
export async function* morningDeliveries(ctx: Context, tick: Tick, window: TickWindow): AsyncGenerator<Delivery> {
  const due = await readMornings(ctx, tick.household, window)
  if (due.length === 0) return
  const mornings = new Mornings(ctx, await remindedOf(tick))
  const devices = await readDevices(
    ctx,
    due.map(({ memberId }) => memberId),
  )
  const planned = due.flatMap(({ memberId, day, fireAt }) => {
    const entry = { digest: digestOf(memberId, tagOf(day)), eventId: null, which: MORNING, occurrenceAt: new Date(day) }
    const theirs = devices.filter((device) => device.memberId === memberId)
    return theirs.map((device) => ({ ...entry, device, deviceId: device.id, day, fireAt }))
  })
  const stored = await storedEntries(ctx, planned)
  for (const { day, ...delivery } of planned) {
    if (stored.has(entryName(delivery))) continue
    const message = await mornings.messageFor(delivery.device, day)
    if (message !== null) yield { ...delivery, message, decidedAt: ctx.now().getTime() }
  }
}

const tagOf = (day: string) => `${MORNING}:${day}`

async function readMornings({ db }: Context, household: Zone, window: TickWindow): Promise<Morning[]> {
  const { userId, morning } = reminderPreferences
  const rows = await db.select({ memberId: userId, morning }).from(reminderPreferences).where(isNotNull(morning))
  return rows.flatMap(({ memberId, morning: time }) =>
    daysOf(window, household)
      .map((day) => ({ memberId, day: formatIsoDate(day), fireAt: instantOf(day, time!, household) }))
      .filter(({ fireAt }) => isWithin(window, fireAt)),
  )
}

/** The days that a window touches. */
function daysOf({ from, to }: TickWindow, household: Zone): number[] {
  const dayAt = (instant: number) => dayOfWall(toWallSeconds(household, Math.floor(instant / 1000)))
  return [...new Set([dayAt(from), dayAt(to)])]
}

/** What members have before them on a day. */
export class Mornings {
  readonly #reader
  readonly #things = new Map<string, Promise<readonly Thing[]>>()
  readonly #chores = new Map<string, Promise<readonly Chore[]>>()

  constructor(
    private readonly ctx: Context,
    private readonly reminded: Reminded,
  ) {
    this.#reader = createWindowReader(ctx)
  }

  /** The message about a day; null: there is nothing on it. */
  async messageFor({ memberId, wishes }: Device, day: string): Promise<((now: Date) => PushMessage) | null> {
    const name = `${memberId} ${day}`
    const asked = this.#things.get(name) ?? this.#readThings({ memberId, wishes }, day)
    this.#things.set(name, asked)
    const things = await asked
    if (things.length === 0) return null
    const texts = TEXTS[wishes.language]
    const count = things.every(({ isEvent }) => isEvent) ? texts.events : texts.things
    const lines = things.slice(0, MAX_LINES).map(({ line }) => line)
    if (things.length > MAX_LINES) lines.push(texts.more(things.length - MAX_LINES))
    const payload = {
      title: `${texts.today}: ${count(things.length)}`,
      body: lines.join('\n'),
      url: `/day/${day}`,
      tag: tagOf(day),
      time: null,
      place: null,
      people: [],
    }
    return (now) => messageUntil(dayStart(this.reminded.household, parseIsoDate(day)! + 1).getTime(), payload, now)
  }

  async #readThings(member: Pick<Device, 'memberId' | 'wishes'>, day: string): Promise<readonly Thing[]> {
    const { household } = this.reminded
    const events = (await this.#readEvents(member, day)).map((event) => ({
      at: event.startsAt,
      line: this.#eventLine(event, day, member.wishes.language),
      isEvent: true,
    }))
    const chores = this.#chores.get(day) ?? readChoresOf(this.ctx.db, day)
    this.#chores.set(day, chores)
    const due = (await chores)
      .filter(({ memberIds }) => memberIds.includes(member.memberId))
      .map((chore) => ({ at: dueAt(chore, household), line: choreLine(chore), isEvent: false }))
    return [...events, ...due].sort((a, b) => a.at - b.at)
  }

  /**
   * What is on that day and reminds of itself: the own calendars, also those that their owner has hidden, and of what is
   * shared what they want; not what began on another day and is over.
   */
  async #readEvents(member: Pick<Device, 'memberId' | 'wishes'>, day: string): Promise<readonly CachedOccurrence[]> {
    const calendars = await readableCalendars(this.ctx, member.memberId)
    const ids = calendars.map(({ id }) => id)
    const days = { start: day, end: dayAfter(day) }
    const found = await this.#reader.read(ids, days)
    const sharedId = calendars.find(({ isShared }) => isShared)?.id ?? null
    const midnight = dayStart(this.reminded.household, parseIsoDate(day)!).getTime()
    const now = this.ctx.now().getTime()
    const isOver = ({ allDay, startsAt, end }: CachedOccurrence) =>
      !allDay && startsAt < midnight && Date.parse(end) <= now
    return [...withoutCopies(found, sharedId), ...(await readBirthdays(this.ctx, days))]
      .filter((thing) => !isOver(thing) && recipientOf(thing, this.reminded)(member))
      .sort(byStartThenTitle)
  }

  /** `14:30 Swimming (Mia)` */
  #eventLine(thing: CachedOccurrence, day: string, language: Language): string {
    const { calendars, directory, household } = this.reminded
    const wall = toWallSeconds(household, thing.startsAt / 1000)
    const startsToday = !thing.allDay && formatIsoDate(dayOfWall(wall)) === day
    const names = directory.namesOf(personIdsOf(thing, calendars.get(thing.calendarId)!, directory))
    const mark = thing.birthday ? '🎂' : ''
    return lineOf([startsToday ? clockText(wall) : '', mark, titleOf(thing, language)], names)
  }
}

/** `19:00 Dishes (Ben)` */
function choreLine({ text, dueTime, people }: Chore): string {
  const names = people.map(({ name }) => name)
  return lineOf([dueTime ?? '', text], names)
}

function lineOf(parts: readonly string[], names: readonly string[]): string {
  const all = [...parts, names.length > 0 ? `(${names.join(', ')})` : '']
  return shorten(all.filter((part) => part !== '').join(' '), MAX_LINE_LENGTH)
}

const dayAfter = (day: string) => formatIsoDate(parseIsoDate(day)! + 1)
