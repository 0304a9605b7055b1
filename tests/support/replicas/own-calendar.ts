import { expect } from 'bun:test'
import { exportCalendar } from '../caldav'
import { type Answering, ask, type CastName, type Member } from '../cast'
import type { CalendarRow } from '../diary'

const MAX_EVENTS = 15
const PAUSE_MS = 400
const DAY_MS = 86_400_000

/** A calendar that one client alone writes to, so that what its server must hold is known exactly. */
export class OwnCalendar {
  /** Titles by uid, as they were acknowledged last. */
  readonly #titles = new Map<string, string>()
  /** Events that were found: whoever finds one of them no more finds it removed. */
  readonly #known = new Set<string>()
  #count = 0

  constructor(
    private readonly service: Answering,
    private readonly who: CastName,
    private readonly member: Member,
    private readonly calendar: Pick<CalendarRow, 'url'>,
    private readonly random: (below: number) => number,
  ) {}

  /** Creates, renames or removes an event. */
  async operate() {
    await Bun.sleep(PAUSE_MS)
    const uids = [...this.#titles.keys()]
    const uid = uids[this.random(uids.length)]
    const kind = this.random(10)
    if (uid === undefined || (kind < 5 && uids.length < MAX_EVENTS)) return this.#create()
    if (kind < 8 || !this.#known.has(uid)) return this.#rename(uid)
    return this.#remove(uid)
  }

  /** Each event stands on the server once, under its last title. */
  async expectOnServer() {
    const text = await exportCalendar(this.who, new URL(this.calendar.url).pathname)
    const read = (name: string) => [...text.matchAll(new RegExp(`^${name}:(.*)\\r$`, 'gm'))].map(([, value]) => value!)
    const [uids, titles] = [read('UID'), read('SUMMARY')]
    const stored = uids.map((uid, index) => `${titles[index]} ${uid}`)
    expect(stored.toSorted()).toEqual([...this.#titles].map(([uid, title]) => `${title} ${uid}`).toSorted())
  }

  #form() {
    const start = new Date(Date.now() + 30 * DAY_MS)
    const end = new Date(start.getTime() + 3_600_000)
    const title = `${this.who} ${++this.#count}`
    return { title, allDay: false, start: start.toISOString(), end: end.toISOString() }
  }

  async #create() {
    const form = { ...this.#form(), calendarUrl: this.calendar.url }
    const { status, body } = await ask<{ uid: string }>(this.service, this.member, 'POST /api/events/create', form)
    expect({ status, body }).toMatchObject({ status: 202 })
    expect(this.#titles.has(body.uid)).toBe(false)
    this.#titles.set(body.uid, form.title)
  }

  async #rename(uid: string) {
    const path = `/api/events/${encodeURIComponent(uid)}/edit`
    // One that is still on its way to the server is not found; asked to change it a service that was frozen may find it later.
    if (!this.#known.has(uid) && (await ask(this.service, this.member, `GET ${path}`)).status === 404) return
    this.#known.add(uid)
    const form = this.#form()
    const { status, body } = await ask(this.service, this.member, `PATCH ${path}`, form)
    expect({ status, body }).toMatchObject({ status: 202 })
    this.#titles.set(uid, form.title)
  }

  async #remove(uid: string) {
    const { status } = await ask(this.service, this.member, `DELETE /api/events/${encodeURIComponent(uid)}`)
    // It takes no key: sent again it finds nothing more.
    expect([202, 404]).toContain(status)
    this.#titles.delete(uid)
  }
}
