import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import mysql from 'mysql2/promise'
import { findProgram, freePort, startServer, stopServer, untilReady } from './process'

export interface LocalMariadb {
  port: number
  pid: number
  /** Of root, the only account there is. */
  password: string
  /** Connects as root to the server, or to one database of it. */
  connect(database?: string): Promise<mysql.Connection>
  stop(): Promise<void>
  /** Ends the server at once, as a power cut would. */
  kill(): Promise<void>
}

export interface MariadbOptions {
  /** Where the data lives. A folder that holds data already is used as it is. */
  folder: string
  port?: number
  /** A prepared data folder to copy instead of installing anew; made on first use. */
  template?: string
  /** True: a crash may lose data, tests do not care. */
  disposable?: boolean
  /** Further options of the server. */
  args?: readonly string[]
  /** Its environment; unset: this process's. */
  env?: Record<string, string>
}

const isRoot = () => process.getuid?.() === 0
const asRoot = () => (isRoot() ? ['--user=root'] : [])

const PASSWORD_LENGTH = 48

const SMALL = [
  '--innodb-log-file-size=16M',
  '--innodb-buffer-pool-size=64M',
  '--performance-schema=OFF',
  '--skip-log-bin',
]
const DISPOSABLE = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
  '--innodb-fast-shutdown=2',
]

/**
 * Starts a private MariaDB on loopback; nothing system-wide is touched. Every user of the machine reaches its port: root
 * has a random password, kept below `folder` for its owner's eyes, and the server writes files into `folder`/files alone.
 */
export async function startMariadb(options: MariadbOptions): Promise<LocalMariadb> {
  // mariadbd changes its working directory before it reads the paths.
  const folder = resolve(options.folder)
  const data = join(folder, 'data')
  await mkdir(folder, { recursive: true })
  if (!existsSync(join(data, 'ibdata1'))) await prepareData(data, options.template)
  const port = options.port ?? (await freePort())
  const password = await passwordIn(folder)
  const files = join(folder, 'files')
  await mkdir(files, { recursive: true, mode: 0o700 })
  // A socket's path may be 107 characters long, a checkout's may be longer.
  const runtime = await mkdtemp(join(tmpdir(), 'cb-'))
  const initFile = join(runtime, 'init.sql')
  await writeFile(initFile, setPassword(password), { mode: 0o600 })
  const command = [
    findProgram('mariadbd', 'mariadb-server'),
    '--no-defaults',
    ...asRoot(),
    `--datadir=${data}`,
    // A server that starts removes what another one has left in its folder for temporary tables, or still has there.
    `--tmpdir=${runtime}`,
    `--socket=${join(runtime, 's')}`,
    `--init-file=${initFile}`,
    `--secure-file-priv=${files}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--log-error=${join(folder, 'error.log')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--max-connections=300',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    ...SMALL,
    ...(options.disposable ? DISPOSABLE : []),
    ...(options.args ?? []),
  ]
  const child = startServer(command, { env: options.env })
  const cleanUp = () => rm(runtime, { recursive: true, force: true })
  try {
    await untilReady('MariaDB', child, () => greets(port))
    await rm(initFile)
  } catch (error) {
    child.kill('SIGKILL')
    await cleanUp()
    throw new Error(`${(error as Error).message}; its log ends:\n${await endOfLog(folder)}`, { cause: error })
  }
  return {
    port,
    pid: child.pid,
    password,
    connect: (database) =>
      mysql.createConnection({ host: '127.0.0.1', port, user: 'root', password, database, timezone: 'Z' }),
    stop: () => stopServer(child).then(cleanUp),
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
      await cleanUp()
    },
  }
}

const LAST_LINES = 60

async function endOfLog(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
}

/** The password of the server whose data lie below `folder`; made on first use. */
async function passwordIn(folder: string): Promise<string> {
  const path = join(folder, 'password')
  const kept = await readFile(path, 'utf8').catch(() => '')
  // A start that was interrupted may have left less.
  if (kept.length === PASSWORD_LENGTH) return kept
  const fresh = randomBytes(PASSWORD_LENGTH / 2).toString('hex')
  await writeFile(path, fresh, { mode: 0o600 })
  return fresh
}

/**
 * What the server does before it takes its first connection, at every start: data that was just installed, copied from
 * a template or made by an earlier version has accounts without a password. One statement to a line, as it is read.
 */
const setPassword = (password: string) => `\
UPDATE mysql.global_priv SET priv = JSON_SET(priv, '$.plugin', 'mysql_native_password', '$.authentication_string', PASSWORD('${password}')) WHERE user = 'root';
FLUSH PRIVILEGES;
`

/** Copying a cleanly stopped data folder is ten times faster than installing one. */
async function prepareData(data: string, template: string | undefined) {
  if (template === undefined) return installData(data)
  if (!existsSync(join(template, 'ibdata1'))) {
    const draft = `${template}.${process.pid}`
    await installData(draft)
    await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }))
  }
  await cp(template, data, { recursive: true })
}

async function installData(data: string) {
  const temporary = await mkdtemp(join(tmpdir(), 'cb-'))
  const install = Bun.spawn(
    [
      findProgram('mariadb-install-db', 'mariadb-server'),
      '--no-defaults',
      ...asRoot(),
      `--datadir=${data}`,
      `--tmpdir=${temporary}`,
      // Both let root@127.0.0.1 in over TCP; the password is set at each start.
      '--auth-root-authentication-method=normal',
      '--skip-name-resolve',
      '--skip-test-db',
      '--innodb-log-file-size=16M',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [output, problems, exitCode] = await Promise.all([
    new Response(install.stdout).text(),
    new Response(install.stderr).text(),
    install.exited,
  ])
  await rm(temporary, { recursive: true, force: true })
  if (exitCode !== 0) throw new Error(`mariadb-install-db failed:\n${output}${problems}`)
}

/** A server that is ready sends its greeting first. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('data', (bytes) => {
      socket.destroy()
      resolve(bytes.length > 10)
    })
    socket.once('error', () => resolve(false))
  })
}
