import { drizzle, type MySql2Database } from 'drizzle-orm/mysql2'
import mysql, { type Pool } from 'mysql2'
import type { PoolConnection, Pool as PromisePool } from 'mysql2/promise'
import type { Config } from '../config'
import { textOf } from './commands'
import { followHosts } from './failover'
import { createHosts, type Hosts, hostsOf } from './hosts'
import { afterRunning } from './patience'
import { pipelineCommands } from './pipelining'
import { mayRepeatStatement, repeating } from './repeat'
import { type ConnectionConfig, giveSocket } from './socket'
import { limitCommandTime, limitConnectTime, timeCommands, timeoutError } from './time-limits'
import { tlsOptions } from './tls'

/** Where a query may run: on the pool or inside a transaction. */
export type Executor = Omit<MySql2Database, 'transaction' | 'mode'>
/** The pool. */
export type Db = MySql2Database & { $client: PromisePool }
/** A connection inside a transaction, which begins and ends in `inTransaction` alone. */
export type Transaction = Executor & { readonly [inTransactionOnly]: true }
declare const inTransactionOnly: unique symbol

export interface PoolUse {
  open: number
  idle: number
  waiting: number
}

export interface Database {
  db: Db
  pool: Pool
  /** How the pool is used at this moment. */
  connections(): PoolUse
  close(): Promise<void>
}

const POOL_SIZE = 10
const QUEUE_LIMIT = 500
const CONNECT_TIMEOUT_MS = 3_000
/** Where there is another server to turn to. */
const SHORT_CONNECT_TIMEOUT_MS = 1_000
/** A command without an answer for so long costs its connection. */
const COMMAND_TIMEOUT_MS = 4_000
/** Waiting for a connection included: an unreachable database must be reported within five seconds. */
const PATIENCE_MS = 4_500
/** In a cluster, which stands still until its nodes have given up one that is gone. */
const CLUSTER_PATIENCE_MS = 10_000

/**
 * Opens the pool. Every session is UTC, so that DATETIME text means what it says whatever the server's zone.
 * A query without an answer fails after 4.5 s with ETIMEDOUT, in a cluster after 10: a frozen server would otherwise hold
 * it for ever. Of several hosts one is used until it fails. `onStatement` hears how long each statement took.
 */
export function openDatabase(config: Config['database'], onStatement?: (seconds: number) => void): Database {
  const hosts = createHosts(hostsOf(config))
  const followed = followHosts(hosts)
  const connecting = limitConnectTime(hosts.all.length > 1 ? SHORT_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS)
  const pool = mysql.createPool({
    stream: ({ config }: { config: ConnectionConfig }) =>
      giveSocket(config, connecting.begin(followed.connect(config))),
    ...tlsOptions(config.tls),
    user: config.user,
    password: config.password,
    database: config.name,
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    connectionLimit: POOL_SIZE,
    queueLimit: QUEUE_LIMIT,
    connectTimeout: 0,
    // Nothing here prepares statements on the server; the room for the default of 16,000 is half a megabyte per connection.
    maxPreparedStatements: 1,
    // A stack before every query costs more than building the query, and no log has stacks.
    trace: false,
  })
  pool.on('connection', (connection) => {
    connecting.end(connection)
    // Before anything is sent that would stand in the queue of the driver.
    pipelineCommands(connection)
    const destroyOn = (error: unknown) => {
      if (error) connection.destroy()
    }
    // A process that stands still in a transaction gives its locks up before those who wait for them do.
    // Shorter than a command may take: the server says what it was that took so long.
    const limits = 'innodb_lock_wait_timeout = 3, idle_transaction_timeout = 2'
    connection.query(`SET SESSION time_zone = '+00:00', ${limits}`, destroyOn)
    // Set once per session: in each transaction it would be one more round trip.
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', destroyOn)
    // A read or a transaction begins with what any node had committed before: requests follow one another across nodes,
    // and ids rise with them. Servers without wsrep refuse it, and need it not.
    if (hosts.all.length > 1) connection.query('SET SESSION wsrep_sync_wait = 1', () => {})
    limitCommandTime(connection, COMMAND_TIMEOUT_MS)
    if (onStatement !== undefined) timeCommands(connection, onStatement)
    followed.watch(connection)
  })
  return {
    pool,
    connections: () => poolUse(pool),
    db: queriesOf(impatient(pool.promise(), hosts)),
    close: () => new Promise((resolve) => pool.end(() => resolve())),
  }
}

/** The query builder on the pool or on one of its connections. */
export function queriesOf<Client extends PromisePool | PoolConnection>(client: Client) {
  return drizzle(client as never, { casing: 'snake_case' }) as unknown as MySql2Database & { $client: Client }
}

/** The pool with a limit on every wait, the one for a connection included, and statements that are tried again. */
function impatient(pool: PromisePool, hosts: Hosts): PromisePool {
  const hasOthers = hosts.all.length > 1
  const patienceMs = hasOthers ? CLUSTER_PATIENCE_MS : PATIENCE_MS
  const query = (...args: Parameters<PromisePool['query']>) =>
    within(
      patienceMs,
      repeating(() => pool.query(...args), {
        mayRepeat: (error) => mayRepeatStatement(textOf(args[0]), error, hasOthers),
        isClusterThere: hosts.anyGreets,
      }),
    )
  const getConnection = () => within(patienceMs, pool.getConnection(), (late) => late.release())
  const limited = Object.assign(Object.create(pool), { query, getConnection })
  hostsOfPool.set(limited, hosts)
  return limited
}

const hostsOfPool = new WeakMap<object, Hosts>()

/** The servers of the database that a pool is connected to. */
export const hostsBehind = ({ $client }: Db): Hosts => hostsOfPool.get($client)!

async function within<T>(
  milliseconds: number,
  promise: Promise<T>,
  releaseLate: (value: T) => void = () => {},
): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  let isLate = false
  const callOff = afterRunning(milliseconds, () => {
    isLate = true
    reject(timeoutError())
  })
  promise.then(
    (value) => isLate && releaseLate(value),
    () => {},
  )
  try {
    return await Promise.race([promise, deadline])
  } finally {
    callOff()
  }
}

/** mysql2 has no public way to ask. */
function poolUse(pool: Pool): PoolUse {
  const { _allConnections: open, _freeConnections: idle, _connectionQueue: waiting } = pool as unknown as PoolQueues
  return { open: open.length, idle: idle.length, waiting: waiting.length }
}

type PoolQueues = Record<'_allConnections' | '_freeConnections' | '_connectionQueue', { length: number }>
