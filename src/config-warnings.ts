import { isIanaZone } from './calendar/ical/zone'
import { misspeltNames } from './misspelt-names'
import type { Config, Environment } from './platform/config'
import type { VariableName } from './platform/variables'

/**
 * Variables that are set and cannot be used, so that a default applies, and names that look like a misspelt one: one line
 * each, the variable and what is expected of it, never the value.
 */
export function configWarnings(env: Environment, config: Config): string[] {
  const isSet = (name: VariableName) => Boolean(env[name]?.trim())
  const warnings: string[] = []
  const lifetimes = { LOCAL_SESSION_EXPIRES: config.sessionSeconds, OIDC_AUTH_EXPIRES: config.oidcSessionSeconds }
  for (const [name, seconds] of Object.entries(lifetimes)) {
    const asked = env[name]?.trim()
    if (asked && Math.floor(Number(asked)) !== seconds) {
      warnings.push(`${name}: expected a number of seconds; ${seconds} are used`)
    }
  }
  if (config.zone !== null && !isIanaZone(config.zone)) {
    warnings.push('TZ: expected the name of a time zone, for example Europe/Berlin; it is ignored')
  }
  if (isSet('DEV_AUTH_BYPASS') && !config.devBypass && env.DEV_AUTH_BYPASS?.trim() !== 'false') {
    warnings.push('DEV_AUTH_BYPASS: expected true or false; it is off')
  }
  if (isSet('OIDC_CLIENT_ID') && !config.oidcIssuerSet) {
    warnings.push('OIDC_CLIENT_ID: has no effect without OIDC_ISSUER')
  }
  if (isSet('HOME_CALDAV_PUBLIC_URL') && config.home === null) {
    warnings.push('HOME_CALDAV_PUBLIC_URL: has no effect without HOME_CALDAV_URL and HOME_CALDAV_USERS')
  }
  const isOfBackups = (name: string) => name.startsWith('BACKUP_') && name !== 'BACKUP_AGE_IDENTITY_FILE'
  if (config.backups === null && Object.keys(env).some((name) => isOfBackups(name) && env[name]?.trim())) {
    warnings.push('BACKUP_DIR: without it the other BACKUP_… have no effect, and no backups are made')
  }
  if (isSet('METRICS_HOST') && config.metricsListener === null) {
    warnings.push('METRICS_HOST: has no effect without METRICS_PORT')
  }
  for (const name of ['VAPID_SUBJECT', 'VAPID_PRIVATE_KEY'] as const) {
    if (isSet(name) && !isSet('VAPID_PUBLIC_KEY')) warnings.push(`${name}: has no effect without VAPID_PUBLIC_KEY`)
  }
  for (const name of ['DB_HOST', 'DB_PORT', 'DB_TLS'] as const) {
    if (isSet(name) && isSet('DB_SOCKET')) warnings.push(`${name}: has no effect beside DB_SOCKET`)
  }
  return [...warnings, ...unreadNames(env)]
}

/** A line for each name that nobody reads and that looks like one of ours; also where the rest cannot be used. */
export function unreadNames(env: Environment): string[] {
  return misspeltNames(Object.keys(env)).map(
    ({ name, meant }) => `${name}: nothing reads it${meant === null ? '' : `; is ${meant} meant?`}`,
  )
}
