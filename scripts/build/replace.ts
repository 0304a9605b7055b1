import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json'
import { CliError } from '../../src/platform/cli-errors'

/**
 * Fills a folder beside the one of a former build, and puts it in its place once it is whole: what runs from there has
 * its files meanwhile, and keeps them when `fill` fails.
 * @throws CliError when something else than a build stands there, and what `fill` throws
 */
export async function replaceBuild(folder: string, fill: (draft: string) => Promise<void>): Promise<void> {
  if (!(await isReplaceable(folder))) {
    throw new CliError(
      `${folder} holds something that is no build, and is left as it is. Name a new or an empty folder.`,
    )
  }
  const draft = `${folder}.${process.pid}`
  const before = `${draft}.before`
  try {
    await mkdir(draft, { recursive: true })
    await fill(draft)
    await openToReaders(draft)
    await rename(folder, before).catch(unlessMissing)
    await rename(draft, folder).catch(async (error) => {
      await rename(before, folder).catch(unlessMissing)
      throw error
    })
    await rm(before, { recursive: true, force: true })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Lets everybody read what is there: the service runs as another user than the one who has built it, whose umask may be
 * strict, and what is copied has the modes of the clone.
 */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

/** A clone has the name of a build, and no bundle. */
async function isReplaceable(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? []
  if (names.length === 0) return true
  if (!names.includes('index.js') || !names.includes('package.json')) return false
  const { name } = await Bun.file(join(folder, 'package.json')).json()
  return name === packageJson.name
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
