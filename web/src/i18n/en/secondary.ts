import { account } from './account'
import { admin } from './admin'
import { displays } from './displays'
import { people } from './people'
import { settings } from './settings'
import { setup } from './setup'

/** The texts of screens that are seldom opened, loaded with them. */
export const secondary = { account, admin, displays, people, settings, setup }
