/** The service's configuration: read from the environment once, checked whole, never read elsewhere. */
import { type Admission, readAdmission } from './admission'
import { type BackupSettings, readBackupSettings } from './backup-settings'
import { createReader } from './config-reader'
import { type DatabaseSettings, readDatabaseSettings } from './db/settings'
import { EXPECTED_NETWORKS, type Networks, parseNetworks } from './net/networks'
import type { Environment } from './variables'

export type { Admission, Environment }

export interface Config {
  isProduction: boolean
  /** Private addresses and plain http are allowed: in development and in tests only. */
  allowsPrivateAddresses: boolean
  devBypass: boolean
  database: DatabaseSettings
  /** 32 bytes, AES-256-GCM. */
  encryptionKey: Buffer
  /** The key before it, for `bun run rekey` alone; null: not given. */
  previousEncryptionKey: Buffer | null
  /** Null only under the development bypass. */
  sessionSecret: string | null
  /** The secret before it: sessions that it has signed are still taken. Null: none is. */
  previousSessionSecret: string | null
  sessionSeconds: number
  oidc: OidcSettings | null
  oidcIssuerSet: boolean
  oidcClientSecret: string | null
  oidcRedirectUri: string | null
  oidcScopes: string[]
  oidcSessionSeconds: number
  /** Who may join through the identity provider; null: not set, everybody may. */
  oidcAdmission: Admission | null
  externalUrl: string | null
  vapid: { subject: string; publicKey: string; privateKey: string } | null
  vapidPublicKey: string
  caldavUrl: string | null
  /** `host:port` of the operator's own network that subscriptions may reach beside public addresses. */
  subscriptionsAllow: readonly string[]
  /** The household's own CalDAV server, on which the service makes accounts; null: there is none. */
  home: HomeSettings | null
  port: number
  hostname: string
  /** Whose word about a client's address counts; null: nobody's. */
  trustedProxies: Networks | null
  logLevel: LogLevel
  logFormat: 'json' | 'pretty'
  metricsToken: string | null
  /** A listener for the metrics alone; null: they are read where everything else is. */
  metricsListener: { port: number; hostname: string } | null
  /** A folder that processes of several versions share, for the client's assets; null: none. */
  assetsKept: string | null
  /** How long `/health/ready` refuses before this process does. */
  drainSeconds: number
  /** Valkey or Redis, through which several processes hear of each other at once; null: they look once a second. */
  replicaBusUrl: string | null
  /** Backups that the service makes by itself; null: none. */
  backups: BackupSettings | null
  /** The TZ variable, null when blank. */
  zone: string | null
}

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  externalUrl: string
}

export interface HomeSettings {
  /** Where the service reaches it; ends in a slash. */
  url: string
  /** The same for everybody else: phones and other computers. */
  publicUrl: string
  /** The htpasswd file that names its users. */
  usersFile: string
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const MIN_SESSION_SECRET_LENGTH = 32
const MOST_DRAIN_SECONDS = 60
const HEX_KEY = /^[0-9a-f]{64}$/i

/** Every problem of the environment at once, one line each: the variable and what is expected of it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(readonly problems: string[]) {
    super(problems.join('\n'))
  }
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming every variable that is missing or malformed; the guard against a bypass in production
 *   speaks first and alone.
 */
export function readConfig(env: Environment): Config {
  const isProduction = env.NODE_ENV === 'production'
  const devBypass = env.DEV_AUTH_BYPASS === 'true'
  if (isProduction && devBypass) {
    throw new ConfigError(['DEV_AUTH_BYPASS: must not be "true" when NODE_ENV is "production"'])
  }

  const read = createReader(env)
  const { problems, expect, text, url, port, oneOf, seconds, verbatim } = read

  // Blanks alone are no secret, however many.
  const sessionSecret = (text('LOCAL_SESSION_SECRET') && verbatim('LOCAL_SESSION_SECRET')) ?? ''
  const secretIsLongEnough = sessionSecret.length >= MIN_SESSION_SECRET_LENGTH
  if (!secretIsLongEnough && !devBypass) {
    expect('LOCAL_SESSION_SECRET', `at least ${MIN_SESSION_SECRET_LENGTH} characters (openssl rand -base64 48)`)
  }
  const previousSessionSecret =
    (text('LOCAL_SESSION_SECRET_PREVIOUS') && verbatim('LOCAL_SESSION_SECRET_PREVIOUS')) ?? null
  if (previousSessionSecret !== null && previousSessionSecret.length < MIN_SESSION_SECRET_LENGTH) {
    expect('LOCAL_SESSION_SECRET_PREVIOUS', `the former secret, at least ${MIN_SESSION_SECRET_LENGTH} characters`)
  }

  const database = readDatabaseSettings(read)

  const key = text('APP_PASSWORD_ENCRYPTION_KEY') ?? ''
  if (!HEX_KEY.test(key)) {
    const renamed = Object.keys(env).find((name) => isFormerKeyName(name) && HEX_KEY.test(env[name] ?? ''))
    expect(
      'APP_PASSWORD_ENCRYPTION_KEY',
      renamed === undefined
        ? '64 hexadecimal characters (openssl rand -hex 32)'
        : `64 hexadecimal characters; ${renamed} looks like the same key under its former name: rename that variable`,
    )
  }

  const previousKey = text('APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS')
  if (previousKey !== null && !HEX_KEY.test(previousKey)) {
    expect('APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS', 'the former key, 64 hexadecimal characters')
  }

  const issuer = url('OIDC_ISSUER', 'the https URL of the identity provider')
  const clientId = text('OIDC_CLIENT_ID')
  const clientSecret = text('OIDC_CLIENT_SECRET')
  const externalUrl = url('OIDC_AUTH_EXTERNAL_URL', 'the public base URL of this service')
  if (issuer !== null) {
    if (clientId === null) expect('OIDC_CLIENT_ID', 'the client id at the identity provider (OIDC_ISSUER is set)')
    if (clientSecret === null) expect('OIDC_CLIENT_SECRET', 'the client secret (OIDC_ISSUER is set)')
    if (externalUrl === null && text('OIDC_AUTH_EXTERNAL_URL') === null) {
      expect('OIDC_AUTH_EXTERNAL_URL', 'the public base URL of this service (OIDC_ISSUER is set)')
    }
  }

  const admissionText = text('OIDC_ADMISSION')
  const oidcAdmission = admissionText === null ? null : readAdmission(admissionText)
  if (admissionText !== null && oidcAdmission === null) {
    expect('OIDC_ADMISSION', 'open, approve, or domain: and domains of verified e-mail addresses (domain:example.org)')
  }

  const subscriptionsAllow = hostsAndPorts(text('SUBSCRIPTIONS_ALLOW') ?? '')
  if (subscriptionsAllow === null) {
    expect('SUBSCRIPTIONS_ALLOW', 'host:port, several with commas between them (nas.lan:8080,192.168.1.5:80)')
  }

  const proxiesText = text('TRUSTED_PROXIES')
  const trustedProxies = proxiesText === null ? null : parseNetworks(proxiesText)
  if (proxiesText !== null && trustedProxies === null) expect('TRUSTED_PROXIES', EXPECTED_NETWORKS)

  const homeUrl = url('HOME_CALDAV_URL', "the http or https URL of the household's own CalDAV server")
  const homePublicUrl = url('HOME_CALDAV_PUBLIC_URL', 'the http or https URL at which phones reach that server')
  const homeUsers = text('HOME_CALDAV_USERS')
  if (homeUrl !== null && homeUsers === null) {
    expect('HOME_CALDAV_USERS', 'the htpasswd file with the users of that server (HOME_CALDAV_URL is set)')
  }
  if (homeUsers !== null && text('HOME_CALDAV_URL') === null) {
    expect('HOME_CALDAV_URL', "the http or https URL of the household's own CalDAV server (HOME_CALDAV_USERS is set)")
  }

  const servicePort = port('PORT', 0)
  const metricsPort = text('METRICS_PORT') === null ? null : port('METRICS_PORT', 0)
  if (metricsPort === servicePort && metricsPort > 0) expect('METRICS_PORT', 'another port than PORT')

  const drain = text('DRAIN_SECONDS') ?? ''
  const drainSeconds = /^\d{1,2}$/.test(drain) ? Number(drain) : 0
  if (!/^\d{1,2}$/.test(drain) || drainSeconds > MOST_DRAIN_SECONDS) {
    expect('DRAIN_SECONDS', `whole seconds from 0 to ${MOST_DRAIN_SECONDS}`)
  }

  const replicaBusUrl = text('REPLICA_BUS_URL')
  if (replicaBusUrl !== null && !isBusUrl(replicaBusUrl)) {
    expect('REPLICA_BUS_URL', 'the redis, rediss or valkey URL of a Valkey or Redis server (redis://valkey:6379)')
  }

  const backups = readBackupSettings(read)

  const vapidPublicKey = text('VAPID_PUBLIC_KEY') ?? ''
  const vapidPrivateKey = text('VAPID_PRIVATE_KEY')
  const vapidSubject = text('VAPID_SUBJECT')
  const config: Config = {
    isProduction,
    allowsPrivateAddresses: env.NODE_ENV === 'development' || env.NODE_ENV === 'test',
    devBypass,
    database,
    encryptionKey: Buffer.from(key, 'hex'),
    previousEncryptionKey: previousKey === null ? null : Buffer.from(previousKey, 'hex'),
    sessionSecret: secretIsLongEnough ? sessionSecret : null,
    previousSessionSecret,
    sessionSeconds: seconds('LOCAL_SESSION_EXPIRES'),
    oidc: issuer && clientId && clientSecret && externalUrl ? { issuer, clientId, clientSecret, externalUrl } : null,
    oidcIssuerSet: issuer !== null,
    oidcClientSecret: clientSecret,
    oidcRedirectUri: url('OIDC_REDIRECT_URI', 'the redirect URI registered at the identity provider'),
    oidcScopes: (text('OIDC_SCOPES') ?? '').split(/\s+/).filter(Boolean),
    oidcSessionSeconds: seconds('OIDC_AUTH_EXPIRES'),
    oidcAdmission,
    externalUrl,
    vapid:
      vapidSubject && vapidPublicKey && vapidPrivateKey
        ? { subject: vapidSubject, publicKey: vapidPublicKey, privateKey: vapidPrivateKey }
        : null,
    vapidPublicKey,
    caldavUrl: url('CALDAV_URL', 'the http or https URL of a CalDAV server'),
    subscriptionsAllow: subscriptionsAllow ?? [],
    home:
      homeUrl !== null && homeUsers !== null
        ? { url: asFolder(homeUrl), publicUrl: asFolder(homePublicUrl ?? homeUrl), usersFile: homeUsers }
        : null,
    port: servicePort,
    hostname: text('HOST') ?? '',
    trustedProxies,
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS),
    logFormat: oneOf('LOG_FORMAT', ['json', 'pretty']),
    metricsToken: text('METRICS_TOKEN'),
    metricsListener: metricsPort === null ? null : { port: metricsPort, hostname: text('METRICS_HOST') ?? '' },
    assetsKept: text('ASSETS_KEPT'),
    drainSeconds,
    replicaBusUrl,
    backups,
    zone: text('TZ'),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Older versions kept the key for stored calendar passwords under another name that ended alike. */
function isFormerKeyName(name: string): boolean {
  return name !== 'APP_PASSWORD_ENCRYPTION_KEY' && /ENCRYPTION_KEY$/.test(name)
}

function isBusUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^(rediss?|valkeys?):$/.test(url.protocol) && url.hostname !== ''
}

/** Hosts with their ports, as a URL spells them; null when one is malformed. */
function hostsAndPorts(text: string): string[] | null {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const isWellFormed = (entry: string) => /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+):\d{1,5}$/i.test(entry)
  if (!entries.every((entry) => isWellFormed(entry) && URL.canParse(`http://${entry}`))) return null
  return entries.map((entry) => {
    const { hostname } = new URL(`http://${entry}`)
    return `${hostname}:${Number(entry.slice(entry.lastIndexOf(':') + 1))}`
  })
}

/** The address with a slash at the end of its path, without a name, password, query or fragment. */
function asFolder(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname.replace(/\/*$/, '/')}`
}
