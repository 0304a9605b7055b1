import type { SeldomDictionary } from '../seldom'
import { account } from './account'
import { admin } from './admin'
import { settings } from './settings'
import { setup } from './setup'

export const seldom: SeldomDictionary = { account, admin, settings, setup }
