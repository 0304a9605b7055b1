import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import webpush from 'web-push'
import { type LocalMariadb, startMariadb } from './mariadb'
import { freePort } from './process'
import { type LocalRadicale, startRadicale } from './radicale'

/** What a private installation remembers between two starts. Calendars are known by URL, so ports must not change. */
interface Remembered {
  databasePort: number
  caldavPort: number
  sessionSecret: string
  encryptionKey: string
  vapid: { publicKey: string; privateKey: string }
}

export interface Stack {
  /** The environment for the service. */
  env: Record<string, string>
  mariadb: LocalMariadb | null
  radicale: LocalRadicale | null
  stop(): Promise<void>
}

export interface StackOptions {
  /** Where data, ports and secrets are kept. */
  folder: string
  /** Accounts of the private CalDAV server; null: none is started. */
  caldavUsers: Record<string, string> | null
  /** False: the environment names a database. */
  database: boolean
}

const DATABASE = 'corkboard'

/** Starts the private servers that are wanted and gathers the service's environment, secrets made on first use. */
export async function startStack({ folder, caldavUsers, database }: StackOptions): Promise<Stack> {
  const remembered = await remember(folder)
  const env: Record<string, string> = {
    LOCAL_SESSION_SECRET: remembered.sessionSecret,
    APP_PASSWORD_ENCRYPTION_KEY: remembered.encryptionKey,
    VAPID_SUBJECT: 'https://corkboard.example.com',
    VAPID_PUBLIC_KEY: remembered.vapid.publicKey,
    VAPID_PRIVATE_KEY: remembered.vapid.privateKey,
  }
  let mariadb: LocalMariadb | null = null
  let radicale: LocalRadicale | null = null
  const stop = async () => {
    await Promise.all([radicale?.stop(), mariadb?.stop()])
  }
  try {
    if (database) {
      mariadb = await startMariadb({ folder: join(folder, 'mariadb'), port: remembered.databasePort })
      const connection = await mariadb.connect()
      await connection.query(
        `create database if not exists ${DATABASE} character set utf8mb4 collate utf8mb4_unicode_ci`,
      )
      await connection.end()
      Object.assign(env, {
        DB_HOST: '127.0.0.1',
        DB_PORT: String(mariadb.port),
        DB_USER: 'root',
        DB_PASSWORD: mariadb.password,
        DB_NAME: DATABASE,
      })
    }
    if (caldavUsers !== null) {
      radicale = await startRadicale({
        folder: join(folder, 'radicale'),
        port: remembered.caldavPort,
        users: caldavUsers,
        isHome: true,
      })
      Object.assign(env, {
        CALDAV_URL: radicale.url,
        HOME_CALDAV_URL: radicale.url,
        HOME_CALDAV_USERS: radicale.usersFile,
      })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { env, mariadb, radicale, stop }
}

async function remember(folder: string): Promise<Remembered> {
  const path = join(folder, 'state.json')
  await mkdir(folder, { recursive: true })
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8'))
  const fresh: Remembered = {
    databasePort: await freePort(),
    caldavPort: await freePort(),
    sessionSecret: randomBytes(48).toString('base64url'),
    encryptionKey: randomBytes(32).toString('hex'),
    vapid: webpush.generateVAPIDKeys(),
  }
  await writeFile(path, JSON.stringify(fresh, null, 2), { mode: 0o600 })
  return fresh
}
