import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type mysql from 'mysql2/promise'
import { type LocalMariadb, startMariadb } from '../../scripts/local/mariadb'
import { freePort } from '../../scripts/local/process'
import { cliMessage } from '../../src/platform/cli-errors'
import { ConfigError, readConfig } from '../../src/platform/config'
import { openDatabase } from '../../src/platform/db/client'
import { connect } from '../../src/platform/db/connect'
import { isDbError } from '../../src/platform/db/errors'
import { migrate } from '../../src/platform/db/migrate'
import type { DatabaseSettings } from '../../src/platform/db/settings'
import { inTransaction } from '../../src/platform/db/transaction'
import { loadConfig } from '../../src/platform/load-config'
import { makeCa } from '../support/certificates'
import { startDatabaseProxy } from '../support/database-proxy'
import { rejectionOf } from '../support/rejection'
import { servers } from '../support/servers'
import { refusal, Service, serviceEnvironment } from '../support/service'

const NAME = 'household'

let mariadb: LocalMariadb
let socket: string
let ca: string
let otherCa: string
let reached: DatabaseSettings
beforeAll(async () => {
  const folder = await servers.folder('encrypted')
  const own = await makeCa(folder, 'own')
  ca = own.certificate
  otherCa = (await makeCa(folder, 'other')).certificate
  const { key, certificate } = await own.sign('database', 'IP:127.0.0.1')
  const args = [`--ssl-key=${key}`, `--ssl-cert=${certificate}`]
  mariadb = await startMariadb({ folder: `${folder}/mariadb`, disposable: true, args })
  const root = await mariadb.connect()
  await root.query(`create database ${NAME}`)
  const [rows] = await root.query<mysql.RowDataPacket[]>('select @@socket as path')
  socket = rows[0]!.path
  await root.end()
  reached = { host: '127.0.0.1', port: mariadb.port, user: 'root', password: mariadb.password, name: NAME }
  await migrate(reached)
})
afterAll(() => mariadb.stop())

/** What both kinds of connection say about themselves. */
async function asked(settings: DatabaseSettings, what: string) {
  const database = openDatabase(settings)
  try {
    const [pooled] = (await database.db.execute(sql.raw(what))) as never as [Record<string, unknown>[]]
    const single = await connect(settings)
    const [alone] = await single.query<mysql.RowDataPacket[]>(what)
    await single.end()
    return [pooled[0], alone[0]]
  } finally {
    await database.close()
  }
}

const CIPHER = "show session status like 'Ssl_cipher'"
const overTls = (caFile: string | null): DatabaseSettings => ({ ...reached, tls: { caFile } })

describe('a Unix socket in place of host and port', () => {
  const bySocket = () => ({ ...reached, host: '', port: 1, socket })

  test('serves the pool and the commands', async () => {
    expect(await asked(bySocket(), 'select 1 as one')).toEqual([{ one: 1 }, { one: 1 }])
  })

  test('serves the service', async () => {
    const { DB_HOST: _, DB_PORT: __, ...env } = serviceEnvironment(reached, { DB_SOCKET: socket })
    const service = new Service(env)
    expect((await fetch(`${await service.baseUrl()}/health/ready`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
  })

  test('behind which nobody is counts as a database that is away', async () => {
    const nowhere = { ...bySocket(), socket: `${socket}-nowhere` }
    const error = await connect(nowhere).catch((failure: unknown) => failure)
    expect(isDbError(error)).toBe(true)
    expect(cliMessage(error)).toContain('The database cannot be reached.')
    const database = openDatabase(nowhere)
    expect(await rejectionOf(inTransaction(database.db, async () => {}))).toMatchObject({ code: 'ENOENT' })
    const asked = await database.db.execute(sql`select 1`).catch((failure: unknown) => failure)
    expect(cliMessage(asked)).toContain('The database cannot be reached.')
    await database.close()
  })
})

describe('TLS', () => {
  test('is what both kinds of connection speak, and only when it was asked for', async () => {
    for (const row of await asked(overTls(ca), CIPHER)) expect(row?.Value).toMatch(/^TLS_/)
    for (const row of await asked(reached, CIPHER)) expect(row?.Value).toBe('')
  })

  test('lasts longer than a connection may take to begin', async () => {
    const itself = `127.0.0.1:${mariadb.port}`
    const database = openDatabase({ ...overTls(ca), host: `${itself},${itself}` })
    const id = async () => {
      const [[row]] = (await database.db.execute(sql`select connection_id() as id`)) as never as [{ id: number }[]]
      return row!.id
    }
    const before = await id()
    await database.db.execute(sql`select sleep(1.5)`)
    expect(await id()).toBe(before)
    await database.close()
  })

  test('leaves a server that freezes', async () => {
    const proxy = startDatabaseProxy(reached)
    const settings = { ...overTls(ca), host: `127.0.0.1:${proxy.config.port},127.0.0.1:${mariadb.port}` }
    const database = openDatabase(settings)
    await database.db.execute(sql`select 1`)
    proxy.freeze()
    const [rows] = (await database.db.execute(sql`select 1 as one`)) as never as [unknown[]]
    expect(rows).toEqual([{ one: 1 }])
    await database.close()
    proxy.stop()
  })

  test('follows the hosts of a cluster', async () => {
    const nobody = await freePort()
    const several = { ...overTls(ca), host: `127.0.0.1:${nobody},127.0.0.1:${mariadb.port}` }
    for (const row of await asked(several, CIPHER)) expect(row?.Value).toMatch(/^TLS_/)
  })

  test.each([
    ['of another CA', () => overTls(otherCa)],
    ['of no CA of the system', () => overTls(null)],
    ['of another name', () => ({ ...overTls(ca), host: 'localhost' })],
  ])('refuses a certificate %s in a clear sentence', async (_, settings) => {
    for (const open of [connect, pooled]) {
      const error = await open(settings()).then(
        () => null,
        (failure: unknown) => failure,
      )
      expect(isDbError(error)).toBe(true)
      expect(cliMessage(error)).toStartWith("The database's certificate is refused (")
      expect(cliMessage(error)).toContain('Does DB_TLS name its CA')
      expect(cliMessage(error)).not.toContain('select')
    }
  })

  async function pooled(settings: DatabaseSettings) {
    const database = openDatabase(settings)
    return database.db.execute(sql`select 1`).finally(() => database.close())
  }

  test('trusts what the system trusts', async () => {
    const env = serviceEnvironment(reached, { DB_TLS: 'on', NODE_EXTRA_CA_CERTS: ca })
    const service = new Service(env)
    expect((await fetch(`${await service.baseUrl()}/health/ready`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
  })

  test('a service whose database it refuses says so and waits for it', async () => {
    const service = new Service(serviceEnvironment(reached, { DB_TLS: otherCa }))
    const { reason } = await service.said('the database cannot be reached; trying again')
    expect(reason).toContain('HANDSHAKE_SSL_ERROR')
    expect((await fetch(`${await service.baseUrl()}/health/ready`)).status).toBe(503)
    expect(await service.stop()).toBe(0)
  })

  test('a file without a certificate stops the start', async () => {
    const { exitCode, words } = await refusal(serviceEnvironment(reached, { DB_TLS: `${ca}-nowhere` }))
    expect(exitCode).toBe(1)
    expect(words).toContain('DB_TLS: the file cannot be read (ENOENT)')
    const noCertificate = serviceEnvironment(reached, { DB_TLS: import.meta.path })
    expect(() => loadConfig(noCertificate)).toThrow('DB_TLS: the file holds no certificate (PEM)')
  })
})

describe('how they are written', () => {
  const read = (more: Record<string, string>) => {
    const config = { host: 'h', port: 1, user: 'u', password: 'p', name: 'n' }
    try {
      return readConfig(serviceEnvironment(config, more)).database
    } catch (error) {
      return error instanceof ConfigError ? error.problems : error
    }
  }
  test.each([
    [{}, { host: 'h' }],
    [{ DB_TLS: 'off' }, { host: 'h' }],
    [{ DB_TLS: 'on' }, { tls: { caFile: null } }],
    [{ DB_TLS: '/etc/ca.pem' }, { tls: { caFile: '/etc/ca.pem' } }],
    [
      { DB_SOCKET: '/run/s', DB_HOST: '' },
      { socket: '/run/s', host: '' },
    ],
    [{ DB_TLS: 'yes' }, ['DB_TLS: off, on, or the path of a file with the certificate of the CA']],
  ])('%j', (more, expected) => {
    expect(read(more as Record<string, string>)).toMatchObject(expected)
  })

  test('without words about it nothing is encrypted, and nothing is a socket', () => {
    expect(read({})).toEqual({ host: 'h', port: 1, user: 'u', password: 'p', name: 'n' })
  })
})
