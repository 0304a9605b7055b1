/** Runs while no other page of the device does the same. Browsers offer locks on secure origins only; elsewhere at once. */
export async function inTurn(name: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run()
  await navigator.locks.request(name, run)
}
