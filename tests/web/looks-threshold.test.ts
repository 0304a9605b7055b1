import { lookAt } from './support/looks'
import { THRESHOLD } from './support/places'

lookAt(THRESHOLD)
