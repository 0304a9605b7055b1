import { lookAt } from './support/looks'
import { CALENDAR } from './support/places'

lookAt(CALENDAR)
