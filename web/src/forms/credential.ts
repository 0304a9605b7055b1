import type { SecondaryDictionary } from '../i18n/secondary'
import type { Problems } from './problems'
import type { Messages } from './submit'

/** A calendar account as the API takes it; `fastmailEmail` is the name of the field whatever the provider. */
export interface CredentialBody {
  fastmailEmail?: string
  /** Where it is not the e-mail address; one of both is there. */
  calendarUsername?: string
  appPassword: string
  serverUrl?: string
}

export const PROVIDERS = ['fastmail', 'icloud', 'nextcloud', 'mailbox', 'other'] as const
type Provider = (typeof PROVIDERS)[number]

/** What somebody has entered so far. */
export interface CredentialDraft {
  provider: Provider
  email: string
  /** Empty where the e-mail address is what one signs in with. */
  username: string
  appPassword: string
  /** Only asked where the provider alone does not say it. */
  serverUrl: string
}

export const EMPTY_CREDENTIAL: CredentialDraft = {
  provider: 'fastmail',
  email: '',
  username: '',
  appPassword: '',
  serverUrl: '',
}

/** What is known of an account that is connected already, as far as it can be told from outside. */
export function draftOf({ username, serverUrl }: { username: string; serverUrl: string | null }): CredentialDraft {
  const provider = PROVIDERS.find((one) => SERVERS[one] !== undefined && SERVERS[one] === serverUrl) ?? 'other'
  const name = username.includes('@') ? { email: username } : { username }
  return { ...EMPTY_CREDENTIAL, provider, serverUrl: serverUrl ?? '', ...name }
}

const SERVERS: Partial<Record<Provider, string>> = {
  fastmail: 'https://caldav.fastmail.com/',
  icloud: 'https://caldav.icloud.com/',
  mailbox: 'https://dav.mailbox.org/',
}

const PASSWORD_PAGES: Partial<Record<Provider, string>> = {
  fastmail: 'https://app.fastmail.com/settings/security',
  icloud: 'https://account.apple.com/account/manage',
  mailbox: 'https://app.mailbox.org/',
}

/** Where the provider makes app passwords; null when that cannot be known yet. */
export function passwordPage({ provider, serverUrl }: CredentialDraft): string | null {
  const page = PASSWORD_PAGES[provider]
  if (page !== undefined) return page
  if (provider !== 'nextcloud' || !isHttps(serverUrl)) return null
  const base = serverUrl.trim().replace(/\/+$/, '')
  return `${base}/settings/user/security`
}

/** Whether the address of its server has to be typed. */
export const asksForServer = (provider: Provider): boolean => SERVERS[provider] === undefined

/** Why an account is not connected; the service does not say whether its server's name or its password is wrong. */
export function connectMessages({ provider }: CredentialDraft, settings: SecondaryDictionary['settings']): Messages {
  return {
    400: asksForServer(provider) ? settings.serverOrAccountRefused : settings.accountRefused,
    503: settings.serverUnreachable,
  }
}

export type CredentialProblems = Problems<Exclude<keyof CredentialDraft, 'provider'>>

/** What has to be filled in or corrected before it makes sense to ask the server, in words. */
export function credentialProblems(
  { provider, email, username, appPassword, serverUrl }: CredentialDraft,
  settings: SecondaryDictionary['settings'],
): CredentialProblems {
  const mayDoWithoutEmail = email.trim() === '' && username.trim() !== ''
  const mayBeEmpty = provider === 'other' && serverUrl.trim() === ''
  return {
    email: !mayDoWithoutEmail && !/^[^@\s]+@[^@\s]+$/.test(email.trim()) && settings.needEmail,
    // Signing in ends the name at the first colon (RFC 7617 2).
    username: username.includes(':') && settings.noColon,
    appPassword: appPassword === '' && settings.needAppPassword,
    serverUrl: asksForServer(provider) && !mayBeEmpty && !isHttps(serverUrl) && settings.needServerUrl,
  }
}

/** The request's body; what is left empty is left out, so that the service finds it. */
export function credentialOf({ provider, email, username, appPassword, serverUrl }: CredentialDraft): CredentialBody {
  const server = SERVERS[provider] ?? serverUrl.trim()
  return {
    ...(email.trim() !== '' && { fastmailEmail: email.trim() }),
    ...(username.trim() !== '' && { calendarUsername: username.trim() }),
    appPassword,
    ...(server !== '' && { serverUrl: server }),
  }
}

export function isHttps(text: string): boolean {
  const trimmed = text.trim()
  return URL.canParse(trimmed) && new URL(trimmed).protocol === 'https:'
}
