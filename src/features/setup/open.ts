import { adminsWhoCanSignIn } from '../../household/admins'
import { isSetupComplete } from '../../household/settings'
import { storedProvider } from '../../identity/oidc/settings'
import type { Config } from '../../platform/config'
import type { Executor } from '../../platform/db/client'

/**
 * Whether the wizard belongs to whoever comes first, as `whyClosed` decides it for nobody. Only looks: nothing that is
 * stored takes effect by it.
 */
export async function isOpenToStrangers(db: Executor, config: Pick<Config, 'oidc'>): Promise<boolean> {
  if (await isSetupComplete(db)) return false
  if (config.oidc === null && (await storedProvider(db))?.isInEffect === true) return false
  return (await adminsWhoCanSignIn(db)).length === 0
}
