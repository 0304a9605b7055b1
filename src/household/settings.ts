import { and, eq, inArray, sql } from 'drizzle-orm'
import { isIanaZone, UTC, type Zone, zoneOf } from '../calendar/ical/zone'
import type { Context } from '../platform/context'
import type { Executor } from '../platform/db/client'
import { isDuplicate } from '../platform/db/errors'
import { prepared } from '../platform/db/prepared'
import { appConfig } from '../platform/db/schema'

/** Keys of the household's stored settings. */
export const SETTING = {
  setupComplete: 'setup_complete',
  timezone: 'household_timezone',
  /** Where the household lives, ISO 3166-1 alpha-2; blank: not said. */
  country: 'country',
  oidcIssuer: 'oidc_issuer',
  oidcClientId: 'oidc_client_id',
  externalUrl: 'app_external_url',
  /** Digest of the stored configuration that a process last started with. */
  oidcInEffect: 'oidc_in_effect',
  vapidPublicKey: 'vapid_public_key',
  /** When the reminders were last looked at, ISO 8601. */
  lastReminderTick: 'last_reminder_tick',
  /** What became of the backups that the service makes, JSON: `backup-state.ts`. */
  backups: 'backups',
} as const

export type SettingKey = (typeof SETTING)[keyof typeof SETTING]
type Clock = Pick<Context, 'now'>

/** A stored setting; null when it is absent or blank. */
export async function getSetting(ctx: { db: Executor }, key: SettingKey): Promise<string | null> {
  const [row] = await storedValue(ctx.db).execute({ key })
  return row === undefined || row.value.trim() === '' ? null : row.value
}

const storedValue = prepared((db) =>
  db
    .select({ value: appConfig.value })
    .from(appConfig)
    .where(eq(appConfig.key, sql.placeholder('key')))
    .prepare(),
)

/** Whether the setup has been completed. */
export const isSetupComplete = async (db: Executor): Promise<boolean> =>
  (await getSetting({ db }, SETTING.setupComplete)) === 'true'

/** Several stored settings in one query; absent and blank ones are left out. */
export async function getSettings<K extends SettingKey>(
  db: Executor,
  keys: readonly K[],
): Promise<Partial<Record<K, string>>> {
  const rows = await db.select().from(appConfig).where(inArray(appConfig.key, keys))
  const filled = rows.filter((row) => row.value.trim() !== '')
  return Object.fromEntries(filled.map((row) => [row.key, row.value])) as Partial<Record<K, string>>
}

/** Stores settings, replacing what was there. */
export async function setSettings(
  ctx: Clock,
  db: Executor,
  values: Partial<Record<SettingKey, string>>,
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const row = { key, value, updatedAt: ctx.now() }
    await db
      .insert(appConfig)
      .values(row)
      .onDuplicateKeyUpdate({ set: { value: row.value, updatedAt: row.updatedAt } })
  }
}

/** Stores one setting, replacing what was there. */
export const setSetting = (ctx: Context, key: SettingKey, value: string) => setSettings(ctx, ctx.db, { [key]: value })

/** Stores a setting where none is stored or a blank one. Of two callers at once one gets true. */
export async function seedSetting(ctx: Clock & { db: Executor }, key: SettingKey, value: string): Promise<boolean> {
  try {
    await ctx.db.insert(appConfig).values({ key, value, updatedAt: ctx.now() })
    return true
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  const [result] = await ctx.db
    .update(appConfig)
    .set({ value, updatedAt: ctx.now() })
    .where(and(eq(appConfig.key, key), sql`trim(${appConfig.value}) = ''`))
  return result.affectedRows === 1
}

/**
 * The name of the household's zone, and whether it was chosen. Order: the stored value, the TZ variable, the runtime's
 * zone; what names no IANA zone counts as absent.
 */
export async function householdTimezone(ctx: Context): Promise<{ timezone: string; isExplicitlySet: boolean }> {
  return timezoneFrom(ctx, await getSetting(ctx, SETTING.timezone))
}

/** The household's zone, for computing; `db` is that of a transaction or the pool. */
export async function householdZone(ctx: Pick<Context, 'config'> & { db: Executor }): Promise<Zone> {
  return zoneNamed(ctx, await getSetting(ctx, SETTING.timezone))
}

/** The household's zone when this is stored; null: nothing is. */
export function zoneNamed(ctx: Pick<Context, 'config'>, stored: string | null): Zone {
  return zoneOf(timezoneFrom(ctx, stored).timezone) ?? UTC
}

function timezoneFrom(ctx: Pick<Context, 'config'>, stored: string | null) {
  const timezone = stored?.trim() ?? ''
  if (isIanaZone(timezone)) return { timezone, isExplicitlySet: true }
  return { timezone: fallbackTimezone(ctx), isExplicitlySet: false }
}

/** The spelling in which a zone is stored (`europe/berlin` is `Europe/Berlin`), null for no IANA zone. */
export function canonicalTimezone(name: string): string | null {
  return zoneOf(name)?.id ?? null
}

function fallbackTimezone(ctx: Pick<Context, 'config'>): string {
  const candidates = [ctx.config.zone, Intl.DateTimeFormat().resolvedOptions().timeZone]
  return candidates.find((candidate) => candidate !== null && isIanaZone(candidate)) ?? 'UTC'
}
