import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { hashAppPassword } from '../../src/calendar/home/app-password'
import { changeUsersFile, withUser } from '../../src/calendar/home/users-file'
import { findProgram, freePort, startServer, stopServer, untilReady } from './process'

export interface LocalRadicale {
  /** Base URL, ending in a slash. */
  url: string
  port: number
  pid: number
  /** The folder with the collections, as files. */
  storage: string
  /** The htpasswd file. */
  usersFile: string
  /** Lets these in from now on, and nobody else. */
  setUsers(users: RadicaleOptions['users']): Promise<void>
  stop(): Promise<void>
}

export interface RadicaleOptions {
  folder: string
  port?: number
  /** User names and passwords. */
  users: Record<string, string>
  /** The service adds users of its own: passwords are hashed with bcrypt, and whoever is in the file stays. */
  isHome?: boolean
}

/** Names the start that an answer comes from. */
const START_HEADER = 'X-Start'
/** Of the first answer, to whoever asks whether it is there. */
const ANSWER_MS = 10_000

const RIGHTS = `
[root]
user: .+
collection:
permissions: R
[principal]
user: .+
collection: {user}
permissions: RW
[readonly]
user: .+
collection: {user}/readonly[^/]*
permissions: r
[own]
user: .+
collection: {user}/[^/]+
permissions: rw
[family]
user: .+
collection: [^/]+/family
permissions: rw
`

/**
 * Starts a private Radicale on loopback. Everyone may use any calendar named `family`; the owner of a calendar whose
 * name begins with `readonly` may only read it.
 */
export async function startRadicale({ folder, port, users, isHome = false }: RadicaleOptions): Promise<LocalRadicale> {
  const home = resolve(folder)
  const listen = port ?? (await freePort())
  await mkdir(join(home, 'storage'), { recursive: true })
  await writeFile(join(home, 'rights'), RIGHTS)
  const usersFile = join(home, 'users')
  await (isHome ? addUsers(usersFile, users) : writeUsers(usersFile, users))
  const start = randomUUID()
  await writeFile(join(home, 'config'), settings(home, listen, isHome ? 'bcrypt' : 'plain', start))
  const child = startServer([findProgram('radicale', 'radicale'), '-C', join(home, 'config')], {
    log: join(home, 'radicale.log'),
    // Slow, and asked last: where the system knows no bcrypt.
    env: { ...process.env, PASSLIB_BUILTIN_BCRYPT: 'enabled' } as Record<string, string>,
  })
  const url = `http://127.0.0.1:${listen}/`
  await untilReady('Radicale', child, () =>
    fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) }).then(
      // Somebody else may have taken the port meanwhile.
      ({ headers }) => headers.get(START_HEADER) === start,
      () => false,
    ),
  )
  return {
    url,
    port: listen,
    pid: child.pid,
    storage: join(home, 'storage'),
    usersFile,
    setUsers: (next) => writeUsers(usersFile, next),
    stop: () => stopServer(child),
  }
}

/** Radicale reads them at every request. */
async function writeUsers(path: string, users: RadicaleOptions['users']): Promise<void> {
  const lines = Object.entries(users).map(([name, password]) => `${name}:${password}\n`)
  await writeFile(path, lines.join(''), { mode: 0o600 })
}

async function addUsers(path: string, users: RadicaleOptions['users']): Promise<void> {
  const hashed = await Promise.all(
    Object.entries(users).map(async ([name, password]) => [name, await hashAppPassword(password)] as const),
  )
  await changeUsersFile(path, (text) => hashed.reduce((lines, [name, hash]) => withUser(lines, name, hash), text))
}

const settings = (home: string, port: number, encryption: string, start: string) => `
[server]
hosts = 127.0.0.1:${port}
timeout = 120
max_connections = 50
[auth]
type = htpasswd
htpasswd_filename = ${home}/users
htpasswd_encryption = ${encryption}
delay = 0
[rights]
type = from_file
file = ${home}/rights
[storage]
filesystem_folder = ${home}/storage
# Files have the machine's time, also where TEST_CLOCK gives Radicale another one: no token may look a year old.
max_sync_token_age = 315360000
[web]
type = none
[headers]
${START_HEADER} = ${start}
[logging]
level = warning
`
