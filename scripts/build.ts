/**
 * `bun run build [folder]`: everything that runs in production, the client included, into `dist/`. A former build is
 * replaced once the new one is whole.
 */
import { join, resolve } from 'node:path'
import { CliError } from '../src/platform/cli-errors'
import { buildClient } from '../web/build'
import { replaceBuild } from './build/replace'
import { buildService } from './build/service'

try {
  await replaceBuild(resolve(process.argv[2] ?? 'dist'), async (draft) => {
    await buildService(draft)
    await buildClient(join(draft, 'public'))
  })
} catch (error) {
  // What does not compile is shown where it stands.
  if (!(error instanceof CliError)) throw error
  console.error(error.message)
  process.exit(1)
}
