import mysql, { type PoolOptions } from 'mysql2/promise'

/** The connections of a yardstick, to the database that the environment names. */
export function createPool(options: PoolOptions) {
  const { DB_HOST, DB_PORT, DB_USER, DB_PASSWORD, DB_NAME } = process.env
  return mysql.createPool({
    host: DB_HOST,
    port: Number(DB_PORT),
    user: DB_USER,
    password: DB_PASSWORD,
    database: DB_NAME,
    timezone: 'Z',
    connectionLimit: 10,
    ...options,
  })
}
