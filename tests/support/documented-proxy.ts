import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram, freePort, startServer, stopServer, untilReady } from '../../scripts/local/process'
import { servers } from './servers'

const MANUAL = join(import.meta.dir, '../../docs/exposing.md')
const UPSTREAM = '127.0.0.1:3000'
const NAME = 'corkboard.example.org'
/** An address of this machine that is not the proxy's: Linux has all of 127.0.0.0/8. */
export const CLIENT = '127.0.0.2'

/** A section of the manual: its configuration of a language, and what it says about `TRUSTED_PROXIES`. */
export async function documented(title: string, language: string) {
  const section = (await Bun.file(MANUAL).text()).split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const configuration = new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(section)?.[1]
  const trusted = /^TRUSTED_PROXIES=(.+)$/m.exec(section)?.[1]
  if (configuration === undefined || trusted === undefined) throw new Error(`${title}: the manual has no configuration`)
  return { configuration, trusted }
}

/** A proxy of this machine with the manual's configuration; only its ports, its name and its files are other ones. */
export interface ProxyKind {
  title: string
  language: string
  /** Writes what the program reads into a folder. Returns its command. */
  prepare(folder: string, configuration: string, port: number): Promise<string[]>
}

export const CADDY: ProxyKind = {
  title: 'Caddy',
  language: 'caddyfile',
  async prepare(folder, configuration, port) {
    const options = ['admin off', 'skip_install_trust', 'auto_https disable_redirects', 'default_bind 127.0.0.1']
    const site = replaced(configuration, `${NAME} {`, `https://127.0.0.1:${port} {`)
    await Bun.write(join(folder, 'Caddyfile'), `{\n${options.join('\n')}\n}\n${site}`)
    return [findProgram('caddy', 'caddy'), 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

export const NGINX: ProxyKind = {
  title: 'nginx',
  language: 'nginx',
  async prepare(folder, configuration, port) {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    await Bun.$`openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${NAME} -keyout ${key} -out ${cert}`.quiet()
    const live = `/etc/letsencrypt/live/${NAME}`
    const moved: [string, string][] = [
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      [`${live}/fullchain.pem`, cert],
      [`${live}/privkey.pem`, key],
    ]
    const server = moved.reduce((text, [from, to]) => replaced(text, from, to), configuration)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const http = [...temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`), 'access_log off;', server]
    const main = [`pid ${folder}/pid;`, `error_log ${folder}/error.log;`, 'daemon off;', 'events {}']
    if (process.getuid?.() === 0) main.push('user root;')
    await Bun.write(join(folder, 'nginx.conf'), [...main, 'http {', ...http, '}', ''].join('\n'))
    return [findProgram('nginx', 'nginx'), '-p', folder, '-c', join(folder, 'nginx.conf')]
  },
}

/** Why the manual's proxy cannot be tried here; null: it can. */
export function whyNot({ title, language }: ProxyKind): string | null {
  if (process.platform !== 'linux') return 'only Linux has a second address on loopback'
  const program = language === 'caddyfile' ? 'caddy' : 'nginx'
  try {
    findProgram(program, program)
  } catch {
    return `${title} is not installed`
  }
  const missing = ['curl', 'openssl'].find((helper) => Bun.which(helper) === null)
  return missing === undefined ? null : `${missing} is not installed`
}

/** Starts it in front of a service on this machine. */
export async function startDocumented(kind: ProxyKind, servicePort: number) {
  const { configuration } = await documented(kind.title, kind.language)
  const folder = await servers.folder('documented-proxy')
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const command = await kind.prepare(folder, replaced(configuration, UPSTREAM, `127.0.0.1:${servicePort}`), port)
  const env = { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = startServer(command, { env, cwd: folder, log: join(folder, 'output.log') })
  const client = new Client(port)
  await untilReady(kind.title, child, async () => (await client.ask('GET /health/live')) === 200)
  return { client, stop: () => stopServer(child) }
}

interface Sent {
  /** Text as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** Asks through the proxy from an address of one's own, which the runtime's `fetch` cannot. */
class Client {
  constructor(private readonly port: number) {}

  /** Returns the status; 0 when there was no answer. */
  async ask(what: string, { body, headers = {} }: Sent = {}): Promise<number> {
    const fields = Object.entries({ 'content-type': 'application/json', ...headers })
    const words = fields.flatMap(([name, value]) => ['--header', `${name}: ${value}`])
    const data = body === undefined ? [] : ['--data-binary', '@-']
    const child = this.#start(what, ['--output', '/dev/null', '--write-out', '%{http_code}', ...words, ...data], body)
    return Number(await new Response(child.stdout).text())
  }

  /** Follows an event stream; `stop` leaves it. */
  follow(path: string) {
    const child = this.#start(`GET ${path}`, ['--no-buffer'])
    return { pieces: child.stdout, stop: () => child.kill() }
  }

  #start(what: string, words: string[], body?: unknown) {
    const [method = '', path = ''] = what.split(' ')
    const url = `https://127.0.0.1:${this.port}${path}`
    const input = body === undefined ? 'ignore' : new Blob([typeof body === 'string' ? body : JSON.stringify(body)])
    return Bun.spawn(['curl', '--silent', '--insecure', '--interface', CLIENT, '--request', method, ...words, url], {
      stdio: [input, 'pipe', 'ignore'],
    })
  }
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the manual's configuration has no "${from}"`)
  return text.replace(from, to)
}
