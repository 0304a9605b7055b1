import { readFile, rm, writeFile } from 'node:fs/promises'

export interface Running {
  /** At the end. */
  forget(): Promise<void>
}

/** Notes in a file that this process runs, and where it is reached. */
export async function noteRunning(path: string, url: string): Promise<Running> {
  await writeFile(path, `${process.pid} ${url}\n`)
  return { forget: () => rm(path, { force: true }) }
}

/**
 * Where another process is reached that has noted itself there and still runs this script; null: there is none. The file
 * of one that was killed stays, and its number may be somebody else's meanwhile.
 */
export async function findRunning(path: string, script: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  const [pid = '', url = ''] = text.trim().split(' ')
  const isOther = Number(pid) !== process.pid && (await commandOf(pid)).includes(script)
  return isOther ? url : null
}

/** A process's command line; empty where there is no such process. */
async function commandOf(pid: string): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const ps = Bun.spawn(['ps', '-o', 'command=', '-p', pid], { stdio: ['ignore', 'pipe', 'ignore'] })
  return new Response(ps.stdout).text()
}
