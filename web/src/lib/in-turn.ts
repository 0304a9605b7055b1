/** Runs under a lock that all pages of the device share; at once on insecure origins, where browsers have no locks. */
export async function inTurn(name: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run()
  await navigator.locks.request(name, run)
}
