import { calendar } from './calendar'
import { common } from './common'
import { search } from './search'
import { shell } from './shell'
import { unfinished } from './unfinished'

/** English is the dictionary that every other language follows. */
export const en = { calendar, common, search, shell, unfinished }
