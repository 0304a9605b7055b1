import { isIanaZone } from './calendar/ical/zone'
import type { Config, Environment } from './platform/config'

/**
 * Variables that are set and cannot be used, so that a default applies: one line each, the variable and what is expected
 * of it, never the value.
 */
export function configWarnings(env: Environment, config: Config): string[] {
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
  if (env.OIDC_CLIENT_ID?.trim() && !config.oidcIssuerSet) {
    warnings.push('OIDC_CLIENT_ID: has no effect without OIDC_ISSUER')
  }
  if (env.HOME_CALDAV_PUBLIC_URL?.trim() && config.home === null) {
    warnings.push('HOME_CALDAV_PUBLIC_URL: has no effect without HOME_CALDAV_URL and HOME_CALDAV_USERS')
  }
  return warnings
}
