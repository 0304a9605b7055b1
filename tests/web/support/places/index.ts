import { CALENDAR } from './calendar'
import { LISTS } from './lists'
import { ACCOUNT, ADMIN } from './settings'
import { THRESHOLD } from './threshold'
import { WALL } from './wall'

export { EVERY_SIZE, type Place, TEXTS } from './place'

/** Every screen and every dialog of the client. */
export const PLACES = [...CALENDAR, ...LISTS, ...WALL, ...ACCOUNT, ...ADMIN, ...THRESHOLD]
