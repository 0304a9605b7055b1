import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { servers } from '../../support/servers'
import { clientFolder } from './client'

/** A client of its own to be delivered, whose versions follow one another. */
export interface Deployed {
  folder: string
  /**
   * Puts the next version in place. `renamed`: the part whose digest is another one; `before`: what the worker does
   * first, as a script.
   */
  next(change?: { renamed?: string; before?: string }): Promise<void>
  /** Puts the worker of the version before in place again. */
  back(): Promise<void>
  /** Replaces the document alone, as where a process of another version delivers it. Returns what puts it back. */
  replaceDocument(to: (document: string) => string): Promise<() => Promise<void>>
}

export async function deployClient(): Promise<Deployed> {
  const folder = await servers.folder('deployed-client')
  await cp(await clientFolder(), folder, { recursive: true })
  const worker = join(folder, 'sw.js')
  const document = join(folder, 'index.html')
  let version = 0
  let script = await readFile(worker, 'utf8')
  let former = script
  return {
    folder,
    async next({ renamed, before = '' } = {}) {
      former = script
      script = script.replace(/[0-9a-f]{16}(?=")/, `${++version}`.padStart(16, '0'))
      const assets = join(folder, 'assets')
      for (const name of await readdir(assets)) {
        if (renamed === undefined || !name.startsWith(`${renamed}-`)) continue
        const after = name.replace(renamed, `${renamed}-next`)
        await rename(join(assets, name), join(assets, after))
        script = script.replaceAll(`"/assets/${name}"`, `"/assets/${after}"`)
      }
      await put(worker, before + script)
    },
    async back() {
      ;[script, former] = [former, script]
      await put(worker, script)
    },
    async replaceDocument(to) {
      const own = await readFile(document, 'utf8')
      await put(document, to(own))
      return () => put(document, own)
    },
  }
}

/** A compressed one is delivered only where it is not older: the plain one alone is there. */
async function put(path: string, content: string) {
  for (const extension of ['.br', '.gz']) await rm(path + extension, { force: true })
  await writeFile(path, content)
}
