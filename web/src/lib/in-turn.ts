/** Runs under a lock that all pages of the device share; at once on insecure origins, where browsers have no locks. */
export async function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (navigator.locks === undefined) return run()
  return navigator.locks.request(name, run)
}
