/** The environment as it was given: a process's own, or a test's. */
export type Environment = Record<string, string | undefined>

interface Variable {
  /** What holds when it is unset; unset itself where nothing does, or where another part decides. */
  default?: string | ((env: Environment) => string)
  /** What cannot be used counts as unset. */
  isUsable?: (text: string) => boolean
  /** Never shown; `NAME_FILE` may name a file that holds it. */
  isSecret?: true
}

/** What begins today and lasts longer ends after the year 9999, which the database cannot store. */
const MAX_LIFETIME = 1e11

/** A lifetime: a positive number of seconds, of some thousand years at most. */
const isLifetime = (text: string) => Number(text) >= 1 && Number(text) <= MAX_LIFETIME

/** Every variable that the service reads: its name stands here, and its default. */
const TABLE = {
  DB_HOST: {},
  DB_PORT: { default: '3306' },
  DB_USER: {},
  DB_PASSWORD: { isSecret: true },
  DB_NAME: {},
  DB_SOCKET: {},
  DB_TLS: { default: 'off' },
  APP_PASSWORD_ENCRYPTION_KEY: { isSecret: true },
  APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS: { isSecret: true },
  LOCAL_SESSION_SECRET: { isSecret: true },
  LOCAL_SESSION_SECRET_PREVIOUS: { isSecret: true },
  LOCAL_SESSION_EXPIRES: { default: '86400', isUsable: isLifetime },
  OIDC_ISSUER: {},
  OIDC_CLIENT_ID: {},
  OIDC_CLIENT_SECRET: { isSecret: true },
  OIDC_AUTH_EXTERNAL_URL: {},
  OIDC_REDIRECT_URI: {},
  OIDC_SCOPES: {},
  OIDC_AUTH_EXPIRES: { default: '86400', isUsable: isLifetime },
  OIDC_ADMISSION: {},
  VAPID_SUBJECT: {},
  VAPID_PUBLIC_KEY: {},
  VAPID_PRIVATE_KEY: { isSecret: true },
  CALDAV_URL: {},
  SUBSCRIPTIONS_ALLOW: {},
  HOME_CALDAV_URL: {},
  HOME_CALDAV_USERS: {},
  HOME_CALDAV_PUBLIC_URL: {},
  PORT: { default: '3000' },
  HOST: { default: '0.0.0.0' },
  TRUSTED_PROXIES: {},
  TZ: {},
  LOG_LEVEL: { default: 'info' },
  LOG_FORMAT: { default: ({ NODE_ENV }) => (NODE_ENV === 'production' ? 'json' : 'pretty') },
  ASSETS_KEPT: {},
  DRAIN_SECONDS: { default: '0' },
  REPLICA_BUS_URL: { isSecret: true },
  BACKUP_DIR: {},
  BACKUP_AT: { default: '03:30' },
  BACKUP_KEEP: { default: '7d,4w,6m' },
  BACKUP_AGE_RECIPIENT: {},
  BACKUP_S3_ENDPOINT: {},
  BACKUP_S3_BUCKET: {},
  BACKUP_S3_PREFIX: {},
  BACKUP_S3_REGION: { default: 'us-east-1' },
  BACKUP_S3_ACCESS_KEY_ID: {},
  BACKUP_S3_SECRET_ACCESS_KEY: { isSecret: true },
  METRICS_TOKEN: { isSecret: true },
  METRICS_PORT: {},
  METRICS_HOST: { default: '127.0.0.1' },
  NODE_ENV: {},
  DEV_AUTH_BYPASS: {},
} satisfies Record<string, Variable>

export type VariableName = keyof typeof TABLE

const VARIABLES: Record<VariableName, Variable> = TABLE

export const VARIABLE_NAMES = Object.keys(VARIABLES) as VariableName[]

export const isSecret = (name: VariableName): boolean => VARIABLES[name].isSecret === true

export const SECRET_NAMES = VARIABLE_NAMES.filter(isSecret)

/** The variable that may name the file of a secret. */
export const fileVariable = (name: VariableName): string => `${name}_FILE`

/** What holds, and whether it was given or is the default; null: unset, and another part decides what that means. */
export function effective(name: VariableName, env: Environment): { value: string | null; isGiven: boolean } {
  const { default: fallback, isUsable = () => true } = VARIABLES[name]
  const given = env[name]?.trim()
  if (given && isUsable(given)) return { value: given, isGiven: true }
  return { value: (typeof fallback === 'function' ? fallback(env) : fallback) ?? null, isGiven: false }
}
