import { randomUUID } from 'node:crypto'
import type { Config } from '../../src/platform/config'
import { servers } from './servers'

export interface TestDatabase {
  config: Config['database']
  drop(): Promise<void>
}

/** An empty database of its own on the run's MariaDB. */
export async function createDatabase(): Promise<TestDatabase> {
  const mariadb = await servers.mariadb()
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const asRoot = async (statement: string) => {
    const connection = await mariadb.connect()
    await connection.query(statement)
    await connection.end()
  }
  await asRoot(`create database ${name} character set utf8mb4 collate utf8mb4_unicode_ci`)
  return {
    config: { host: '127.0.0.1', port: mariadb.port, user: 'root', password: mariadb.password, name },
    drop: () => asRoot(`drop database if exists ${name}`),
  }
}
