/** `bun run restore FILE`: a backup into an empty database; - is standard input. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CliError, cliMessage } from '../src/platform/cli-errors'
import { restore } from '../src/platform/db/backup/restore'
import { databaseFromEnvironment } from '../src/platform/db/connect'

const [path] = process.argv.slice(2)
try {
  if (path === undefined) throw new CliError('Usage: bun run restore FILE')
  const rows = path === '-' ? await fromStandardInput() : await restoreFile(path)
  console.log(`Restored ${rows} rows${path === '-' ? '' : ` from ${path}`}. Everybody signs in anew.`)
} catch (error) {
  console.error(`Nothing was restored: ${cliMessage(error)}`)
  process.exit(1)
}

function restoreFile(file: string): Promise<number> {
  return restore(databaseFromEnvironment(process.env), file, new Date())
}

/** Kept in a file meanwhile: it is read twice, to its end before anything is written. */
async function fromStandardInput(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-restore-'))
  try {
    const file = join(folder, 'backup')
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }))
    return await restoreFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
