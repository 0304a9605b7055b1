import { lookAt } from './support/looks'
import { ACCOUNT, ADMIN, LISTS, WALL } from './support/places'

lookAt([...LISTS, ...WALL, ...ACCOUNT, ...ADMIN])
