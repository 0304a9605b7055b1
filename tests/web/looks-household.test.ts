import { lookAt } from './support/looks'
import { ACCOUNT, ADMIN, ELSEWHERE, LISTS, WALL } from './support/places'

lookAt([...LISTS, ...WALL, ...ACCOUNT, ...ADMIN, ...ELSEWHERE])
