import { isInstalled } from '../lib/device'

/**
 * Asks the browser of an installed client to keep what waits to be sent: others it may clear (Storage Standard, 6), Safari
 * after a week without a visit. Firefox would ask everybody who only looks in.
 */
export function keepStorage(): void {
  if (isInstalled() && 'storage' in navigator) void navigator.storage.persist().catch(() => {})
}
