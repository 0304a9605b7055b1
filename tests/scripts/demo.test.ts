import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../scripts/local/process'
import { checkout } from '../support/checkout'
import { Command } from '../support/command'
import { answers, NEIGHBOUR } from '../support/neighbour'

let folder: string
let demo: Command
let port: string
beforeAll(async () => {
  folder = await checkout()
  port = String(await freePort())
})
afterEach(() => demo.interrupt())

const run = (args: string[], env: Record<string, string>) =>
  new Command(['bun', 'scripts/demo.ts', ...args], { cwd: folder, env: { PORT: port, ...env } })

function start(args: string[] = [], env: Record<string, string> = {}) {
  demo = run(args, env)
  return demo.said('Corkboard is ready')
}

const url = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`

/** What the first who is named with a password is answered. */
async function asPrinted<T = unknown>(path: string): Promise<T> {
  const [, username, password] = /user name (\S+) +password (\S+)/.exec(demo.output)!
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username, password })
  const login = await fetch(url('/api/auth/local/login'), { method: 'POST', headers, body })
  expect(login.status).toBe(200)
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  return (await fetch(url(path), { headers: { cookie } })).json() as Promise<T>
}

/** In how many ways the first sees the events of a week. */
async function accessInAWeek(): Promise<string[]> {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const path = `/api/events?household=true&start=${day(0)}&end=${day(7)}`
  const { occurrences } = await asPrinted<{ occurrences: { access: string }[] }>(path)
  return [...new Set(occurrences.map(({ access }) => access))].sort()
}

describe('the demo', () => {
  test('moves a household in, listens to this machine alone, stops with Ctrl-C, and is found again', async () => {
    // Of the shell's and the checkout's own settings it takes none but the port.
    await writeFile(join(folder, '.env'), 'OIDC_ISSUER=https://id.example.org\nOIDC_CLIENT_ID=x\n')
    await start([], { HOST: '0.0.0.0', OIDC_ISSUER: 'https://id.example.org' })
    const lists = await asPrinted('/api/lists')
    const chores = expect.objectContaining({ kind: 'chores', activeCount: 4 })
    expect(lists).toMatchObject({ lists: expect.arrayContaining([chores]) })
    const { people } = await asPrinted<{ people: { name: string }[] }>('/api/people')
    expect(people.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Mia', 'Tom'])
    expect(await accessInAWeek()).toEqual(['busy', 'household', 'own', 'shared'])
    expect(await answers(url('/', NEIGHBOUR))).toBe(false)

    // A second one of the same clone harms nothing of it.
    for (const args of [[], ['--fresh']]) {
      const second = run(args, { PORT: String(await freePort()) })
      expect(await second.child.exited).toBe(1)
      expect(second.output).toContain(`a demo of this clone is running already: http://localhost:${port}`)
    }
    expect(await asPrinted('/api/lists')).toEqual(lists)
    expect(await demo.interrupt()).toBe(0)
    expect(await answers(url('/'))).toBe(false)

    await start()
    expect(demo.output).not.toContain('Moving a household in')
    expect(await asPrinted('/api/lists')).toEqual(lists)
  })

  test('takes nobody else for itself, and removes nothing for a start that cannot be', async () => {
    using other = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response('ok') })
    const mark = join(folder, '.local/demo/seeded')
    await Bun.write(mark, 'once\n')
    for (const args of [[], ['--fresh']]) {
      expect(await start(args).catch((error) => String(error))).toContain(`port ${other.port} is taken`)
      expect(await demo.interrupt()).toBe(1)
    }
    expect(await Bun.file(mark).exists()).toBe(true)
  })

  test.each([
    ['a port that is none', [], { PORT: 'abc' }, 'PORT: a port number from 1 to 65535'],
    ["another machine's address", ['--host', '192.0.2.1'], {}, '--host, PORT: expected an address of this machine'],
  ])('says what is wrong with %s', async (_, args, env, says) => {
    expect(await start(args, env).catch((error) => String(error))).toContain(says)
    expect(await demo.interrupt()).toBe(1)
  })

  test('refuses an argument it does not know before it starts anything', async () => {
    const refused = start(['--frehs']).catch((error) => String(error))
    expect(await refused).toContain('Usage: bin/demo [--fresh] [--host ADDRESS]')
    expect(await demo.interrupt()).toBe(1)
  })
})
