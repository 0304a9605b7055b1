import { account } from './account'
import { admin } from './admin'
import { calendar } from './calendar'
import { common } from './common'
import { lists } from './lists'
import { setup } from './setup'
import { shell } from './shell'
import { signin } from './signin'
import { wall } from './wall'

/** English is the dictionary that every other language follows. */
export const en = { account, admin, calendar, common, lists, setup, shell, signin, wall }
