import { afterAll, beforeAll, beforeEach } from 'bun:test'
import type { EffectiveRange } from '../../../src/calendar/event-ref'
import { calendars, outbox } from '../../../src/platform/db/schema'
import { countEvents, giveAccount, removeCalendars } from '../../support/caldav'
import { type CalendarRow, type Diary, FORM, openDiary } from '../../support/diary'

/** An event as another application writes it, and the form that says the same. */
export const CHOIR_LINES = { SUMMARY: 'Choir', DTSTART: '20261201T180000Z', DTEND: '20261201T200000Z' }
export const CHOIR = { title: 'Choir', allDay: false, start: '2026-12-01T18:00:00Z', end: '2026-12-01T20:00:00Z' }

export interface Scene {
  readonly diary: Diary
  /** Ada's only calendar, made anew for each test. */
  readonly calendar: CalendarRow
  readonly ada: Diary['cast']['ada']
  /** Queues a new event of Ada's. */
  create(form?: object): Promise<{ uid: string }>
  /** Queues a change of Ada's event, beside what `CHOIR` says. */
  edit(uid: string, form: object): Promise<{ uid: string }>
  /** Queues a change of occurrences of Ada's series, beside what `CHOIR` says of that one. */
  editFrom(from: EffectiveRange, form?: object, uid?: string): Promise<{ uid: string }>
  /** Queues their removal. */
  removeFrom(from: EffectiveRange, uid?: string): Promise<{ uid: string }>
  /** The states of all rows, in the order of queueing. */
  statuses(): Promise<string[]>
  /** Requests of that method that reached the proxy. */
  sent(method: string): Diary['proxy']['requests']
  /** How many events stand in a calendar of Ada's on the server. */
  count(calendar?: CalendarRow): Promise<number>
}

/** The query that names occurrences. */
export const queryOf = ({ recurrenceId, range }: EffectiveRange) => `recurrenceId=${recurrenceId}&range=${range}`

/** What `CHOIR` says of an occurrence. */
const choirAt = (recurrenceId: string) => ({
  ...CHOIR,
  start: recurrenceId,
  end: new Date(Date.parse(recurrenceId) + 2 * 60 * 60 * 1000).toISOString(),
})

export const pathOf = ({ url }: CalendarRow) => new URL(url).pathname

/**
 * The outbox for the tests of a file, or of a `describe`: one household, without rows, with one empty calendar and at
 * the same moment before each test.
 */
export function setScene(): Scene {
  let diary: Diary | undefined
  let calendar: CalendarRow | undefined

  beforeAll(async () => {
    diary = await openDiary()
  })
  afterAll(() => diary?.close())
  beforeEach(async () => {
    const { clock, proxy, announced, logLines, ctx, cast } = scene.diary
    clock.set('2026-11-20T12:00:00Z')
    for (const who of ['ada', 'ben'] as const) {
      // An account that was refused rests: no test leaves that to the next.
      await giveAccount(ctx, cast[who].id, who, proxy.url)
      // The server lists all calendars of somebody at every synchronisation.
      await removeCalendars(who)
    }
    await ctx.db.delete(outbox)
    await ctx.db.delete(calendars)
    calendar = await scene.diary.calendar('ada')
    proxy.reset()
    announced.length = 0
    logLines.length = 0
  })

  const scene: Scene = {
    get diary() {
      if (diary === undefined) throw new Error('The household is not there yet')
      return diary
    },
    get calendar() {
      if (calendar === undefined) throw new Error('The calendar is not there yet')
      return calendar
    },
    get ada() {
      return scene.diary.cast.ada
    },
    create: (form = {}) => scene.diary.done(scene.ada, 'POST /api/events/create', { ...FORM, ...form }),
    edit: (uid, form) => scene.diary.done(scene.ada, `PATCH /api/events/${uid}/edit`, { ...CHOIR, ...form }),
    editFrom: (from, form = {}, uid = 'choir') =>
      scene.diary.done(scene.ada, `PATCH /api/events/${encodeURIComponent(uid)}/edit?${queryOf(from)}`, {
        ...choirAt(from.recurrenceId),
        ...form,
      }),
    removeFrom: (from, uid = 'choir') =>
      scene.diary.done(scene.ada, `DELETE /api/events/${encodeURIComponent(uid)}?${queryOf(from)}`),
    statuses: async () => (await scene.diary.rows()).map(({ status }) => status),
    sent: (method) => scene.diary.proxy.requests.filter((request) => request.method === method),
    count: (of = scene.calendar) => countEvents('ada', pathOf(of)),
  }
  return scene
}
