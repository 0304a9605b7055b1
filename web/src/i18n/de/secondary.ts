import type { SecondaryDictionary } from '../secondary'
import { account } from './account'
import { admin } from './admin'
import { people } from './people'
import { reminders } from './reminders'
import { settings } from './settings'
import { setup } from './setup'

export const secondary: SecondaryDictionary = { account, admin, people, reminders, settings, setup }
