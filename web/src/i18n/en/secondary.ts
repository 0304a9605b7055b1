import { account } from './account'
import { admin } from './admin'
import { people } from './people'
import { reminders } from './reminders'
import { settings } from './settings'
import { setup } from './setup'

/** The texts of screens that are seldom opened, loaded with them. */
export const secondary = { account, admin, people, reminders, settings, setup }
