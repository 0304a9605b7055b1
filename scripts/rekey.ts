/** `bun run rekey`: seals with APP_PASSWORD_ENCRYPTION_KEY what APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS has sealed. */
import { rekey } from '../src/household/rekey'
import { CliError, cliMessage } from '../src/platform/cli-errors'
import { ConfigError } from '../src/platform/config'
import { openDatabase } from '../src/platform/db/client'
import { loadConfig } from '../src/platform/load-config'
import { requireMigrated } from './operator/require-migrated'
import { refuseWords } from './operator/without-words'

refuseWords(
  'Usage: bun run rekey     seals with APP_PASSWORD_ENCRYPTION_KEY what APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS has sealed',
)
try {
  const { config } = loadConfig(process.env)
  const { encryptionKey, previousEncryptionKey } = config
  if (previousEncryptionKey === null) {
    throw new CliError('APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS: expected the former key beside the new one.')
  }
  const database = openDatabase(config.database)
  try {
    await requireMigrated(database)
    const { changed, present, lost } = await rekey(database, encryptionKey, previousEncryptionKey)
    console.log(`${changed} sealed anew, ${present} had the new key already.`)
    if (lost > 0) {
      console.error(`${lost} open with neither key: their members enter their app password, or the link, once more.`)
      process.exitCode = 1
    }
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(`Nothing was changed: ${error instanceof ConfigError ? error.message : cliMessage(error)}`)
  process.exitCode = 1
}
