/** `bun run db:migrate`: applies the pending migrations to the database that DB_* name. */

import { cliMessage } from '../src/platform/cli-errors'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { migrate } from '../src/platform/db/migrate'
import { toldToStop } from './operator/told-to-stop'
import { refuseWords } from './operator/without-words'

refuseWords(
  `Usage: bun run db:migrate     applies every pending migration to the database that DB_* name; make a backup first`,
)
try {
  const database = databaseFromEnvironment(process.env)
  const stop = toldToStop()
  stop.addEventListener('abort', () => console.log('Stopping behind the statement that it is at …'))
  const applied = await migrate(database, undefined, (line) => console.log(line), stop)
  console.log(applied === 0 ? 'The database is up to date.' : `Done: ${applied} applied.`)
} catch (error) {
  console.error(`The migration failed: ${cliMessage(error)}`)
  process.exit(1)
}
