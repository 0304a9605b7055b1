import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { servers } from './servers'

const ROOT = join(import.meta.dir, '../..')
/** What a checkout keeps for itself. */
const OWN = new Set(['.git', '.local', '.env'])

/** A folder that looks like a fresh checkout: what the commands keep below it touches no developer's household. */
export async function checkout(): Promise<string> {
  const folder = await servers.folder('checkout')
  for (const name of await readdir(ROOT)) {
    if (!OWN.has(name)) await symlink(join(ROOT, name), join(folder, name))
  }
  return folder
}
