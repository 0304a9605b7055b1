import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalCyrus, startCyrus } from '../../scripts/local/cyrus'
import { type LocalMariadb, startMariadb } from '../../scripts/local/mariadb'
import { type LocalRadicale, startRadicale } from '../../scripts/local/radicale'
import { type LocalXandikos, startXandikos } from '../../scripts/local/xandikos'
import { secret } from './secrets'

/** The cast's accounts on the CalDAV server. */
export const CALDAV_USERS: Record<string, string> = {
  ada: secret('ada-app-password'),
  ben: secret('ben-app-password'),
  cleo: secret('cleo-app-password'),
  // Accounts as the service takes them: by e-mail address.
  'ada@example.org': secret('ada-app-password'),
  'ben@example.org': secret('ben-app-password'),
}

const PREFIX = 'corkboard-test-'
const LOCAL = join(import.meta.dir, '../../.local')
const TEMPLATE = join(LOCAL, 'test-mariadb-template')
const RUNS = join(LOCAL, 'tests')
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 1024 ** 3
const ABANDONED_AFTER_MS = 2 * 60 * 60 * 1000

class Servers {
  #folder: Promise<string> | null = null
  #mariadb: Promise<LocalMariadb> | null = null
  #radicale: Promise<LocalRadicale> | null = null
  #xandikos: Promise<LocalXandikos> | null = null
  #cyrus: Promise<LocalCyrus> | null = null
  readonly #elsewhere: string[] = []
  #isOnDisk = false

  /** The run's MariaDB, started when the first test asks for it. */
  mariadb(): Promise<LocalMariadb> {
    this.#mariadb ??= this.memoryFolder('mariadb').then((folder) =>
      startMariadb({ folder, template: TEMPLATE, disposable: true }),
    )
    return this.#mariadb
  }

  /** The run's Radicale, started when the first test asks for it. */
  radicale(): Promise<LocalRadicale> {
    this.#radicale ??= this.memoryFolder('radicale').then((folder) => startRadicale({ folder, users: CALDAV_USERS }))
    return this.#radicale
  }

  /** The run's Xandikos, started when the first test asks for it; it knows Ada alone. */
  xandikos(): Promise<LocalXandikos> {
    this.#xandikos ??= this.memoryFolder('xandikos').then((folder) => startXandikos({ folder, user: 'ada' }))
    return this.#xandikos
  }

  /** The run's Cyrus, started when the first test asks for it; see `whyNoCyrus`. */
  cyrus(): Promise<LocalCyrus> {
    // Its sockets need a short path that another user may enter, which a checkout's need not be.
    this.#cyrus ??= this.#temporaryFolder(tmpdir()).then((folder) => startCyrus({ folder, users: CALDAV_USERS }))
    return this.#cyrus
  }

  /** A folder of this run for a server or a file of a test's own. */
  async folder(name: string): Promise<string> {
    return mkdtemp(join(await this.#run(), `${name}-`))
  }

  /** The same in memory where there is room: servers wait for the disk after every write. */
  async memoryFolder(name: string): Promise<string> {
    return this.#isOnDisk || !(await hasRoom(MEMORY)) ? this.folder(name) : this.#temporaryFolder(MEMORY)
  }

  async #temporaryFolder(parent: string): Promise<string> {
    await sweepAbandoned(parent)
    const folder = await mkdtemp(join(parent, PREFIX))
    this.#elsewhere.push(folder)
    return folder
  }

  /** For measurements: a calendar server keeps its data on a disk. Before anything is started. */
  stayOnDisk() {
    this.#isOnDisk = true
  }

  async stopAll() {
    await Promise.allSettled([
      this.#mariadb?.then((server) => server.kill()),
      this.#radicale?.then((server) => server.stop()),
      this.#xandikos?.then((server) => server.stop()),
      this.#cyrus?.then((server) => server.stop()),
    ])
    const folder = await this.#folder
    const folders = [...(folder === null ? [] : [folder]), ...this.#elsewhere]
    await Promise.all(folders.map((each) => rm(each, { recursive: true, force: true })))
  }

  #run(): Promise<string> {
    this.#folder ??= (async () => {
      await mkdir(RUNS, { recursive: true })
      await sweepAbandoned(RUNS)
      return mkdtemp(join(RUNS, PREFIX))
    })()
    return this.#folder
  }
}

/** Folders of runs that were killed. */
async function sweepAbandoned(parent: string) {
  for (const name of await readdir(parent)) {
    const path = join(parent, name)
    if (!name.startsWith(PREFIX) || !existsSync(path)) continue
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= ENOUGH_BYTES
}

export const servers = new Servers()
