/** `bun run backup`: the whole database in one file or on standard output, and the check of such a file. */
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { CliError, cliMessage } from '../src/platform/cli-errors'
import { backup, backupTo } from '../src/platform/db/backup/backup'
import { checkBackup } from '../src/platform/db/backup/restore'
import { databaseFromEnvironment } from '../src/platform/db/connect'

const USAGE = `Usage: bun run backup FILE [--replace]     a FILE that exists is refused unless it is to be replaced
       bun run backup -                    to standard output
       bun run backup --check FILE         reads a backup to its end; - is standard input`
const KEEP = 'Keep APP_PASSWORD_ENCRYPTION_KEY as well: it is not in the backup.'

let what = 'The backup failed'
try {
  const { path, check, replace } = readArguments()
  if (check) {
    what = 'The backup cannot be used'
    const { header, rows } = await checkBackup(path === '-' ? process.stdin : createReadStream(path))
    console.log(`The backup is whole: ${rows} rows of ${header.createdAt}.`)
  } else if (path === '-') {
    const rows = await backupTo(databaseFromEnvironment(process.env), () => process.stdout, new Date())
    console.error(`Wrote ${rows} rows. ${KEEP}`)
  } else {
    const rows = await backup(databaseFromEnvironment(process.env), path, new Date(), { replace })
    console.log(`Wrote ${rows} rows to ${path}. ${KEEP}`)
  }
} catch (error) {
  console.error(`${what}: ${cliMessage(error)}`)
  process.exit(1)
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } },
    })
    const [path] = positionals
    if (path !== undefined && positionals.length === 1) return { path, ...values }
  } catch {
    // An option nobody knows.
  }
  throw new CliError(USAGE)
}
