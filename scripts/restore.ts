/** `bun run restore FILE`: a backup into an empty database; - is standard input. */
import { parseArgs } from 'node:util'
import { CliError, cliMessage } from '../src/platform/cli-errors'
import { restore } from '../src/platform/db/backup/restore'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { identitiesOf, withFile } from './backup/input'

const USAGE = `Usage: bun run restore FILE [--identity FILE]     - is standard input; the identity opens an encrypted backup`

try {
  const { path, identity } = readArguments()
  const identities = await identitiesOf(identity)
  const rows = await withFile(path, (file) =>
    restore(databaseFromEnvironment(process.env), file, new Date(), { identities }),
  )
  console.log(`Restored ${rows} rows${path === '-' ? '' : ` from ${path}`}. Everybody signs in anew.`)
} catch (error) {
  console.error(`Nothing was restored: ${cliMessage(error)}`)
  process.exit(1)
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { identity: { type: 'string' } } })
    const [path] = positionals
    if (path !== undefined && positionals.length === 1) return { path, ...values }
  } catch {
    // An option nobody knows.
  }
  throw new CliError(USAGE)
}
