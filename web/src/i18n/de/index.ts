import type { Dictionary } from '../index'
import { calendar } from './calendar'
import { common } from './common'
import { lists } from './lists'
import { shell } from './shell'
import { signin } from './signin'
import { wall } from './wall'

export const de: Dictionary = { calendar, common, lists, shell, signin, wall }
