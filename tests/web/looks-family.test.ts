import { describe } from 'bun:test'
import { moveCoupleIn, moveCrowdIn, moveFamilyIn } from './support/family'
import type { Home } from './support/home'
import { lookAt } from './support/looks'
import { whoDoesWhat } from './support/places'

type Screens = Parameters<typeof whoDoesWhat>[2]

const look = (household: string, seen: RegExp, screens: Screens, moveIn: (home: Home) => Promise<unknown>) =>
  lookAt(whoDoesWhat(household, seen, screens), async (home) => {
    await moveIn(home)
    return null
  })

const ALL: Screens = ['month', 'week', 'day', 'agenda', 'today', 'wall']
/** Where a column or a card is made for each person. */
const BY_PERSON: Screens = ['day', 'today', 'wall']

describe('a family of six', () => look('family', /Piano lesson|Late shift/, ALL, moveFamilyIn))
describe('a crowd of eight', () => look('crowd', /Choir rehearsal|Late shift/, BY_PERSON, moveCrowdIn))
describe('a couple', () => look('couple', /Late shift/, BY_PERSON, moveCoupleIn))
