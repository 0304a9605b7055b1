/** `bun run backup`: the whole database in one file or on standard output, the check of such a file, and the drill. */
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { CliError, cliMessage } from '../src/platform/cli-errors'
import { backup, backupTo } from '../src/platform/db/backup/backup'
import { drill } from '../src/platform/db/backup/drill'
import { checkBackup } from '../src/platform/db/backup/restore'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { identitiesOf, withFile } from './backup/input'

const USAGE = `Usage: bun run backup FILE [--replace]     a FILE that exists is refused unless it is to be replaced
       bun run backup -                    to standard output
       bun run backup --check FILE         reads a backup to its end; - is standard input
       bun run backup --drill FILE         restores it into a database of its own, looks, and drops that
       --identity FILE                     opens an encrypted backup for --check and --drill`
const KEEP = 'Keep APP_PASSWORD_ENCRYPTION_KEY as well: it is not in the backup.'

let what = 'The backup failed'
try {
  const { path, check, drill: isDrill, identity, replace } = readArguments()
  if (isDrill) {
    what = 'The drill failed'
    const identities = await identitiesOf(identity)
    const found = await withFile(path, (file) =>
      drill(databaseFromEnvironment(process.env), file, new Date(), { identities }),
    )
    const { rows, members, events, lists } = found
    console.log(
      `The backup restores: ${rows} rows; ${members} members, ${events} events, ${lists} lists. What was restored is gone again.`,
    )
  } else if (check) {
    what = 'The backup cannot be used'
    const identities = await identitiesOf(identity)
    const input = path === '-' ? process.stdin : createReadStream(path)
    const { header, rows } = await checkBackup(input, { identities })
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
      options: {
        check: { type: 'boolean', default: false },
        drill: { type: 'boolean', default: false },
        identity: { type: 'string' },
        replace: { type: 'boolean', default: false },
      },
    })
    const [path] = positionals
    const isOneThing = !(values.check && values.drill)
    if (path !== undefined && positionals.length === 1 && isOneThing) return { path, ...values }
  } catch {
    // An option nobody knows.
  }
  throw new CliError(USAGE)
}
