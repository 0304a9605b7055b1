import './platform/compile-rarely'
import { createApp, createMetricsApp } from './app'
import { fetchDue } from './calendar/feeds/fetch-due'
import { releaseFeedsOf } from './calendar/feeds/lease'
import { closeAccounts } from './calendar/home/closing'
import { ensureUsersFile } from './calendar/home/users'
import { createDrain } from './calendar/outbox/drain'
import { releaseWritesOf } from './calendar/outbox/leases'
import { createReminders } from './calendar/reminders'
import { indexStored } from './calendar/search/index-stored'
import { poll, resummarize, syncMember } from './calendar/sync'
import { createWindowReader, type WindowReader } from './calendar/window/reader'
import { configWarnings, unreadNames } from './config-warnings'
import { createBackups } from './features/backups/run'
import { keepAssets } from './features/client'
import { prepareAhead } from './features/events/prepare-ahead'
import { createReadiness } from './features/health'
import { createAdditionCounting } from './features/lists/memory/counting'
import { tellAdmins, tellCodesEnded } from './features/push'
import { warnOfOpenSetup } from './features/setup'
import { createStreams } from './features/sse'
import { ensureDevMember } from './household/dev-member'
import { greetProvider, warnOfOpenAdmission } from './identity/oidc/provider'
import { memberHooks } from './member-hooks'
import { joinReplicas, startPruningAnnouncements } from './platform/announcements/start'
import { ConfigError } from './platform/config'
import { type Context, createContext } from './platform/context'
import { openDatabase } from './platform/db/client'
import { isDbError } from './platform/db/errors'
import { compareMigrations } from './platform/db/migrations'
import { DAY_MS } from './platform/durations'
import { SERVER_MAX_BODY_BYTES } from './platform/http-limits'
import { PUBLIC_FOLDER } from './platform/installation'
import type { Lease } from './platform/lease'
import { createLeases, type SharedLeases } from './platform/lease/shared'
import { listenProblem } from './platform/listen-problem'
import { type LoadedConfig, loadConfig } from './platform/load-config'
import { createLog, describeError } from './platform/log'
import { createMetrics } from './platform/metrics'
import { registerProcessMetrics } from './platform/process-metrics'
import { VERSION } from './platform/version'
import { createPusher } from './platform/webpush/pusher'
import { checkVapid } from './platform/webpush/vapid'
import { restAfterTick } from './tick-rest'
import { topicTexts } from './topic-texts'
import { startWorkers } from './workers'

const DATABASE_RETRY_MS = 2_000
/** An orchestrator kills after ten seconds; requests in flight get most of them. */
const SHUTDOWN_MS = 8_000
/** A database that does not answer holds up no end. */
const DATABASE_CLOSE_MS = 500
/** Bun's default would let two processes share the port without a word. */
const REUSE_PORT = false

// Not awaited: bytecode is of scripts alone, which know no await at their top.
if (import.meta.main) void serve(configOrExit())

function configOrExit(): LoadedConfig {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const lines = [...error.problems, ...unreadNames(process.env)].map((line) => `  ${line}`)
    exitWith(['Corkboard cannot start with this configuration:', ...lines])
  }
}

/**
 * Listens at once, so that a database that is down is reported as such. The workers start once the schema is known to be
 * this version's.
 */
async function serve({ config, env }: LoadedConfig) {
  const log = createLog({ level: config.logLevel, format: config.logFormat })
  log.info('starting', VERSION)
  const metrics = createMetrics()
  registerProcessMetrics(metrics.registry)
  const database = openDatabase(config.database, (seconds) => metrics.statements.observe(seconds))
  const leases = createLeases({ db: database.db, log })
  const { db } = database
  const ctx = createContext({ config, db, log, now: () => new Date(), memberHooks, leases, topicTexts }, metrics)
  const streams = createStreams()
  const readiness = createReadiness()
  const window = createWindowReader(ctx)
  const app = createApp(ctx, { streams, window, readiness, poolConnections: database.connections })
  const leaveReplicas = joinReplicas(ctx)

  let background: Background | null = null
  const stop = async (signal: string) => {
    if (readiness.isStopping) return
    readiness.isStopping = true
    log.info('stopping', { signal })
    // A proxy must have seen it before this process refuses connections.
    if (app.server !== null) await Bun.sleep(config.drainSeconds * 1_000)
    const drained = app.server === null ? null : app.stop(false)
    streams.closeAll()
    leaveReplicas()
    await Promise.race([Promise.all([drained, background?.stop()]), Bun.sleep(SHUTDOWN_MS)])
    await Promise.race([database.close(), Bun.sleep(DATABASE_CLOSE_MS)])
    log.info('stopped')
    process.exit(0)
  }
  // Before the first await: without a handler the first process of a container ignores the signal.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))

  warnOfConfig(ctx, env)
  await ensureUsersFile(ctx)
  await keepOwnAssets(ctx)
  // They stay for as long as this process may have pages.
  setInterval(() => void keepOwnAssets(ctx), DAY_MS).unref()
  readiness.isPrepared = await tryDatabase(ctx)
  if (readiness.isStopping) return
  listenForMetrics(ctx, { openStreams: () => streams.size, poolConnections: database.connections })
  const listener = {
    port: config.port,
    hostname: config.hostname,
    reusePort: REUSE_PORT,
    maxRequestBodySize: SERVER_MAX_BODY_BYTES,
  }
  listenOrExit(() => app.listen(listener), { port: 'PORT', host: 'HOST' })
  log.info('listening', { address: config.hostname, port: app.server?.port })

  while (!readiness.isPrepared && !readiness.isStopping) {
    await Bun.sleep(DATABASE_RETRY_MS)
    readiness.isPrepared = await tryDatabase(ctx)
  }
  // Before the first tick: whoever is not known yet would be taken for alone.
  await leases.beat()
  if (!readiness.isStopping) background = startBackground(ctx, { leases, window })
}

function warnOfConfig({ config, log }: Context, env: LoadedConfig['env']) {
  if (!config.isProduction) log.warn('NODE_ENV is not "production": session cookies are not Secure')
  const { warning } = checkVapid(config)
  if (warning !== null) log.warn(warning)
  for (const message of configWarnings(env, config)) log.warn(message)
}

function listenForMetrics(ctx: Context, gauges: Parameters<typeof createMetricsApp>[1]) {
  const { metricsListener } = ctx.config
  if (metricsListener === null) return
  const app = createMetricsApp(ctx, gauges)
  const listener = { ...metricsListener, reusePort: REUSE_PORT }
  listenOrExit(() => app.listen(listener), { port: 'METRICS_PORT', host: 'METRICS_HOST' })
  ctx.log.info('listening for metrics', { address: metricsListener.hostname, port: app.server?.port })
}

function listenOrExit(listen: () => unknown, variables: Parameters<typeof listenProblem>[1]) {
  try {
    listen()
  } catch (error) {
    exitWith(['Corkboard cannot listen:', `  ${listenProblem(error, variables)}`])
  }
}

async function keepOwnAssets({ config, log, now }: Context) {
  if (config.assetsKept === null) return
  try {
    await keepAssets(PUBLIC_FOLDER, config.assetsKept, now())
  } catch (error) {
    log.warn('ASSETS_KEPT: the folder cannot be written; pages of other versions are loaded again', {
      error: describeError(error),
    })
  }
}

interface Background {
  stop(): Promise<unknown>
}

interface Shared {
  leases: SharedLeases
  window: WindowReader
}

function startBackground(ctx: Context, { leases, window }: Shared): Background {
  const outbox = createDrain(ctx)
  const reminders = createReminders(ctx)
  const pusher = createPusher(ctx.config, ctx.now)
  const backups = createBackups(ctx, { startedAt: ctx.now() })
  let isStopped = false
  const countAdditions = createAdditionCounting(ctx, () => isStopped)
  /** A minute's work, which one process of all does. */
  const inOneProcess = (name: string, work: (lease: Lease) => Promise<void>) => () =>
    leases.run(name, async (lease) => {
      const restMs = restAfterTick(ctx.now())
      await work(lease)
      return restMs
    })
  const workers = startWorkers(ctx, {
    poll: () => Promise.all([poll(ctx), closeAccounts(ctx)]),
    syncMember: (memberId) => syncMember(ctx, memberId),
    followTimezone: () => resummarize(ctx, () => isStopped),
    fetchSubscriptions: () => fetchDue(ctx),
    drain: () => outbox.wake(),
    remind: inOneProcess('reminders', (lease) => reminders.remind(lease)),
    countAdditions: inOneProcess('additions', countAdditions),
    backUp: () => backups.tick(),
    tellAdmins: (displayName) => tellAdmins(ctx, pusher, displayName),
    tellCodesEnded: () => tellCodesEnded(ctx, pusher),
  })
  const stopPruning = startPruningAnnouncements(ctx)
  let indexing = Promise.resolve()
  const index = () => {
    const run = leases.run('search', async () => {
      await indexStored(ctx, () => isStopped)
      return 0
    })
    indexing = Promise.all([indexing, run])
      .then(() => {})
      // Nothing else waits for it; the next start goes on with it.
      .catch((error) => ctx.log.error('making stored events findable failed', { error: describeError(error) }))
  }
  index()
  leases.start({
    async release(ended) {
      await Promise.all([releaseWritesOf(ctx, ended), releaseFeedsOf(ctx, ended)])
    },
    goOn() {
      if (isStopped) return
      workers.tickNow()
      index()
    },
  })
  const preparing = prepareAhead(ctx, window, () => isStopped).catch((error) => {
    // The first request does it then.
    ctx.log.warn('nothing was prepared ahead', { error: describeError(error) })
  })
  // The start is over: from here on code is compiled as soon as it is used much.
  void Promise.all([preparing, indexing]).then(() => Bun.unsafe.setJITPolicy(1))
  return {
    async stop() {
      isStopped = true
      backups.stop()
      stopPruning()
      await Promise.all([workers.stop(), outbox.stop(), reminders.stop(), indexing, preparing])
      await leases.stop()
    },
  }
}

/** Prepares the database. Returns false when it cannot be reached. */
async function tryDatabase(ctx: Context): Promise<boolean> {
  try {
    await prepareDatabase(ctx)
    return true
  } catch (error) {
    if (!isDbError(error)) throw error
    const seconds = DATABASE_RETRY_MS / 1000
    ctx.log.warn('the database cannot be reached; trying again', { seconds, reason: describeError(error) })
    return false
  }
}

/** Checks and steps before the first request that uses the database. */
async function prepareDatabase(ctx: Context) {
  await refuseOldSchema(ctx)
  if (ctx.config.devBypass) await ensureDevMember(ctx)
  await warnOfOpenSetup(ctx)
  await warnOfOpenAdmission(ctx)
  // Not awaited: the service runs without its identity provider, which the next sign-in asks again.
  void greetProvider(ctx)
}

/** The service never changes the schema by itself, and runs only on its own or on one that says that it may. */
async function refuseOldSchema({ db, log }: Context) {
  const { pending, newer, unknown } = await compareMigrations(db)
  if (pending.length > 0) {
    exitWith([
      `The database is behind by ${pending.length} migration(s): ${pending.map(({ name }) => name).join(', ')}.`,
      'Apply them with  bun run db:migrate  and start again.',
    ])
  }
  if (unknown > 0) {
    exitWith([
      'The database was migrated by a newer version of Corkboard.',
      'Start that version, or restore a backup from before the upgrade.',
    ])
  }
  if (newer > 0) log.info('the database was migrated by a newer version', { migrations: newer })
}

function exitWith(lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}
