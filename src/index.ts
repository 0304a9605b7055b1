import { createApp } from './app'
import { type Config, ConfigError, readConfig } from './platform/config'
import { type Context, silentSignals } from './platform/context'
import { openDatabase } from './platform/db/client'
import { SERVER_MAX_BODY_BYTES } from './platform/http-limits'
import { createHub } from './platform/hub'
import { createLog, describeError } from './platform/log'

export type { App } from './app'

if (import.meta.main) {
  const config = configOrExit()
  await serve(config)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error('Corkboard cannot start with this configuration:')
    for (const problem of error.problems) console.error(`  ${problem}`)
    process.exit(1)
  }
}

async function serve(config: Config) {
  const log = createLog({ level: config.logLevel, format: config.logFormat })
  const database = openDatabase(config.database)
  const hub = createHub((error) => log.error('subscriber failed', { error: describeError(error) }))
  const ctx: Context = { config, db: database.db, log, hub, now: () => new Date(), signals: silentSignals() }
  const app = createApp(ctx)
  app.listen({
    port: config.port,
    hostname: config.hostname,
    // Bun's default would let two processes share the port without a word.
    reusePort: false,
    maxRequestBodySize: SERVER_MAX_BODY_BYTES,
  })
  log.info('listening', { address: config.hostname, port: app.server?.port })
}
