import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { YAML } from 'bun'
import packageJson from '../../package.json'
import { readConfig } from '../../src/platform/config'

const ROOT = join(import.meta.dir, '../..')
const SECRETS = /PASSWORD|SECRET|KEY|TOKEN/
/** `${NAME}`, `${NAME:-default}` and `${NAME:?complaint}`. */
const INTERPOLATION = /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g

interface Service {
  image?: string
  build?: string
  command?: string | string[]
  restart?: string
  profiles?: string[]
  environment?: Record<string, string>
  env_file?: string
  volumes?: string[]
  ports?: string[]
  tmpfs?: string[]
  user?: string
  init?: boolean
  pull_policy?: string
  logging?: { driver: string; options: Record<string, string> }
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  healthcheck?: Record<string, unknown>
  depends_on?: Record<string, { condition: string }>
  stop_grace_period?: string
}

let text: string
let services: Record<string, Service>
let volumes: string[]
let example: Record<string, string>
beforeAll(async () => {
  text = await Bun.file(join(ROOT, 'compose.yaml')).text()
  const file = YAML.parse(text) as { services: Record<string, Service>; volumes: Record<string, unknown> }
  services = file.services
  volumes = Object.keys(file.volumes)
  example = variablesOf(await Bun.file(join(ROOT, '.env.example')).text())
})

/** The variables of an .env file, those that are commented out too. */
function variablesOf(env: string): Record<string, string> {
  return Object.fromEntries(
    [...env.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

const service = (name: string): Service => services[name]!
const ours = () => [service('migrate'), service('corkboard')]

describe('the compose file', () => {
  test('starts the database, then the migrations, then the service', () => {
    expect(Object.keys(services)).toEqual(['database', 'migrate', 'corkboard', 'radicale'])
    expect(service('migrate').depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(service('corkboard').depends_on).toEqual({
      database: { condition: 'service_healthy' },
      migrate: { condition: 'service_completed_successfully' },
    })
    expect(service('database').healthcheck).toMatchObject({
      test: ['CMD', 'healthcheck.sh', '--connect', '--innodb_initialized'],
    })
    // Without a start period the start interval would be refused.
    expect(service('corkboard').healthcheck).toEqual({ start_period: '20s', start_interval: '1s' })
  })

  test('migrates once, with the command there is, and keeps everything else running', () => {
    expect(service('migrate').restart).toBe('no')
    const [bun, run, script = ''] = service('migrate').command as string[]
    expect([bun, run]).toEqual(['bun', 'run'])
    expect(packageJson.scripts).toHaveProperty([script])
    for (const name of ['database', 'corkboard', 'radicale']) expect(service(name).restart).toBe('unless-stopped')
  })

  test('runs the image of this Dockerfile, which may write next to nowhere but in /tmp, without any right', () => {
    for (const each of ours()) {
      expect(each).toMatchObject({ image: 'corkboard', read_only: true, tmpfs: ['/tmp'] })
    }
    expect(service('migrate').volumes).toBeUndefined()
    // And in the file of users of the CalDAV server.
    expect(service('corkboard').volumes).toEqual(['users:/users'])
    expect(existsSync(join(ROOT, 'Dockerfile'))).toBe(true)
  })

  test('builds that image once, and takes none of that name from elsewhere', () => {
    expect(Object.keys(services).filter((name) => service(name).build !== undefined)).toEqual(['migrate'])
    expect(service('corkboard').pull_policy).toBe('never')
  })

  test('gives no container a right, and none a user who could take one', async () => {
    for (const [name, each] of Object.entries(services)) {
      expect({ name, ...each }).toMatchObject({ name, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(each.cap_add).toBeUndefined()
    }
    expect(service('database').user).toBe('mysql')
    expect(service('radicale').user).toBe('2999:2999')
    // A number, so that an orchestrator sees without looking inside that it is not root.
    expect(await Bun.file(join(ROOT, 'Dockerfile')).text()).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  })

  test('lets no log fill the disk', () => {
    for (const { logging } of Object.values(services)) {
      expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
    }
  })

  test('starts the service below an init, which passes on a signal that comes before the service listens', () => {
    expect(service('corkboard').init).toBe(true)
  })

  test('brings the system tables up to date with a newer database', () => {
    expect(service('database').environment).toMatchObject({ MARIADB_AUTO_UPGRADE: '1' })
  })

  test('publishes the service and the CalDAV server to this machine alone, and nothing else', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
    expect(published).toEqual([
      ['corkboard', `127.0.0.1:\${PORT:-3000}:3000`],
      ['radicale', '127.0.0.1:5232:5232'],
    ])
  })

  test('keeps what must outlive a container in volumes that are declared', () => {
    const mounted = Object.values(services).flatMap((each) => each.volumes ?? [])
    const named = mounted.filter((each) => !each.startsWith('./'))
    expect([...new Set(named.map((each) => each.split(':')[0]!))].toSorted()).toEqual(volumes.toSorted())
    for (const file of mounted.filter((each) => each.startsWith('./'))) {
      expect(existsSync(join(ROOT, file.split(':')[0]!))).toBe(true)
      expect(file).toEndWith(':ro')
    }
    expect(service('database').volumes).toEqual(['database:/var/lib/mysql'])
  })

  test('holds no secret, and no variable that .env.example does not explain', () => {
    const asked = [...text.matchAll(INTERPOLATION)].map(([, name = '']) => name)
    expect(asked.filter((name) => !(name in example))).toEqual([])
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        const isSecret = SECRETS.test(name) && !/RANDOM/.test(name)
        if (isSecret) expect(`${name}=${value}`).toMatch(/=\$\{[A-Z_]+:\?/)
      }
    }
  })

  test('gives the service a configuration it starts with, from an .env that was filled in as it says', () => {
    const filled = { ...example, DB_PASSWORD: 'p', APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32) }
    const env = { ...filled, LOCAL_SESSION_SECRET: 's'.repeat(32), PORT: '8080', HOST: '127.0.0.1', NODE_ENV: 'test' }
    // A socket would stand in place of the database's container.
    const { OIDC_ISSUER, DB_SOCKET, ...own } = env as Record<string, string>
    const config = readConfig({ ...own, ...service('corkboard').environment })
    expect(config).toMatchObject({
      isProduction: true,
      devBypass: false,
      hostname: '0.0.0.0',
      port: 3000,
      database: { host: 'database', port: 3306 },
      home: { url: 'http://radicale:5232/', usersFile: '/users/htpasswd' },
    })
    const { MARIADB_DATABASE, MARIADB_USER } = service('database').environment!
    expect(interpolate(MARIADB_DATABASE!, own)).toBe(config.database.name)
    expect(interpolate(MARIADB_USER!, own)).toBe(config.database.user)
  })

  test('waits longer for the service to stop than the service for its requests', () => {
    expect(service('corkboard').stop_grace_period).toBe('15s')
  })

  test('leaves a migration the time to finish its statement', () => {
    expect(service('migrate').stop_grace_period).toBe('10m')
  })

  test('starts a CalDAV server of the household’s own, whose users the service writes', async () => {
    const radicale = service('radicale')
    expect(radicale).toMatchObject({ read_only: true })
    expect(radicale.volumes).toEqual(['radicale:/data', 'users:/users:ro', './radicale.conf:/config/config:ro'])
    // The service makes the file, and its server does not start without one.
    expect(radicale.depends_on).toEqual({ corkboard: { condition: 'service_healthy' } })
    // The image would write them into a configuration of its own, and their names have changed before.
    expect(radicale.environment).toBeUndefined()
    for (const each of Object.values(services)) expect(each.profiles).toBeUndefined()

    const { HOME_CALDAV_URL, HOME_CALDAV_USERS } = service('corkboard').environment!
    const conf = await Bun.file(join(ROOT, 'radicale.conf')).text()
    expect(conf).toContain(`htpasswd_filename = ${HOME_CALDAV_USERS}\n`)
    expect(conf).toContain('htpasswd_encryption = bcrypt\n')
    const { hostname, port } = new URL(HOME_CALDAV_URL!)
    expect(Object.keys(services)).toContain(hostname)
    expect(conf).toContain(`hosts = 0.0.0.0:${port}\n`)
    // A new volume belongs to whom the folder of the image does.
    const dockerfile = await Bun.file(join(ROOT, 'Dockerfile')).text()
    const user = /^USER (\d+):(\d+)$/m.exec(dockerfile)!
    expect(dockerfile).toMatch(new RegExp(`install -d -o ${user[1]} -g ${user[2]} .*/users\\b`))
  })
})

function interpolate(value: string, env: Record<string, string>): string {
  return value.replaceAll(INTERPOLATION, (_, name: string, kind?: string, rest = '') => {
    return env[name] || (kind === '-' ? rest : '')
  })
}
