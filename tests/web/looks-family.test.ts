import { moveFamilyIn } from './support/family'
import { lookAt } from './support/looks'
import { FAMILY } from './support/places'

lookAt(FAMILY, async (home) => {
  await moveFamilyIn(home)
  return null
})
