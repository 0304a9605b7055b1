import { account } from './account'
import { admin } from './admin'
import { invitation } from './invitation'
import { settings } from './settings'
import { setup } from './setup'
import { welcome } from './welcome'

/** The texts of screens that are seldom opened, loaded with them. */
export const secondary = { account, admin, invitation, settings, setup, welcome }
