/**
 * `bun run build [folder]`: everything that runs in production, the client included, into `dist/`. A former build is
 * replaced once the new one is whole.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError } from '../src/platform/cli-errors'
import { buildClient } from '../web/build'
import { replaceBuild } from './build/replace'
import { buildService } from './build/service'

const folder = resolve(readFolder())
try {
  await replaceBuild(folder, async (draft) => {
    await buildService(draft)
    await buildClient(join(draft, 'public'))
  })
  console.log(`Built into ${folder}`)
} catch (error) {
  // What does not compile is shown where it stands.
  if (!(error instanceof CliError)) throw error
  console.error(error.message)
  process.exit(1)
}

function readFolder(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    if (positionals.length <= 1) return positionals[0] ?? 'dist'
  } catch {
    // An option, and there are none.
  }
  console.error('Usage: bun run build [FOLDER]     dist unless one is named')
  process.exit(1)
}
