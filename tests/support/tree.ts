import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

/** The paths of the files that a clone of this tree has, with those that are not yet committed. */
export async function filesOfTree(): Promise<string[]> {
  const listing = await Bun.$`git ls-files -z --cached --others --exclude-standard`.cwd(ROOT).text()
  const paths = listing.split('\0').filter((path) => path !== '')
  const isThere = await Promise.all(paths.map((path) => Bun.file(join(ROOT, path)).exists()))
  return paths.filter((_, index) => isThere[index])
}
