import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalCyrus, startCyrus } from '../../scripts/local/cyrus'
import { type LocalGalera, startGalera } from '../../scripts/local/galera'
import { type LocalMariadb, startMariadb } from '../../scripts/local/mariadb'
import { type LocalRadicale, startRadicale } from '../../scripts/local/radicale'
import { type LocalXandikos, startXandikos } from '../../scripts/local/xandikos'
import { isRunning, runPrefix, sweepAbandoned } from './abandoned'
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

const LOCAL = join(import.meta.dir, '../../.local')
const TEMPLATE = join(LOCAL, 'test-mariadb-template')
const GALERA_TEMPLATE = join(LOCAL, 'test-galera-template')
const RUNS = join(LOCAL, 'tests')
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 1024 ** 3

interface Server {
  pid: number
}

/** A server that is started when it is first asked for, and again when it has ended: a test at its limit takes it along. */
class OnDemand<T extends Server> {
  #started: Promise<T> | null = null
  readonly #start: () => Promise<T>

  constructor(start: () => Promise<T>) {
    this.#start = start
  }

  readonly get = async (): Promise<T> => {
    const server = await this.#started?.catch(() => null)
    if (server === undefined || server === null || !isRunning(server.pid)) this.#started = this.#start()
    return this.#started!
  }

  /** The server as it was started last; null when nobody asked for it. */
  get last(): Promise<T> | null {
    return this.#started
  }
}

class Servers {
  #folder: Promise<string> | null = null
  readonly #elsewhere: string[] = []
  readonly #atEnd: (() => Promise<unknown>)[] = []
  #isOnDisk = false

  readonly #mariadb = new OnDemand<LocalMariadb>(async () =>
    startMariadb({ folder: await this.memoryFolder('mariadb'), template: TEMPLATE, disposable: true }),
  )
  readonly #radicale = new OnDemand<LocalRadicale>(async () =>
    startRadicale({ folder: await this.memoryFolder('radicale'), users: CALDAV_USERS }),
  )
  readonly #xandikos = new OnDemand<LocalXandikos>(async () =>
    startXandikos({ folder: await this.memoryFolder('xandikos'), user: 'ada' }),
  )
  // Its sockets need a short path that another user may enter, which a checkout's need not be.
  readonly #cyrus = new OnDemand<LocalCyrus>(async () =>
    startCyrus({ folder: await this.#temporaryFolder(tmpdir()), users: CALDAV_USERS }),
  )

  /** The run's MariaDB. */
  readonly mariadb = this.#mariadb.get
  /** The run's Radicale. */
  readonly radicale = this.#radicale.get
  /** The run's Xandikos; it knows Ada alone. */
  readonly xandikos = this.#xandikos.get
  /** The run's Cyrus; see `whyNoCyrus`. */
  readonly cyrus = this.#cyrus.get

  /** A cluster of three nodes, which whoever asks for it stops; see `whyNoGalera`. */
  async galera(): Promise<LocalGalera> {
    const folder = await this.memoryFolder('galera')
    return startGalera({ folder, template: GALERA_TEMPLATE, emptyTemplate: TEMPLATE })
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
    const folder = await mkdtemp(join(parent, runPrefix()))
    this.#elsewhere.push(folder)
    return folder
  }

  /** For measurements: a calendar server keeps its data on a disk. Before anything is started. */
  stayOnDisk() {
    this.#isOnDisk = true
  }

  /** Has something else ended with the run. */
  atEnd(stop: () => Promise<unknown>) {
    this.#atEnd.push(stop)
  }

  async stopAll() {
    await Promise.allSettled([
      ...this.#atEnd.map((stop) => stop()),
      this.#mariadb.last?.then((server) => server.kill()),
      this.#radicale.last?.then((server) => server.stop()),
      this.#xandikos.last?.then((server) => server.stop()),
      this.#cyrus.last?.then((server) => server.stop()),
    ])
    const folder = await this.#folder
    const folders = [...(folder === null ? [] : [folder]), ...this.#elsewhere]
    await Promise.all(folders.map((each) => rm(each, { recursive: true, force: true })))
  }

  #run(): Promise<string> {
    this.#folder ??= (async () => {
      await mkdir(RUNS, { recursive: true })
      await sweepAbandoned(RUNS)
      return mkdtemp(join(RUNS, runPrefix()))
    })()
    return this.#folder
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= ENOUGH_BYTES
}

export const servers = new Servers()
