import { eq } from 'drizzle-orm'
import { members, persons } from '../../../src/platform/db/schema'
import { days, makeCalendar, type Planned, plan, timed } from './events'
import type { Home } from './home'
import { makeList } from './lists'

const ON_SCHOOL_DAYS: Planned['recurrence'] = { frequency: 'weekly', weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'] }

/** Of a family of six, beside Ada, Ben and Cleo: two children and a dog, who never sign in. */
export async function addChildren({ ctx }: Pick<Home, 'ctx'>): Promise<void> {
  const child = (name: string, color: string, position: number) => ({ name, color, position, createdAt: ctx.now() })
  await ctx.db
    .insert(persons)
    .values([child('Mia', '#B45309', 3), child('Tom', '#0369A1', 4), child('Rex', '#4D7C0F', 5)])
}

/** A family of six on a Friday afternoon in November 2026, each with their own day; Ada sees what the others let her. */
export async function moveFamilyIn(home: Home): Promise<{ family: number }> {
  const { ada, ben, cleo } = home.cast
  await addChildren(home)
  const open = { visibility: 'household' } as const
  const family = await makeCalendar(home, ada, 'Family', true)
  await plan(
    home,
    await makeCalendar(home, ada, 'Ada'),
    timed('Team meeting', '2026-11-02T08:00Z', 60, {
      recurrence: { frequency: 'weekly', weekdays: ['MO', 'WE', 'FR'] },
    }),
    timed('Physio', '2026-11-20T16:30Z', 45, { location: 'Mill Street 4' }),
    timed('Book club', '2026-11-17T18:00Z', 120, { recurrence: 'weekly' }),
    days('Conference', '2026-11-23', '2026-11-25'),
  )
  await plan(
    home,
    await makeCalendar(home, ben, 'Ben', false, open),
    timed('Late shift', '2026-11-20T13:00Z', 480),
    timed('Late shift', '2026-11-21T13:00Z', 480),
    timed('Football', '2026-11-19T16:00Z', 90, { recurrence: 'weekly', location: 'Sports ground' }),
  )
  await plan(
    home,
    await makeCalendar(home, ben, 'Works council', false, { visibility: 'busy' }),
    timed('Talks about who has to go', '2026-11-20T09:00Z', 120),
    timed('Talks about who may stay', '2026-11-24T09:00Z', 120),
  )
  await plan(
    home,
    await makeCalendar(home, cleo, 'Cleo', false, open),
    timed('School', '2026-11-02T07:00Z', 330, { recurrence: ON_SCHOOL_DAYS }),
    timed('Cinema with Mira', '2026-11-20T17:00Z', 150),
    timed('Maths test', '2026-11-24T08:40Z', 60),
  )
  await plan(home, family, ...FAMILY)
  await makeList(home, 'Groceries', 'Milk', 'Rye bread', 'Eggs', 'Apples', 'Oat flakes', 'Butter', 'Carrots')
  return { family }
}

/** Eight people with five and twenty events on one Friday: as much as there ever is. */
export async function moveCrowdIn(home: Home): Promise<void> {
  const { family } = await moveFamilyIn(home)
  const lodger = (name: string, color: string, position: number) => ({
    name,
    color,
    position,
    createdAt: home.ctx.now(),
  })
  await home.ctx.db.insert(persons).values([lodger('Grandfather', '#BE185D', 6), lodger('Zoe', '#475569', 7)])
  const who = ['Ada', 'Ben', 'Cleo', 'Mia', 'Tom', 'Grandfather', 'Zoe']
  const what = ['Homework', 'Choir rehearsal', 'Football training', 'Call', 'Library']
  const hour = (index: number) => 13 + 2 * Math.floor(index / 7)
  await plan(
    home,
    family,
    ...Array.from({ length: 17 }, (_, index) =>
      timed(what[index % what.length]!, `2026-11-20T${hour(index)}:${index % 2 === 0 ? '00' : '30'}Z`, 45, {
        who: index % 4 === 0 ? [who[index % 7]!, who[(index + 2) % 7]!] : [who[index % 7]!],
      }),
    ),
  )
}

/** Two people, and one of them has one thing to do. */
export async function moveCoupleIn(home: Home): Promise<void> {
  const { ada, ben, cleo } = home.cast
  await home.ctx.db.delete(members).where(eq(members.id, cleo.id))
  await makeCalendar(home, ada, 'Ada')
  const bens = await makeCalendar(home, ben, 'Ben', false, { visibility: 'household' })
  await plan(home, bens, timed('Late shift', '2026-11-20T17:00Z', 240))
}

const FAMILY: Planned[] = [
  timed('Family dinner', '2026-11-20T18:30Z', 90, { location: 'Grandma’s' }),
  days('Grandma visits', '2026-11-20', '2026-11-22'),
  timed('Kindergarten', '2026-11-02T07:30Z', 240, { recurrence: ON_SCHOOL_DAYS, who: ['Tom'] }),
  timed('Piano lesson', '2026-11-20T16:00Z', 45, { who: ['Mia'], location: 'Music school' }),
  timed('Swimming', '2026-11-21T09:00Z', 60, { who: ['Mia', 'Tom', 'Ben'] }),
  timed('Parents evening', '2026-11-23T17:00Z', 60, { who: ['Ada', 'Ben'] }),
  timed('Vet', '2026-11-25T15:00Z', 30, { who: ['Rex', 'Cleo'] }),
  timed('Movie night', '2026-11-21T18:30Z', 120, { recurrence: 'weekly' }),
]
