import { describe } from 'bun:test'
import { moveCoupleIn, moveCrowdIn, moveFamilyIn } from './support/family'
import type { Home } from './support/home'
import { lookAt } from './support/looks'
import { whoDoesWhat } from './support/places'

const look = (household: string, seen: RegExp, moveIn: (home: Home) => Promise<unknown>) =>
  lookAt(whoDoesWhat(household, seen), async (home) => {
    await moveIn(home)
    return null
  })

describe('a family of six', () => look('family', /Piano lesson|Late shift/, moveFamilyIn))
describe('a crowd of eight', () => look('crowd', /Choir rehearsal|Late shift/, moveCrowdIn))
describe('a couple', () => look('couple', /Late shift/, moveCoupleIn))
