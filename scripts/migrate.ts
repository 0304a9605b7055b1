/** `bun run db:migrate`: applies the pending migrations to the database that DB_* names. */
import { migrate } from '../src/platform/db/migrate'
import { describeError } from '../src/platform/log'

const { DB_HOST: host, DB_USER: user, DB_PASSWORD: password, DB_NAME: name, DB_PORT: port = '3306' } = process.env
const missing = Object.entries({ DB_HOST: host, DB_USER: user, DB_PASSWORD: password, DB_NAME: name })
  .filter(([, value]) => value === undefined)
  .map(([variable]) => variable)
if (missing.length > 0) {
  console.error(`Set ${missing.join(', ')} to name the database to migrate.`)
  process.exit(1)
}

try {
  const applied = await migrate({ host: host!, port: Number(port), user: user!, password: password!, name: name! })
  console.log(applied === 0 ? 'The database is up to date.' : `Applied ${applied} migration(s).`)
} catch (error) {
  console.error(`The migration failed: ${describeError(error)}`)
  process.exit(1)
}
