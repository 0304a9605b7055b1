import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../scripts/local/process'
import { replaced } from '../support/documents'
import { filesOfTree } from '../support/tree'

const ROOT = join(import.meta.dir, '../..')
/** Neither a person's own settings of git nor their signing key are asked for. */
const AUTHOR = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false']

/** What says where the engine is and how the network is reached. Compose prefers any other variable to that of `.env`. */
const INHERITED = /^(PATH|HOME|USER|LANG|TMPDIR|DOCKER_\w+|CONTAINER_\w+|BUILDKIT_\w+|XDG_\w+|\w+_proxy)$/i

const inherited = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name)))

/**
 * Corkboard as somebody installs it: a clone of a repository with the files of this tree, whose containers, volumes, image and
 * ports are its own.
 */
export class Installation {
  private constructor(
    /** Both below it: the repository that is cloned, and the clone. */
    readonly home: string,
    readonly project: string,
    readonly ports: { service: number; radicale: number; https: number },
  ) {}

  static async clone(): Promise<Installation> {
    const home = await mkdtemp(join(tmpdir(), 'corkboard-operating-'))
    const ports = { service: await freePort(), radicale: await freePort(), https: await freePort() }
    const installation = new Installation(home, `corkboard-test-${process.pid}`, ports)
    await installation.#publish()
    await installation.run('git clone --quiet origin clone', { cwd: home })
    return installation
  }

  /** The working directory of everything that the manual says. */
  get folder(): string {
    return join(this.home, 'clone')
  }

  /** What git would have of this tree, with a name for the image and a port that no household of this machine has. */
  async #publish() {
    const origin = join(this.home, 'origin')
    for (const path of await filesOfTree()) {
      await mkdir(dirname(join(origin, path)), { recursive: true })
      await cp(join(ROOT, path), join(origin, path), { verbatimSymlinks: true })
    }
    const moved: [string, string, string][] = [
      ['compose.yaml', 'image: corkboard\n', `image: ${this.project}\n`],
      ['compose.yaml', '127.0.0.1:5232:', `127.0.0.1:${this.ports.radicale}:`],
      ['deploy/replicas/compose.yaml', 'image: corkboard\n', `image: ${this.project}\n`],
    ]
    for (const [path, from, to] of moved) {
      await this.#write(path, replaced(await Bun.file(join(origin, path)).text(), from, to))
    }
    await Bun.$`git init --quiet`.cwd(origin)
    await this.#commit('One version')
  }

  /** A version with one migration more is in the repository that was cloned. Returns the name of that migration. */
  async publishNewerVersion(): Promise<string> {
    const journal = await Bun.file(join(this.folder, 'drizzle/meta/_journal.json')).json()
    const last = journal.entries.at(-1)
    const tag = `${String(journal.entries.length).padStart(4, '0')}_next`
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag })
    const statement = 'CREATE TABLE `next_version` (`id` int NOT NULL PRIMARY KEY);'
    await this.#write('drizzle/meta/_journal.json', JSON.stringify(journal))
    await this.#write(`drizzle/${tag}.sql`, `-- oldest-version: ${last.tag}\n${statement}\n`)
    await this.#commit('A newer version')
    return tag
  }

  async #write(path: string, content: string) {
    await Bun.write(join(this.home, 'origin', path), content)
  }

  async #commit(message: string) {
    const origin = join(this.home, 'origin')
    await Bun.$`git add --all --force . && git ${AUTHOR} commit --quiet --message ${message}`.cwd(origin)
  }

  /** Fills in `.env` with what stands beside each secret, and with the port. */
  async fillIn() {
    const path = join(this.folder, '.env')
    const filled: string[] = []
    let command: string | null = null
    for (const line of (await Bun.file(path).text()).split('\n')) {
      const isBlank = /^[A-Z_]+=$/.test(line)
      filled.push(isBlank && command !== null ? line + (await this.run(command)).trim() : line)
      command = /^# (openssl .+)$/.exec(line)?.[1] ?? null
    }
    await Bun.write(path, filled.join('\n'))
    await this.configure(`PORT=${this.ports.service}`)
  }

  /** A line more in `.env`; the last one of a name counts. */
  async configure(line: string) {
    await appendFile(join(this.folder, '.env'), `\n${line}\n`)
  }

  /** What `.env` says of a variable. */
  async setting(name: string): Promise<string> {
    const env = await Bun.file(join(this.folder, '.env')).text()
    return [...env.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].at(-1)![1]!
  }

  /** Runs a text of the manual as a person's shell does. Returns its output. @throws when a command of it fails */
  async run(text: string, { input = '', cwd = this.folder }: { input?: string; cwd?: string } = {}): Promise<string> {
    const child = Bun.spawn(['bash', '-e', '-o', 'pipefail', '-c', text], {
      cwd,
      env: { ...inherited(), COMPOSE_PROJECT_NAME: this.project },
      stdio: [new Blob([input]), 'pipe', 'pipe'],
    })
    const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    const exitCode = await child.exited
    if (exitCode !== 0) throw new Error(`${text}\nended with ${exitCode}:\n${output}${words}`)
    return output
  }

  /** The manual's text with this project's volumes in place of a household's. */
  named(text: string): string {
    return text.replaceAll(/\bcorkboard_/g, `${this.project}_`)
  }

  /** The folder of backups. */
  async backups(): Promise<string> {
    const folder = join(this.home, 'backups')
    await mkdir(folder, { recursive: true })
    return folder
  }

  /** What the engine has under this project's name, and under names that begin with it. */
  async belongings() {
    const filter = `--filter name=${this.project}`
    const listed = async (command: string) => {
      const names = (await this.run(command, { cwd: this.home })).split('\n')
      return names.filter((name) => name.startsWith(this.project)).toSorted()
    }
    return {
      containers: await listed(`docker ps --all --format '{{.Names}}' ${filter}`),
      networks: await listed(`docker network ls --format '{{.Name}}' ${filter}`),
      volumes: await listed(`docker volume ls --quiet ${filter}`),
    }
  }

  /** What the containers have said, for whoever has to find out why. */
  async logs(): Promise<string> {
    return this.run('docker compose logs --no-color --no-log-prefix --tail 15').catch(String)
  }

  /** Takes everything away that has its name, however far it came. */
  async remove() {
    for (const project of [this.project, `${this.project}-drill`]) {
      const down = `docker compose --project-name ${project} down --volumes --remove-orphans --timeout 5`
      await this.run(down).catch(() => {})
    }
    // What the manual has made by hand.
    const left = await this.belongings()
    for (const container of left.containers) await Bun.$`docker rm --force ${container}`.quiet().nothrow()
    for (const volume of left.volumes) await Bun.$`docker volume rm ${volume}`.quiet().nothrow()
    await Bun.$`docker image rm ${this.project}`.quiet().nothrow()
    await rm(this.home, { recursive: true, force: true })
  }
}
