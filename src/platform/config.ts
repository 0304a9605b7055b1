/** The service's configuration: read from the environment once, checked whole, never read elsewhere. */
import { type BackupSettings, readBackupSettings } from './backup-settings'
import { type ConfigReader, createReader } from './config-reader'
import { type DatabaseSettings, readDatabaseSettings } from './db/settings'
import { type HomeSettings, readHomeSettings } from './home-settings'
import { EXPECTED_NETWORKS, type Networks, parseNetworks } from './net/networks'
import { type ProviderSettings, readProviderSettings } from './provider-settings'
import { type EncryptionKeys, readEncryptionKeys, readSessionSecrets, type SessionSecrets } from './secret-settings'
import type { Environment } from './variables'

export type { Environment, HomeSettings }

export interface Config extends SessionSecrets, EncryptionKeys, ProviderSettings {
  isProduction: boolean
  /** Private addresses and plain http are allowed: in development and in tests only. */
  allowsPrivateAddresses: boolean
  devBypass: boolean
  database: DatabaseSettings
  sessionSeconds: number
  oidcRedirectUri: string | null
  oidcScopes: string[]
  oidcSessionSeconds: number
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

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const MAX_DRAIN_SECONDS = 60

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
  const { problems, text, url, oneOf, seconds } = read
  // In the order in which problems are told.
  const settings = {
    ...readSessionSecrets(read, { isNeeded: !devBypass }),
    database: readDatabaseSettings(read),
    ...readEncryptionKeys(read, env),
    ...readProviderSettings(read),
    subscriptionsAllow: readSubscriptionsAllow(read),
    trustedProxies: readTrustedProxies(read),
    home: readHomeSettings(read),
    ...readPorts(read),
    drainSeconds: readDrainSeconds(read),
    replicaBusUrl: readBusUrl(read),
    backups: readBackupSettings(read),
    oidcRedirectUri: url('OIDC_REDIRECT_URI', 'the redirect URI registered at the identity provider'),
    caldavUrl: url('CALDAV_URL', 'the http or https URL of a CalDAV server'),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS),
    logFormat: oneOf('LOG_FORMAT', ['json', 'pretty']),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    ...settings,
    isProduction,
    allowsPrivateAddresses: env.NODE_ENV === 'development' || env.NODE_ENV === 'test',
    devBypass,
    sessionSeconds: seconds('LOCAL_SESSION_EXPIRES'),
    oidcScopes: (text('OIDC_SCOPES') ?? '').split(/\s+/).filter(Boolean),
    oidcSessionSeconds: seconds('OIDC_AUTH_EXPIRES'),
    ...readVapid(read),
    hostname: text('HOST') ?? '',
    metricsToken: text('METRICS_TOKEN'),
    assetsKept: text('ASSETS_KEPT'),
    zone: text('TZ'),
  }
}

function readSubscriptionsAllow({ text, expect }: ConfigReader): string[] {
  const allowed = hostsAndPorts(text('SUBSCRIPTIONS_ALLOW') ?? '')
  if (allowed === null) {
    expect('SUBSCRIPTIONS_ALLOW', 'host:port, several with commas between them (nas.lan:8080,192.168.1.5:80)')
  }
  return allowed ?? []
}

function readTrustedProxies({ text, expect }: ConfigReader): Networks | null {
  const given = text('TRUSTED_PROXIES')
  const networks = given === null ? null : parseNetworks(given)
  if (given !== null && networks === null) expect('TRUSTED_PROXIES', EXPECTED_NETWORKS)
  return networks
}

function readPorts({ text, port, expect }: ConfigReader): Pick<Config, 'port' | 'metricsListener'> {
  const own = port('PORT', 0)
  if (text('METRICS_PORT') === null) return { port: own, metricsListener: null }
  const ofMetrics = port('METRICS_PORT', 0)
  if (ofMetrics === own && own > 0) expect('METRICS_PORT', 'another port than PORT')
  return { port: own, metricsListener: { port: ofMetrics, hostname: text('METRICS_HOST') ?? '' } }
}

function readDrainSeconds({ text, expect }: ConfigReader): number {
  const given = text('DRAIN_SECONDS') ?? ''
  if (/^\d{1,2}$/.test(given) && Number(given) <= MAX_DRAIN_SECONDS) return Number(given)
  expect('DRAIN_SECONDS', `whole seconds from 0 to ${MAX_DRAIN_SECONDS}`)
  return 0
}

function readBusUrl({ text, expect }: ConfigReader): string | null {
  const given = text('REPLICA_BUS_URL')
  if (given !== null && !isBusUrl(given)) {
    expect('REPLICA_BUS_URL', 'the redis, rediss or valkey URL of a Valkey or Redis server (redis://valkey:6379)')
  }
  return given
}

function readVapid({ text }: ConfigReader): Pick<Config, 'vapid' | 'vapidPublicKey'> {
  const publicKey = text('VAPID_PUBLIC_KEY') ?? ''
  const privateKey = text('VAPID_PRIVATE_KEY')
  const subject = text('VAPID_SUBJECT')
  const vapid = subject && publicKey && privateKey ? { subject, publicKey, privateKey } : null
  return { vapid, vapidPublicKey: publicKey }
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
