import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = 'corkboard-test-'
const OF_A_RUN = new RegExp(`^${PREFIX}(\\d+)-`)

/** How the name of a folder of this run begins: with the id of the process whose it is. */
export const runPrefix = (): string => `${PREFIX}${process.pid}-`

/** Removes the folders of this user's runs that were killed. Their age would tell nothing: a run may have a clock of its own. */
export async function sweepAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(OF_A_RUN.exec(name)?.[1] ?? Number.NaN)
    if (!(pid > 0) || isRunning(pid)) continue
    const folder = join(parent, name)
    const owner = await stat(folder).then(
      ({ uid }) => uid,
      () => null,
    )
    if (owner === process.getuid?.()) await rm(folder, { recursive: true, force: true })
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
