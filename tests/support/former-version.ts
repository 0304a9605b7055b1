import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { $ } from 'bun'
import { servers } from './servers'

const ROOT = join(import.meta.dir, '../..')

/**
 * The tree of a former version, with the packages of this one; it is gone with the run's other files.
 *
 * @param version a commit, tag or branch of this repository
 * @throws when the repository does not have it
 */
export async function formerVersion(version: string): Promise<string> {
  const folder = await servers.folder('former-version')
  await $`git -C ${ROOT} archive ${version} | tar -x -C ${folder}`.quiet()
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
