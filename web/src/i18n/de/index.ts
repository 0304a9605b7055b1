import type { Dictionary } from '../index'
import { calendar } from './calendar'
import { common } from './common'
import { shell } from './shell'
import { unfinished } from './unfinished'

export const de: Dictionary = { calendar, common, shell, unfinished }
