import { setTimeout } from 'node:timers/promises'

/**
 * Runs a piece of work and says for how long, at the longest, it held the event loop: in processor time of this thread,
 * so that it is not the work's fault when the machine is busy with something else.
 */
export async function holdOf<T>(work: () => Promise<T>): Promise<{ result: T; heldMs: number }> {
  let isWorking = true
  const watch = async () => {
    let heldMs = 0
    while (isWorking) {
      const before = process.threadCpuUsage()
      await setTimeout(1)
      const { user, system } = process.threadCpuUsage(before)
      heldMs = Math.max(heldMs, (user + system) / 1000)
    }
    return heldMs
  }
  const watching = watch()
  const working = work().finally(() => {
    isWorking = false
  })
  const [result, heldMs] = await Promise.all([working, watching])
  return { result, heldMs }
}
