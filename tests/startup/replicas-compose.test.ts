import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { YAML } from 'bun'
import packageJson from '../../package.json'
import { readConfig } from '../../src/platform/config'
import { parseHosts } from '../../src/platform/db/hosts'

const FOLDER = join(import.meta.dir, '../../deploy/replicas')
const NODES = ['database1', 'database2', 'database3']
const OURS = ['corkboard1', 'corkboard2']

interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  logging?: object
  stop_grace_period?: string
  healthcheck?: { test: string[] }
}

const read = (name: string) => Bun.file(join(FOLDER, name)).text()
let text: string
let services: Record<string, Service>
let volumes: string[]
beforeAll(async () => {
  text = await read('compose.yaml')
  const file = YAML.parse(text) as { services: Record<string, Service>; volumes: Record<string, unknown> }
  services = file.services
  volumes = Object.keys(file.volumes)
})

describe('the replicas', () => {
  test('are two services, three nodes, a doorbell and a proxy', () => {
    expect(Object.keys(services).toSorted()).toEqual([...NODES, ...OURS, 'bus', 'migrate', 'proxy'].toSorted())
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
    expect(published).toEqual([['proxy', `127.0.0.1:\${PORT:-3000}:80`]])
  })

  test('are asked whether they are well as an account that each node of the cluster has', () => {
    for (const name of NODES) {
      // The image's own account has another password at each node until it joins, and then the founder's.
      expect(services[name]!.environment).toHaveProperty('MARIADB_MYSQL_LOCALHOST_USER')
      const { test: command } = services[name]!.healthcheck!
      expect(command.slice(0, 3)).toEqual(['CMD', 'healthcheck.sh', '--no-defaults'])
      expect(services[name]).toMatchObject({ user: 'mysql' })
    }
  })

  test('start with what they are given, and name every node of the cluster', async () => {
    for (const name of OURS) {
      const config = readConfig({
        DB_USER: 'corkboard',
        DB_PASSWORD: 'p',
        DB_NAME: 'corkboard',
        APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32),
        LOCAL_SESSION_SECRET: 's'.repeat(32),
        ...services[name]!.environment,
      })
      expect(parseHosts(config.database.host, config.database.port)).toEqual(
        NODES.map((host) => ({ host, port: 3306 })),
      )
      expect(config).toMatchObject({ isProduction: true, drainSeconds: 3, assetsKept: '/assets' })
      expect(services[name]!.volumes).toContain('assets:/assets')
      // A new volume belongs to whom the folder of the image does; anybody else could not write into it.
      expect(await Bun.file(join(FOLDER, '../../Dockerfile')).text()).toMatch(
        /^RUN install -d -o 1000 -g 1000 .*\/assets$/m,
      )
    }
    expect(services.migrate!.environment!.DB_HOST).toBe(NODES.join(','))
    expect(packageJson.scripts).toHaveProperty([services.migrate!.command!.at(-1)!])
    expect(services.migrate!.stop_grace_period).toBe('10m')
    const cluster = await read('galera.cnf')
    expect(cluster).toContain(`gcomm://${NODES.join(',')}\n`)
    expect(cluster).toMatch(/^wsrep_mode\s*= REQUIRED_PRIMARY_KEY$/m)
  })

  test('are asked whether they are ready, often enough for what they wait when they stop', async () => {
    const caddyfile = await read('Caddyfile')
    expect(caddyfile).toContain(`reverse_proxy ${OURS.map((name) => `${name}:3000`).join(' ')}`)
    expect(caddyfile).toContain('health_uri /health/ready\n')
    const [, interval] = /health_interval (\d+)s/.exec(caddyfile)!
    for (const name of OURS) {
      const { environment, stop_grace_period } = services[name]!
      const drain = Number(environment!.DRAIN_SECONDS)
      expect(drain).toBeGreaterThan(Number(interval))
      // Eight seconds for requests in flight.
      expect(Number.parseInt(stop_grace_period!, 10)).toBeGreaterThan(drain + 8)
    }
  })

  test('have no right that they do not need, keep no endless log, and mount what there is', () => {
    for (const [name, each] of Object.entries(services)) {
      expect({ name, ...each }).toMatchObject({ name, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(each.cap_add ?? []).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : [])
      expect(each.logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
      for (const volume of each.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(existsSync(join(FOLDER, source))).toBe(true)
        else expect(volumes).toContain(source)
      }
    }
  })

  test('hold no secret', () => {
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|KEY|TOKEN/.test(name) && !/RANDOM/.test(name)) expect(value).toMatch(/^\$\{[A-Z_]+:\?/)
      }
    }
  })
})
