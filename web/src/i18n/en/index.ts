import { calendar } from './calendar'
import { common } from './common'
import { lists } from './lists'
import { shell } from './shell'
import { signin } from './signin'
import { wall } from './wall'

/** English is the dictionary that every other language follows. */
export const en = { calendar, common, lists, shell, signin, wall }
