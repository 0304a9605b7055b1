import { calendar } from './calendar'
import { common } from './common'
import { shell } from './shell'
import { unfinished } from './unfinished'

/** English is the dictionary that every other language follows. */
export const en = { calendar, common, shell, unfinished }
