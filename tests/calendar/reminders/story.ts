import { beforeEach } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { isNull } from 'drizzle-orm'
import { summarize } from '../../../src/calendar/ical/summary'
import { zoneOf } from '../../../src/calendar/ical/zone'
import { createReminders, type Reminders, type RemindersOptions } from '../../../src/calendar/reminders'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { subscribe } from '../../../src/features/push/subscriptions'
import { changeReminderPreferences, type ReminderPreferences } from '../../../src/household/reminder-preferences'
import { householdZone } from '../../../src/household/settings'
import type { Context } from '../../../src/platform/context'
import {
  appConfig,
  birthdays,
  calendars,
  events,
  members,
  personManagers,
  persons,
  pushSubscriptions,
  reminderPreferences,
  sentReminders,
} from '../../../src/platform/db/schema'
import { type EventLines, eventText } from '../../support/caldav'
import { type Cast, type CastName, type Member, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { type PushReceiver, type ReceiverDevice, startPushReceiver } from '../../support/push-receiver'

export interface LogEntry {
  level: string
  message: string
  [field: string]: unknown
}

/** A household with calendars and phones, a push service beside it, and a scheduler that ticks when told to. */
export class Story {
  readonly reminders: Reminders

  private constructor(
    readonly household: Household,
    readonly receiver: PushReceiver,
    readonly cast: Cast,
    readonly calendarIds: Record<CastName | 'shared', number>,
  ) {
    this.reminders = this.restarted()
  }

  static async open({ zone = 'Europe/Berlin', at = '2026-11-20T12:00:00Z' } = {}): Promise<Story> {
    const receiver = await startPushReceiver()
    const household = await openHousehold({ at, env: { ...receiver.env, TZ: zone } })
    const { ctx } = household
    const cast = await seatCast(ctx)
    const ids = {
      ada: await addCalendar(ctx, cast.ada),
      ben: await addCalendar(ctx, cast.ben),
      cleo: await addCalendar(ctx, cast.cleo),
      shared: await addCalendar(ctx, cast.ada, { isShared: true, url: 'https://cal.example.org/family/' }),
    }
    return new Story(household, receiver, cast, ids)
  }

  get ctx(): Context {
    return this.household.ctx
  }

  /** A scheduler that remembers nothing of the ones before; by default waiting moves the clock. */
  restarted(options: RemindersOptions = {}): Reminders {
    const pause = async (milliseconds: number) => this.household.clock.advance(milliseconds)
    return createReminders(this.ctx, { ca: this.receiver.ca, timeoutMs: 60_000, pause, ...options })
  }

  async close() {
    await this.reminders.stop()
    await this.receiver.stop()
    await this.household.close()
  }

  /** One tick at the moment given, or now, and all its messages. */
  async tick(at?: string, reminders = this.reminders) {
    if (at !== undefined) this.household.clock.set(at)
    await reminders.remind()
    await reminders.settled()
  }

  async phone(who: Member, keys: { p256dh?: string; auth?: string } = {}): Promise<ReceiverDevice> {
    const device = this.receiver.device()
    const { endpoint, subscription } = device
    await subscribe(this.ctx, who.id, { endpoint, ...subscription.keys, ...keys })
    return device
  }

  /** Everything gone but the members and their calendars. */
  async clear() {
    const tables = [birthdays, events, pushSubscriptions, sentReminders, reminderPreferences, appConfig]
    for (const table of tables) await this.ctx.db.delete(table)
    await this.ctx.db.update(members).set({ language: 'en' })
    await this.ctx.db.delete(persons).where(isNull(persons.memberId))
    this.household.logLines.length = 0
  }

  /** How a member wants to be reminded. */
  async wants(who: Member, change: Partial<ReminderPreferences>) {
    await changeReminderPreferences(this.ctx, who.id, change)
  }

  /** Somebody who never signs in. */
  async child(name: string, ...managers: Member[]) {
    const values = { name, color: '#0F766E', position: 10, createdAt: this.ctx.now() }
    const [row] = await this.ctx.db.insert(persons).values(values).$returningId()
    for (const { id } of managers) {
      await this.ctx.db.insert(personManagers).values({ personId: row!.id, memberId: id })
    }
    return row!.id
  }

  /** The status of every reminder that was ever stored, in order. */
  async ledger() {
    const rows = await this.ctx.db.select().from(sentReminders).orderBy(sentReminders.id)
    return rows.map(({ status }) => status)
  }

  /** Caches an event with a reminder so many minutes before; the same uid again replaces it. */
  async event(
    calendar: CastName | 'shared' | number,
    lead: number | null,
    lines: EventLines,
    uid: string = randomUUID(),
  ) {
    const alarm = lead === null ? [] : ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${lead}M`, 'END:VALARM']
    const text = eventText(uid, { ...lines, raw: [lines.raw ?? [], alarm].flat().join('\r\n') })
    await this.cache(calendar, text.replace('\r\n\r\n', '\r\n'), uid)
    return uid
  }

  /** Caches an object as it stands. */
  async cache(calendar: CastName | 'shared' | number, data: string, uid: string) {
    const calendarId = typeof calendar === 'number' ? calendar : this.calendarIds[calendar]
    const summary = summarize(data, await householdZone(this.ctx))
    const item = { href: `/${uid}.ics`, etag: `"${randomUUID()}"`, data, summary }
    await upsertEvents(this.ctx.db, calendarId, [item], this.ctx.now())
  }

  logged(message: string): LogEntry[] {
    const entries = this.household.logLines.map((line) => JSON.parse(line) as LogEntry)
    return entries.filter((entry) => entry.message === message)
  }
}

/** A story for the tests of a file, cleared before each of them. */
export function clearedStory(): Story {
  const story = opened(() => Story.open())
  beforeEach(() => story.clear())
  return story
}

export async function addCalendar(ctx: Context, owner: Member, { isShared = false, url = '' } = {}): Promise<number> {
  const [row] = await ctx.db
    .insert(calendars)
    .values({
      userId: owner.id,
      url: url || `https://cal.example.org/${randomUUID()}/`,
      displayName: 'Calendar',
      color: '#112233',
      isShared,
    })
    .$returningId()
  return row!.id
}

export const zone = (id: string) => zoneOf(id)!

/** What a phone showed, as `title: body`. */
export const shown = (device: ReceiverDevice) =>
  device.received.map(({ payload }) => `${payload.title}: ${payload.body}`)

/** Resolves when so many messages have reached a phone. @throws when they do not come */
export async function untilReceived(device: ReceiverDevice, count: number): Promise<void> {
  const deadline = performance.now() + 60_000
  while (device.received.length < count) {
    if (performance.now() > deadline) throw new Error(`the phone got ${device.received.length} of ${count} messages`)
    await Bun.sleep(5)
  }
}
