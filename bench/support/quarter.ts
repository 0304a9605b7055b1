import { buildEvent } from '../../src/calendar/ical/build'
import type { EventForm } from '../../src/calendar/ical/form'
import { NOBODY } from '../../src/household/people-names'
import { DAY_MS } from '../../src/platform/durations'
import { type Member, seatCast } from '../../tests/support/cast'
import { insertCalendar } from '../../tests/support/diary'
import { type Household, openHousehold } from '../../tests/support/household'
import { randomFrom } from '../../tests/support/random-from'
import { storeTexts, ZONE } from './stored-events'
import { startBare, type Target } from './target'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const SINGLES = 10_000
const MASTERS = 500
const CALENDARS = 4

/** 90 days; the bounds are midnights in Berlin. */
const WINDOW = { start: '2026-10-01', end: '2026-12-30' }
export const QUARTER = { ...WINDOW, bounds: { from: '2026-09-30 22:00:00', to: '2026-12-29 23:00:00', ...WINDOW } }

/** A large household that somebody reads a quarter of. */
export interface Scene {
  household: Household
  /** Hers are the calendars. */
  ada: Member
  ben: Member
  cleo: Member
  /** The same selects, the answer made into JSON. */
  bare: Target
}

/** Opens the scene, and closes it when the work is done. */
export async function atQuarter(work: (scene: Scene) => Promise<void>): Promise<void> {
  // The session is made for processes of their own, which go by the machine's clock.
  const household = await openHousehold({ at: new Date().toISOString() })
  try {
    const { ada, ben, cleo } = await seatCast(household.ctx)
    await fill(household, ada)
    const bare = await startBare('events', household.config.database)
    try {
      await work({ household, ada, ben, cleo, bare })
    } finally {
      await bare.stop()
    }
  } finally {
    await household.close()
  }
}

/** Tells the floor which answer it makes, from what the service gave. */
export async function tellAnswer({ origin }: Target, answer: unknown): Promise<void> {
  await fetch(`${origin}/answer`, { method: 'POST', body: JSON.stringify({ answer, bounds: QUARTER.bounds }) })
}

/** Singles over five years around now; series that began in 1999 to 2024, as a household has them. */
async function fill({ ctx }: Household, ada: Member) {
  await ctx.db.execute("insert into app_config values ('household_timezone', 'Europe/Berlin', now(3))")
  const all = [...forms()]
  for (let at = 0; at < CALENDARS; at++) {
    const { id } = await insertCalendar(ctx, ada.id, `https://cal.test/${at}/`, { isShared: at === 0 })
    const texts = all.flatMap((form, index) => (index % CALENDARS === at ? [textOf(form, `${index}@bench`)] : []))
    await storeTexts(ctx, id, texts)
  }
}

function* forms(): Generator<EventForm> {
  const below = randomFrom(1)
  const random = () => below(2 ** 32) / 2 ** 32
  for (let index = 0; index < SINGLES; index++) {
    yield formAt(NOW + (random() - 0.7) * 5 * 365 * DAY_MS, index % 5 === 0, random)
  }
  for (let index = 0; index < MASTERS; index++) {
    const start = Date.UTC(
      1999 + Math.floor(random() * 26),
      Math.floor(random() * 12),
      1 + Math.floor(random() * 28),
      9,
    )
    const share = random()
    const recurrence = share < 0.05 ? 'daily' : share < 0.55 ? 'weekly' : share < 0.75 ? 'monthly' : 'yearly'
    yield { ...formAt(start, index % 5 === 0, random), recurrence }
  }
}

const textOf = (form: EventForm, uid: string) =>
  buildEvent(form, { uid, operationId: uid, now: new Date(NOW), household: ZONE, people: NOBODY })

function formAt(startMs: number, allDay: boolean, random: () => number): EventForm {
  const start = new Date(Math.floor(startMs / 900_000) * 900_000).toISOString()
  const end = new Date(Date.parse(start) + (1 + Math.floor(random() * 8)) * 900_000).toISOString()
  const title = `Event number ${Math.floor(random() * 1e6)}`
  const texts = { location: 'Somewhere in town 12', description: 'What there is to know about it. '.repeat(4) }
  const times = allDay ? { start: start.slice(0, 10), end: end.slice(0, 10) } : { start, end }
  return { title, allDay, ...times, ...texts, reminderLeadMinutes: random() < 0.5 ? 30 : null }
}
