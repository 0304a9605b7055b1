import { CALDAV_USERS } from '../../support/servers'

/** What somebody enters in the wizard. */
export const VAPID = 'BNc-the-public-key'
export const CONFIG = {
  oidcIssuer: 'https://id.example',
  oidcClientId: 'corkboard',
  vapidPublicKey: VAPID,
  appExternalUrl: 'https://home.example',
}
export const EMAIL = 'ada@example.org'
export const ACCOUNT = { fastmailEmail: EMAIL, appPassword: CALDAV_USERS[EMAIL]! }
export const STEPS = ['config', 'validate/db', 'validate/oidc', 'validate/vapid', 'credential', 'complete']
