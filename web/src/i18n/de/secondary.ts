import type { SecondaryDictionary } from '../secondary'
import { account } from './account'
import { admin } from './admin'
import { displays } from './displays'
import { people } from './people'
import { settings } from './settings'
import { setup } from './setup'

export const secondary: SecondaryDictionary = { account, admin, displays, people, settings, setup }
