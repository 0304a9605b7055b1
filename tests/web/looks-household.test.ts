import { lookAt } from './support/looks'
import { ACCOUNT, ADMIN, LISTS, PEOPLE, WALL } from './support/places'

lookAt([...LISTS, ...WALL, ...ACCOUNT, ...ADMIN, ...PEOPLE])
