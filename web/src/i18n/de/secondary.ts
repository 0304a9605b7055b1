import type { SecondaryDictionary } from '../secondary'
import { account } from './account'
import { admin } from './admin'
import { displays } from './displays'
import { home } from './home'
import { invitation } from './invitation'
import { notFound } from './not-found'
import { people } from './people'
import { reminders } from './reminders'
import { settings } from './settings'
import { setup } from './setup'
import { welcome } from './welcome'

export const secondary: SecondaryDictionary = {
  account,
  admin,
  displays,
  home,
  invitation,
  notFound,
  people,
  reminders,
  settings,
  setup,
  welcome,
}
