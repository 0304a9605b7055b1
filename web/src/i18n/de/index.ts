import type { Dictionary } from '../index'
import { calendar } from './calendar'
import { common } from './common'
import { search } from './search'
import { shell } from './shell'
import { unfinished } from './unfinished'

export const de: Dictionary = { calendar, common, search, shell, unfinished }
