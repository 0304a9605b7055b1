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

function start(args: string[] = [], env: Record<string, string> = {}) {
  demo = new Command(['bun', 'scripts/demo.ts', ...args], { cwd: folder, env: { PORT: port, ...env } })
  return demo.said('Corkboard is ready')
}

const url = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`

/** The lists of the first who is named with a password. */
async function listsAsPrinted() {
  const [, username, password] = /user name (\S+) +password (\S+)/.exec(demo.output)!
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username, password })
  const login = await fetch(url('/api/auth/local/login'), { method: 'POST', headers, body })
  expect(login.status).toBe(200)
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  return (await fetch(url('/api/lists'), { headers: { cookie } })).json()
}

describe('the demo', () => {
  test('moves a household in, listens to this machine alone, stops with Ctrl-C, and is found again', async () => {
    // Of the shell's and the checkout's own settings it takes none but the port.
    await writeFile(join(folder, '.env'), 'OIDC_ISSUER=https://id.example.org\nOIDC_CLIENT_ID=x\n')
    await start([], { HOST: '0.0.0.0', OIDC_ISSUER: 'https://id.example.org' })
    const lists = await listsAsPrinted()
    expect(lists).not.toEqual([])
    expect(await answers(url('/', NEIGHBOUR))).toBe(false)
    expect(await demo.interrupt()).toBe(0)
    expect(await answers(url('/'))).toBe(false)

    await start()
    expect(demo.output).not.toContain('Moving a household in')
    expect(await listsAsPrinted()).toEqual(lists)
  })

  test('takes nobody else for itself', async () => {
    using other = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response('ok') })
    expect(await start().catch((error) => String(error))).toContain(`port ${other.port} is taken`)
    expect(await demo.interrupt()).toBe(1)
  })

  test('refuses an argument it does not know before it starts anything', async () => {
    const refused = start(['--frehs']).catch((error) => String(error))
    expect(await refused).toContain('Usage: bin/demo [--fresh] [--host ADDRESS]')
    expect(await demo.interrupt()).toBe(1)
  })
})
