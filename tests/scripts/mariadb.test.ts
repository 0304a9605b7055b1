import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { type LocalMariadb, startMariadb } from '../../scripts/local/mariadb'
import { servers } from '../support/servers'

let folder: string
let mariadb: LocalMariadb
beforeEach(async () => {
  folder = await servers.folder('private')
  mariadb = await startMariadb({ folder, disposable: true })
})
afterEach(() => mariadb.kill())

const restart = async () => {
  await mariadb.stop()
  mariadb = await startMariadb({ folder, disposable: true })
}

/** As any other user of this machine would try. */
const knock = (user: string, password: string) =>
  mysql.createConnection({ host: '127.0.0.1', port: mariadb.port, user, password }).then(
    (connection) => connection.end().then(() => 'in'),
    (error) => error.code as string,
  )

describe('a private database', () => {
  test.each(['root', 'mysql', ''])('lets nobody in without its password, as %p neither', async (user) => {
    expect(await knock(user, '')).toBe('ER_ACCESS_DENIED_ERROR')
  })

  test('leaves the temporary tables of other servers alone', async () => {
    const theirs = join(tmpdir(), `#sql-temptable-${process.pid}.MAI`)
    await writeFile(theirs, '')
    await restart()
    expect(await Bun.file(theirs).exists()).toBe(true)
    await rm(theirs)
  })

  test('keeps its password where only its owner reads, also over a restart', async () => {
    const { password } = mariadb
    expect(password.length).toBeGreaterThanOrEqual(32)
    expect(await knock('root', password)).toBe('in')
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600)
    await restart()
    expect(mariadb.password).toBe(password)
    expect(await knock('root', password)).toBe('in')
  })

  test('takes no half of a password for one', async () => {
    await writeFile(join(folder, 'password'), '')
    await restart()
    expect(await knock('root', '')).toBe('ER_ACCESS_DENIED_ERROR')
  })

  test('has no account without a password', async () => {
    const connection = await mariadb.connect()
    const [accounts] = await connection.query<RowDataPacket[]>(
      "select concat(user, '@', host) as name from mysql.user where authentication_string = '' and not is_role",
    )
    await connection.end()
    expect(accounts.map(({ name }) => name)).toEqual(['mariadb.sys@localhost'])
  })

  test('starts on a folder whose accounts had no password, and gives them one', async () => {
    const connection = await mariadb.connect()
    await connection.query('create database kept')
    await connection.query("set password for 'root'@'127.0.0.1' = ''")
    await connection.end()
    await rm(join(folder, 'password'))
    await restart()
    expect(await knock('root', '')).toBe('ER_ACCESS_DENIED_ERROR')
    const again = await mariadb.connect('kept')
    await again.end()
  })

  test('writes no file anywhere but in a folder of its own', async () => {
    const connection = await mariadb.connect()
    const write = (path: string) =>
      connection.query(`select 'x' into outfile '${path}'`).then(
        () => 'written',
        (error) => error.code as string,
      )
    expect(await write(join(folder, 'anywhere'))).toBe('ER_OPTION_PREVENTS_STATEMENT')
    expect(await readdir(folder)).not.toContain('anywhere')
    expect(await write(join(folder, 'files', 'allowed'))).toBe('written')
    await connection.end()
  })
})
