import { expect } from 'bun:test'
import { endpointDigest } from '../../../src/calendar/reminders'
import { digestOf } from '../../../src/calendar/reminders/ledger'
import type { Context } from '../../../src/platform/context'
import { pushSubscriptions, sentReminders } from '../../../src/platform/db/schema'
import { type Answering, ask, type Member } from '../cast'
import type { CalendarRow } from '../diary'
import type { Phone } from './phone'
import { type Bounds, type Fate, fateOf } from './reminder-fate'

const PAUSE_MS = 1_000
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** From the creation of an event to its reminder: some are written to the calendar server in time, some are not. */
const SOONEST_MS = 3_000
const LATEST_MS = 20_000
const LEADS = [0, 1, 5]

interface Reminded {
  uid: string
  start: number
  fireAt: number
  isSure: boolean
}

/** A calendar that one client alone writes to, whose events remind within seconds. */
export class OwnReminders {
  readonly #events: Reminded[] = []
  #count = 0

  constructor(
    private readonly service: Answering,
    private readonly member: Member,
    private readonly phones: readonly Phone[],
    private readonly calendar: Pick<CalendarRow, 'url'>,
    private readonly random: (below: number) => number,
  ) {}

  /** Creates an event, and looks which of those before are known by now. */
  async operate() {
    await Bun.sleep(PAUSE_MS)
    await this.#create()
    for (const event of this.#events) {
      if (event.isSure || Date.now() > event.fireAt) continue
      const { status } = await ask(this.service, this.member, `GET /api/events/${encodeURIComponent(event.uid)}/edit`)
      event.isSure = status === 200 && Date.now() < event.fireAt
    }
  }

  /**
   * What became of each reminder on each of the member's devices.
   * @throws naming those that were lost or doubled, came at another time, or of which nobody says what became of them
   */
  async fates({ db }: Pick<Context, 'db'>, bounds: Omit<Bounds, 'now'>): Promise<Fate[]> {
    const now = Date.now()
    const devices = await db.select().from(pushSubscriptions)
    const ledger = new Map(
      (await db.select().from(sentReminders)).map((entry) => [`${entry.subscriptionId} ${entry.keyDigest}`, entry]),
    )
    const fates = this.phones.flatMap((phone) => {
      const digest = endpointDigest(phone.endpoint)
      const device = devices.find((one) => one.endpointDigest === digest)
      return this.#events.map((event) => {
        const tag = tagOf(event)
        const entry = ledger.get(`${device?.id} ${digestOf(this.member.id, tag)}`)
        return { event, fate: fateOf(event, { arrivals: phone.arrivals(tag), entry }, { ...bounds, now }) }
      })
    })
    const problems = fates.flatMap(({ event, fate }) =>
      typeof fate === 'string' ? [] : [`${tagOf(event)} of ${new Date(event.fireAt).toISOString()} ${fate.problem}`],
    )
    expect(problems).toEqual([])
    return fates.map(({ fate }) => fate)
  }

  async #create() {
    const soon = Date.now() + SOONEST_MS + this.random(LATEST_MS - SOONEST_MS)
    const fireAt = Math.ceil(soon / SECOND_MS) * SECOND_MS
    const lead = LEADS[this.random(LEADS.length)]!
    const start = fireAt + lead * MINUTE_MS
    const form = {
      title: `Reminder ${++this.#count}`,
      allDay: false,
      start: new Date(start).toISOString(),
      end: new Date(start + 60 * MINUTE_MS).toISOString(),
      calendarUrl: this.calendar.url,
      reminders: [lead],
    }
    const { status, body } = await ask<{ uid: string }>(this.service, this.member, 'POST /api/events/create', form)
    expect({ status, body }).toMatchObject({ status: 202 })
    this.#events.push({ uid: body.uid, start, fireAt, isSure: false })
  }
}

const tagOf = ({ uid, start }: Reminded) => `${uid}:${start}`
