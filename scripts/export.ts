/** `bun run export --admin FILE`: what the household takes along, as an administrator gets it, in one archive. */
import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { householdArchive } from '../src/features/export'
import { CliError } from '../src/platform/cli-errors'
import { writeAside } from '../src/platform/db/backup/files'
import { fullContext, operate, UsageError } from './operator/operate'

const USAGE = `bun run export --admin FILE     members, birthdays, settings, the shared calendar and shared lists, without secrets; a
                                FILE that exists is refused, - is standard output`

await operate({
  usage: USAGE,
  options: { admin: { type: 'string' } },
  async run(operator, { positionals, values: { admin: file } }) {
    if (file === undefined || file === '' || positionals.length > 0) throw new UsageError()
    const ctx = fullContext(operator)
    if (file === '-') return pipeline(householdArchive(ctx), process.stdout)
    if (existsSync(file)) throw new CliError('FILE exists. Name another.')
    await writeAside(file, (draft) =>
      pipeline(householdArchive(ctx), createWriteStream(draft, { mode: 0o600, flags: 'wx' })),
    )
    return { file }
  },
})
