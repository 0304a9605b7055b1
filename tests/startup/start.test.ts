import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import packageJson from '../../package.json'
import { startMariadb } from '../../scripts/local/mariadb'
import { LOCAL_SESSION_COOKIE } from '../../src/identity/local/local-session'
import { connect } from '../../src/platform/db/connect'
import { migrate } from '../../src/platform/db/migrate'
import { bundled } from '../support/bundle'
import { createDatabase, type TestDatabase } from '../support/database'
import { startDatabaseProxy } from '../support/database-proxy'
import { servers } from '../support/servers'
import { refusal, Service, serviceEnvironment } from '../support/service'

const NOT_PRODUCTION = 'NODE_ENV is not "production": session cookies are not Secure'

let database: TestDatabase
let bundle: Awaited<ReturnType<typeof bundled>>
beforeAll(async () => {
  bundle = await bundled()
})
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(() => database.drop())

describe('a service that cannot work does not start', () => {
  test('a bypass in production is refused first, whatever else is wrong', async () => {
    const { exitCode, words } = await refusal({ NODE_ENV: 'production', DEV_AUTH_BYPASS: 'true' }, bundle)
    expect(exitCode).toBe(1)
    expect(words).toContain('DEV_AUTH_BYPASS')
    expect(words).not.toContain('DB_HOST')
  })

  test('every problem of the configuration is named at once, with what is expected and without the value', async () => {
    const { exitCode, words } = await refusal(
      {
        LOCAL_SESSION_SECRET: 'too short',
        APP_PASSWORD_ENCRYPTION_KEY: 'not hexadecimal',
        PORT: 'eighty',
        LOG_LEVEL: 'chatty',
        DB_HOST: 'a,,b',
        DRAIN_SECONDS: '61',
        OIDC_CLIENTID: 'misspelt',
      },
      bundle,
    )
    expect(exitCode).toBe(1)
    for (const name of [
      'LOCAL_SESSION_SECRET',
      'APP_PASSWORD_ENCRYPTION_KEY',
      'DB_HOST',
      'DB_NAME',
      'PORT',
      'LOG_LEVEL',
      'DRAIN_SECONDS',
    ]) {
      expect(words).toContain(`${name}:`)
    }
    expect(words).toContain('OIDC_CLIENTID: nothing reads it; is OIDC_CLIENT_ID meant?')
    expect(words).not.toContain('too short')
    expect(words).not.toContain('not hexadecimal')
  })

  test('a key under its former name is recognised', async () => {
    const { APP_PASSWORD_ENCRYPTION_KEY: key, ...env } = serviceEnvironment(database.config)
    const { words } = await refusal({ ...env, CALENDAR_ENCRYPTION_KEY: key! }, bundle)
    expect(words).toContain('CALENDAR_ENCRYPTION_KEY looks like the same key')
    expect(words).not.toContain(key!)
  })

  test('a database that is behind is refused with the command that mends it', async () => {
    const { exitCode, words } = await refusal(serviceEnvironment(database.config), bundle)
    expect(exitCode).toBe(1)
    expect(words).toContain('bun run db:migrate')
  })
})

describe('a service that runs', () => {
  let service: Service
  beforeEach(async () => {
    await migrate(database.config)
  })
  afterEach(async () => {
    await service.stop()
  })

  test('needs no session secret under the bypass', async () => {
    service = new Service(
      serviceEnvironment(database.config, { DEV_AUTH_BYPASS: 'true', LOCAL_SESSION_SECRET: '' }),
      bundle,
    )
    const answer = await fetch(`${await service.baseUrl()}/health`)
    expect(answer.status).toBe(200)
  })

  test.each(['', 'development', 'test', 'Production'])(
    'says at the start that NODE_ENV %j is not production',
    async (value) => {
      service = new Service(serviceEnvironment(database.config, { NODE_ENV: value }), bundle)
      expect(await service.said(NOT_PRODUCTION)).toMatchObject({ level: 'warn' })
      await service.baseUrl()
    },
  )

  test('is production by `bun run start` unless something else is said', async () => {
    const { NODE_ENV: _, ...unset } = serviceEnvironment(database.config)
    const started = { ...bundle, command: [process.execPath, 'run', '--silent', 'start'] }
    service = new Service(unset, started)
    await service.baseUrl()
    expect(service.lines.map(({ message }) => message)).not.toContain(NOT_PRODUCTION)
    await service.stop()
    service = new Service({ ...unset, NODE_ENV: 'development' }, started)
    expect(await service.said(NOT_PRODUCTION)).toMatchObject({ level: 'warn' })
  })

  test('warns at the start as long as the setup wizard is open', async () => {
    const open = 'the setup wizard is open: whoever reaches this service first can become its administrator'
    service = new Service(serviceEnvironment(database.config), bundle)
    expect(await service.said(open)).toMatchObject({ level: 'warn' })
    await service.stop()
    const add = Bun.spawn([process.execPath, 'member.js', 'add', '--name', 'Ada', '--username', 'ada', '--admin'], {
      cwd: bundle.cwd,
      env: serviceEnvironment(database.config),
      stdio: [new Blob(['a good password\n']), 'ignore', 'inherit'],
    })
    expect(await add.exited).toBe(0)
    service = new Service(serviceEnvironment(database.config), bundle)
    const url = await service.baseUrl()
    expect((await fetch(`${url}/api/setup/complete`, { method: 'POST' })).status).toBe(423)
    expect(service.lines.map(({ message }) => message)).not.toContain(open)
  })

  test.each([
    ['', true],
    ['open', false],
    ['approve', false],
  ])('warns that everybody with an account may join unless that was said: OIDC_ADMISSION %j', async (rule, warns) => {
    const warning = 'everyone with an account at the identity provider becomes a member: see OIDC_ADMISSION'
    const issuer = 'http://localhost:9/'
    service = new Service(
      serviceEnvironment(database.config, {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'corkboard',
        OIDC_CLIENT_SECRET: 'a client secret',
        OIDC_AUTH_EXTERNAL_URL: 'https://home.example',
        OIDC_ADMISSION: rule,
      }),
      bundle,
    )
    await service.baseUrl()
    const said = service.lines.filter(({ message }) => message === warning)
    expect(said).toEqual(warns ? [expect.objectContaining({ level: 'warn', issuer })] : [])
  })

  test('finishes what it has begun when it is told to stop, and closes its streams', async () => {
    service = new Service(serviceEnvironment(database.config, { DEV_AUTH_BYPASS: 'true' }), bundle)
    const url = await service.baseUrl()
    const stream = await fetch(`${url}/api/sse/lists`)
    const lock = await connect(database.config)
    await lock.query('lock tables lists write')
    const answer = fetch(`${url}/api/lists`)
    await until(async () => {
      const [rows] = await lock.query(
        "select id from information_schema.processlist where state like 'Waiting for table%'",
      )
      return (rows as unknown[]).length > 0
    })

    service.child.kill('SIGTERM')
    await stream.text()
    await lock.query('unlock tables')
    expect((await answer).status).toBe(200)
    expect(await service.child.exited).toBe(0)
    await lock.end()
  })

  test('says that it is not ready before it hands its streams over and refuses', async () => {
    const env = { DEV_AUTH_BYPASS: 'true', DRAIN_SECONDS: '5' }
    service = new Service(serviceEnvironment(database.config, env), bundle)
    const url = await service.baseUrl()
    const ready = async () => {
      const answer = await fetch(`${url}/health/ready`)
      return { status: answer.status, body: await answer.json() }
    }
    expect(await ready()).toEqual({ status: 200, body: { ok: true } })
    const stream = await fetch(`${url}/api/sse/lists`)
    service.child.kill('SIGTERM')
    await service.said('stopping')
    expect(await ready()).toEqual({ status: 503, body: { ok: false, reason: 'stopping' } })
    expect((await fetch(`${url}/api/lists`)).status).toBe(200)
    expect(await stream.text()).toMatch(/^: open\n\nretry: \d{3,4}\n\n$/)
    expect(await service.child.exited).toBe(0)
  })

  test('refuses a port that is taken', async () => {
    service = new Service(serviceEnvironment(database.config), bundle)
    const { port } = new URL(await service.baseUrl())
    const second = Bun.spawn(bundle.command, {
      cwd: bundle.cwd,
      env: serviceEnvironment(database.config, { PORT: port }),
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    expect(await second.exited).toBe(1)
  })

  test('takes its secrets from files', async () => {
    const { DB_PASSWORD, LOCAL_SESSION_SECRET, APP_PASSWORD_ENCRYPTION_KEY, ...env } = serviceEnvironment(
      database.config,
    )
    const folder = await servers.folder('secrets')
    for (const [name, value] of Object.entries({ DB_PASSWORD, LOCAL_SESSION_SECRET, APP_PASSWORD_ENCRYPTION_KEY })) {
      await Bun.write(`${folder}/${name}`, `${value}\n`)
      Object.assign(env, { [`${name}_FILE`]: `${folder}/${name}` })
    }
    service = new Service(env, bundle)
    expect((await fetch(`${await service.baseUrl()}/health`)).status).toBe(200)
    expect(service.lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      NOT_PRODUCTION,
      'the setup wizard is open: whoever reaches this service first can become its administrator',
    ])
    const refused = await refusal({ ...env, LOCAL_SESSION_SECRET_FILE: folder }, bundle)
    expect(refused.words).toContain('  LOCAL_SESSION_SECRET_FILE: expected a file, not a folder\n')
    const list = Bun.spawn([process.execPath, 'member.js', 'list'], {
      cwd: bundle.cwd,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(await new Response(list.stdout).json()).toEqual([])
  })

  test('says first which version it is', async () => {
    service = new Service(serviceEnvironment(database.config), bundle)
    await service.baseUrl()
    expect(service.lines[0]).toMatchObject({ message: 'starting', version: packageJson.version })
  })

  test('writes no path, query or cookie into its log', async () => {
    service = new Service(serviceEnvironment(database.config), bundle)
    const url = await service.baseUrl()
    await fetch(`${url}/api/lists/7/items?note=geheim`, { headers: { cookie: `${LOCAL_SESSION_COOKIE}=geheim` } })
    const line = await service.said('request')
    expect(line).toMatchObject({ method: 'GET', route: '/api/lists/:id/items', status: 401 })
    expect(JSON.stringify(service.lines)).not.toContain('geheim')
  })
})

describe('a database that comes and goes', () => {
  let folder: string
  let service: Service | null = null
  beforeAll(async () => {
    folder = await servers.folder('restarting')
  })
  afterAll(() => service?.stop())

  test('is 503 while it is away, and needs no restart of the service', async () => {
    const first = await startMariadb({ folder, disposable: true })
    const port = first.port
    const connection = await first.connect()
    await connection.query('create database household')
    await connection.end()
    const config = { host: '127.0.0.1', port, user: 'root', password: first.password, name: 'household' }
    await migrate(config)
    await first.stop()

    service = new Service(serviceEnvironment(config, { DEV_AUTH_BYPASS: 'true' }), bundle)
    const url = await service.baseUrl()
    const status = async (path: string) => (await fetch(url + path)).status
    const reason = async () => ((await (await fetch(`${url}/health/ready`)).json()) as { reason?: string }).reason
    expect(await status('/health')).toBe(503)
    expect(await status('/api/lists')).toBe(503)
    expect(await reason()).toBe('starting')

    const second = await startMariadb({ folder, port, disposable: true })
    expect(await status('/health')).toBe(200)
    await until(async () => (await status('/api/lists')) === 200)
    await until(async () => (await status('/health/ready')) === 200)

    await second.kill()
    expect(await status('/api/lists')).toBe(503)
    expect(await reason()).toBe('database')
    const third = await startMariadb({ folder, port, disposable: true })
    await until(async () => (await status('/api/lists')) === 200)
    expect(await service.stop()).toBe(0)
    await third.stop()
  })
})

describe('a start that is interrupted', () => {
  test('by SIGTERM while the database has not answered yet ends well', async () => {
    const { promise: isAsked, resolve } = Promise.withResolvers<void>()
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { open: () => resolve(), data() {} } })
    const service = new Service(serviceEnvironment({ ...database.config, port: silent.port }), bundle)
    await isAsked
    expect(await service.stop()).toBe(0)
    silent.stop(true)
  })

  test.each(['__drizzle_migrations', 'insert into `members`'])(
    'by a database that is gone when it is asked for %s: the service waits for it',
    async (query) => {
      await migrate(database.config)
      const proxy = startDatabaseProxy(database.config)
      proxy.vanishAt(query)
      const service = new Service(serviceEnvironment(proxy.config, { DEV_AUTH_BYPASS: 'true' }), bundle)
      const { reason } = await service.said('the database cannot be reached; trying again')
      expect(reason).toMatch(/PROTOCOL_CONNECTION_LOST|ECONNRESET/)
      const url = await service.baseUrl()
      expect((await fetch(`${url}/api/lists`)).status).toBe(503)
      proxy.comeBack()
      await until(async () => (await fetch(`${url}/api/lists`)).status === 200)
      expect(await service.stop()).toBe(0)
      proxy.stop()
    },
  )
})

async function until(condition: () => Promise<boolean>, deadlineMs = 60_000) {
  const deadline = performance.now() + deadlineMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not come true in time')
    await Bun.sleep(20)
  }
}
