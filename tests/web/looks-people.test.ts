import { moveFamilyIn } from './support/family'
import { lookAt } from './support/looks'
import { PEOPLE } from './support/places'

lookAt(PEOPLE, async (home) => {
  await moveFamilyIn(home)
  return null
})
