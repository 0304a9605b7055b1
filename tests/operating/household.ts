import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { blockWith, commandsOf, replaced } from '../support/documents'
import { CalendarPhone, type PhoneAccount } from '../support/home-server'
import { secret } from '../support/secrets'
import { HttpsClient } from './https-client'
import { Installation } from './installation'

export const PASSWORD = secret('correct horse battery')
/** Beside a household of this machine that has the documented one, and beside another run. */
const [DOCUMENTED_NETWORK, NETWORK] = ['172.30.33.', `172.30.${34 + (process.pid % 200)}.`]
const MANUAL = 'docs/operating.md'
/** The service looks once a minute whether a backup is due. */
const PATIENCE_MS = 150_000

/** A household that was installed by the manual, whose administrator is Ada, behind the manual's proxy in a container. */
export class InstalledHousehold {
  #phone: CalendarPhone | null = null

  private constructor(
    readonly installation: Installation,
    readonly client: HttpsClient,
  ) {}

  /** @throws with what the containers have said; nothing is left then */
  static async install(): Promise<InstalledHousehold> {
    const installation = await Installation.clone()
    try {
      await quickStart(installation)
      return new InstalledHousehold(installation, await putBehindProxy(installation))
    } catch (error) {
      const words = await installation.logs()
      await installation.remove()
      throw new Error(`${error}\n${words}`)
    }
  }

  /** Runs commands of the manual in the clone. A terminal is what tests do not have. */
  async follow(commands: string, input?: string): Promise<string> {
    return this.installation.run(withoutTerminal(commands), { input })
  }

  /** @throws unless the service lets her in */
  async signIn(password = PASSWORD): Promise<void> {
    const { status } = await this.client.ask('POST /api/auth/local/login', { username: 'ada', password })
    if (status !== 200) throw new Error(`the sign-in was answered with ${status}`)
  }

  /** Keeps her calendar on the household's own server, and connects a phone to it. Ada is signed in. */
  async keepCalendarHere(): Promise<void> {
    // The calendar server starts after the service, and an account that could not be finished is gone on with.
    await eventually('an account on the calendar server', async () => {
      const { status, body } = await this.client.ask<PhoneAccount>('POST /api/me/home-account', {})
      if (status !== 201) return false
      this.#phone = new CalendarPhone({
        ...body,
        appPassword: secret(body.appPassword),
        serverUrl: this.#calendarServer,
      })
      return true
    })
  }

  get #calendarServer(): string {
    return `http://127.0.0.1:${this.installation.ports.radicale}/`
  }

  /** Makes an event at noon of a day, which her calendar shows then. Ada is signed in. */
  async makeEvent(title: string, day: string): Promise<void> {
    const form = { title, allDay: false, start: `${day}T12:00:00Z`, end: `${day}T13:00:00Z` }
    const { status } = await this.client.ask('POST /api/events/create', form)
    if (status !== 202) throw new Error(`the event was answered with ${status}`)
    await eventually(`"${title}" in the calendar`, async () => (await this.titlesOn(day)).includes(title))
  }

  /** What her calendar shows of a day. */
  async titlesOn(day: string): Promise<string[]> {
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const asked = `GET /api/events?start=${day}&end=${next}`
    const { body } = await this.client.ask<{ occurrences: { title: string }[] }>(asked)
    return body.occurrences.map(({ title }) => title)
  }

  /** Resolves when a phone finds an event of this title on the calendar server. */
  async reachesPhone(title: string): Promise<void> {
    const phone = this.#phone!
    await eventually(`"${title}" on the calendar server`, async () => {
      const [calendar] = await phone.calendars()
      if (calendar === undefined) return false
      return (await (await phone.send('GET', calendar.url)).text()).includes(`SUMMARY:${title}`)
    })
  }

  /** Resolves when the service answers through the proxy. */
  async answers(): Promise<void> {
    await eventually('the service', () => isReady(this.client))
  }

  /** What her calendar server answers to somebody. */
  async calendarServerAnswers(username: string, appPassword: string): Promise<number> {
    const phone = new CalendarPhone({ serverUrl: this.#calendarServer, username, appPassword })
    return (await phone.send('PROPFIND', `/${username}/`)).status
  }

  /** Makes a backup by the manual's line for cron. Returns its path. */
  async backUp(): Promise<string> {
    const [, script = '', folder = ''] = /(\S+\/bin\/backup) (\S+)/.exec(await blockWith(MANUAL, 'bin/backup /srv'))!
    const told = await this.follow(
      `${script} ${folder}`
        .replace(script, join(this.installation.folder, 'bin/backup'))
        .replace(folder, await this.installation.backups()),
    )
    return told.slice(0, told.indexOf(': '))
  }

  /** Has the service make backups by itself, as the manual says, for whoever has an identity. Resolves with the first one. */
  async backUpByItself(recipient: string): Promise<string> {
    const { folder, home } = this.installation
    const backups = join(home, 'by-itself')
    const [command = ''] = /install -d -m 700 -o 1000 -g 1000 \/srv\/backups/.exec(await manualText()) ?? []
    await this.follow(replaced(command, '/srv/backups', backups))
    const compose = join(folder, 'compose.yaml')
    const text = await Bun.file(compose).text()
    await Bun.write(compose, replaced(text, '# - /srv/backups:/backups', `- ${backups}:/backups`))
    await this.installation.configure(await blockWith(MANUAL, 'BACKUP_DIR='))
    await this.installation.configure(`BACKUP_AGE_RECIPIENT=${recipient}`)
    await this.follow('docker compose up -d')
    const made = async () => (await readdir(backups)).find((name) => /\.backup(\.age)?$/.test(name))
    await eventually('the first backup', async () => (await made()) !== undefined)
    return join(backups, (await made())!)
  }

  /** Restores a backup beside the household, by the manual's line. Returns what that says. */
  async drill(backup: string, identity = ''): Promise<string> {
    const [line = ''] = commandsOf(await blockWith(MANUAL, 'bin/restore-drill'))
    return this.follow(line.replace(/\S+\.backup$/, () => `${backup} ${identity}`))
  }

  /** The manual's commands for a restore, of this backup. */
  async restoreCommands(backup: string): Promise<string> {
    const commands = await blockWith(MANUAL, 'bun run --silent restore -')
    const own = commands.replace(/< \/srv\/backups\/\S+/, () => `< ${backup}`)
    return this.installation.named(replaced(own, 'before=corkboard-', `before=${this.installation.project}-`))
  }

  /** The manual's second and third step; what the base images are is not asked again. */
  async upgrade(): Promise<void> {
    const [, fetched = '', built = '', started = ''] =
      /`(git pull)`, `(docker compose build) --pull`\.\n3\. `([^`]+)`/.exec(await manualText())!
    for (const command of [fetched, built, started]) await this.installation.run(command)
  }

  /** Puts another key into `.env`, and the former one beside it. */
  async changeEncryptionKey(): Promise<void> {
    const name = 'APP_PASSWORD_ENCRYPTION_KEY'
    const former = await this.installation.setting(name)
    await this.installation.configure(`${name}=${(await this.installation.run('openssl rand -hex 32')).trim()}`)
    await this.installation.configure(`${name}_PREVIOUS=${former}`)
  }

  /** Puts two secrets into files as the manual says, for as long as something is done. */
  async withSecretsInFiles(work: () => Promise<void>): Promise<void> {
    const { installation } = this
    const secrets = ['APP_PASSWORD_ENCRYPTION_KEY', 'LOCAL_SESSION_SECRET']
    const values = await Promise.all(secrets.map((name) => installation.setting(name)))
    const folder = join(installation.folder, 'secrets')
    // Readable for the user of the image.
    for (const [index, file] of ['key', 'sessions'].entries()) await Bun.write(join(folder, file), `${values[index]}\n`)
    await Bun.write(join(installation.folder, 'secrets.yaml'), await blockWith(MANUAL, 'secrets: [key, sessions]'))
    await installation.configure(secrets.map((name) => `${name}=`).join('\n'))
    const before = 'COMPOSE_FILE=compose.yaml:compose.override.yaml'
    await installation.configure(`${before}:secrets.yaml`)
    try {
      await this.follow('docker compose up -d')
      await this.answers()
      await work()
    } finally {
      await installation.configure([before, ...secrets.map((name, index) => `${name}=${values[index]}`)].join('\n'))
      await this.follow('docker compose up -d')
      await this.answers()
    }
  }

  async remove(): Promise<void> {
    await this.installation.remove()
  }
}

const manualText = () => Bun.file(join(import.meta.dir, '../..', MANUAL)).text()

/** The README's three commands. */
async function quickStart(installation: Installation) {
  const [copy = '', start = '', add = '', ...more] = commandsOf(await blockWith('README.md', 'cp .env.example .env'))
  if (more.length > 0) throw new Error('the README has more commands than are followed')
  await installation.run(copy)
  await installation.fillIn()
  await installation.run(start)
  await installation.run(withoutTerminal(add), { input: `${PASSWORD}\n` })
}

/** The manual's proxy in a container, with an authority of its own in place of a public one. */
async function putBehindProxy(installation: Installation): Promise<HttpsClient> {
  const { home, folder, ports } = installation
  const manual = 'docs/exposing.md'
  const site = replaced(await blockWith(manual, `respond /metrics 404`), '127.0.0.1:3000', 'corkboard:3000')
  await Bun.write(join(folder, 'Caddyfile'), `{\n\tlocal_certs\n\tskip_install_trust\n}\n${site}`)
  const override = await blockWith(manual, 'image: caddy:2')
  const moved = replaced(override, '"80:80", "443:443", "443:443/udp"', `"127.0.0.1:${ports.https}:443"`)
  await Bun.write(join(folder, 'compose.override.yaml'), replaced(moved, DOCUMENTED_NETWORK, NETWORK))
  const trusted = await blockWith(manual, `TRUSTED_PROXIES=${DOCUMENTED_NETWORK}`)
  await installation.configure(replaced(trusted, DOCUMENTED_NETWORK, NETWORK))
  // "`docker compose down`, then `docker compose up -d`".
  await installation.run('docker compose down')
  await installation.run('docker compose up -d')

  const own = join(home, 'client')
  await mkdir(own)
  const authority = join(own, 'root.crt')
  const client = new HttpsClient(own, ports.https, authority)
  const copied = 'docker compose cp proxy:/data/caddy/pki/authorities/local/root.crt'
  await eventually('the proxy', async () => {
    // It is made when the proxy starts.
    await installation.run(`${copied} ${authority} && chmod 644 ${authority}`)
    return isReady(client)
  })
  return client
}

/** `docker compose exec` asks for a terminal unless it is told that there is none. */
function withoutTerminal(commands: string): string {
  return commands.replaceAll(/docker compose exec (?!-T)/g, 'docker compose exec -T ')
}

async function isReady(client: HttpsClient): Promise<boolean> {
  return (await client.ask('GET /health/ready')).status === 200
}

/** Asks until it is so, also after errors. @throws with the last error when it is not in time */
async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  let reason: unknown = null
  while (performance.now() < deadline) {
    try {
      if (await isSo()) return
    } catch (error) {
      reason = error
    }
    await Bun.sleep(100)
  }
  throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s: ${reason}`)
}
