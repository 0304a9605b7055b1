import { days, makeCalendar, type Planned, plan, timed } from '../events'
import { moveFamilyIn } from '../family'
import type { Home } from '../home'
import { makeList } from '../lists'

/** The Friday on which each kind of month is looked at. */
export const MONTHS = {
  quiet: { day: '2026-09-18', now: '2026-09-18T14:23:00Z' },
  usual: { day: '2026-11-20', now: '2026-11-20T15:23:00Z' },
  dense: { day: '2027-01-22', now: '2027-01-22T15:23:00Z' },
} as const

export type Density = keyof typeof MONTHS

const TITLES = [
  'Swimming lesson',
  'Parents evening at school',
  'Dentist',
  'Choir rehearsal',
  'Handball tournament in the gymnasium',
  'Vet',
  'Piano',
  'Breakfast with Grandmother',
]
const WHO = ['Ada', 'Ben', 'Cleo', 'Mia', 'Tom', 'Rex']

/** A family of six with an empty September, a November as ever, and 25 events on every day of January. */
export async function moveCrowdedFamilyIn(home: Home): Promise<void> {
  const { family } = await moveFamilyIn(home)
  const ada = await makeCalendar(home, home.cast.ada, 'Diary')
  await plan(home, ada, timed('Haircut', '2026-09-18T15:00Z'), timed('Night shift', '2026-09-17T20:00Z', 240))
  await plan(home, family, days('Summer fair', '2026-09-19', '2026-09-20'), timed('Cinema', '2026-09-24T17:00Z', 120))
  await plan(home, family, ...Array.from({ length: 25 }, (_, index) => daily(index)))
  await makeList(home, 'Packing for the mountains', 'Tent', 'Stove', 'Sleeping bags for everybody who comes along')
}

/** Ten are on whole days, five last ten minutes, and the others an hour and more. */
function daily(index: number): Planned {
  const title = TITLES[index % TITLES.length]!
  const who = WHO.slice(index % WHO.length).slice(0, 1 + (index % 3))
  const every: Partial<Planned> = { recurrence: 'daily', recurrenceCount: 31, who }
  if (index < 10) return days(title, '2027-01-01', index % 4 === 0 ? '2027-01-02' : '2027-01-01', every)
  const hour = String(6 + ((index * 7) % 15)).padStart(2, '0')
  const minutes = index % 3 === 0 ? 10 : 30 * (1 + (index % 6))
  return timed(title, `2027-01-01T${hour}:${index % 2 === 0 ? '00' : '30'}Z`, minutes, {
    ...every,
    ...(index % 4 === 1 && { location: 'Sports ground, Mill Street 4' }),
  })
}
