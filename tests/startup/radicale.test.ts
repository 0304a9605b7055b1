import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findProgram, freePort, startServer, stopServer, untilReady } from '../../scripts/local/process'
import { secret } from '../support/secrets'
import { servers } from '../support/servers'

const ROOT = join(import.meta.dir, '../..')
const CONFIGURATION = join(ROOT, 'radicale.conf')
const APP_PASSWORD = secret('an app password, typed unseen')

let child: ReturnType<typeof startServer>
let url: string

/** The configuration that compose.yaml mounts, on the server of this machine: only its port and its folders are moved. */
beforeAll(async () => {
  const data = await servers.folder('radicale')
  await Bun.write(join(data, 'users'), await accountAsDocumented())
  const port = await freePort()
  const moved = [
    ['--server-hosts', `127.0.0.1:${port}`],
    ['--auth-htpasswd-filename', join(data, 'users')],
    ['--storage-filesystem-folder', join(data, 'collections')],
  ].flat()
  const env = { PATH: process.env.PATH ?? '', HOME: data, PASSLIB_BUILTIN_BCRYPT: 'enabled' }
  child = startServer([findProgram('radicale', 'radicale'), '-C', CONFIGURATION, ...moved], { env })
  url = `http://127.0.0.1:${port}`
  const answers = () => fetch(url, { redirect: 'manual' }).then(Boolean, () => false)
  await untilReady('Radicale', child, answers)
})
afterAll(() => stopServer(child))

/** A line for the list of users, made by the command in the manual. */
async function accountAsDocumented(): Promise<string> {
  const manual = await Bun.file(join(ROOT, 'docs/providers.md')).text()
  const script = /bun -e '(.+)' \|$/m.exec(manual)?.[1] ?? ''
  const env = { PATH: process.env.PATH ?? '', PASSWORD: APP_PASSWORD }
  return Bun.$`${process.execPath} -e ${script}`.env(env).text()
}

async function ask(method: string, password: string | null, path = '/eve/') {
  const basic = `Basic ${btoa(`eve:${password}`)}`
  const headers: Record<string, string> = password === null ? {} : { authorization: basic }
  return (await fetch(url + path, { method, headers })).status
}

describe("compose's CalDAV server", () => {
  test('asks everybody for a password, and takes the right one alone', async () => {
    expect(await ask('PROPFIND', null)).toBe(401)
    expect(await ask('PROPFIND', 'wrong')).toBe(401)
    expect(await ask('MKCALENDAR', 'wrong', '/eve/personal/')).toBe(401)
    expect(await ask('PROPFIND', APP_PASSWORD)).toBe(207)
    expect(await ask('MKCALENDAR', APP_PASSWORD, '/eve/personal/')).toBe(201)
  })

  test("keeps one member out of another's calendars", async () => {
    expect(await ask('PROPFIND', APP_PASSWORD, '/ben/')).toBe(403)
    expect(await ask('MKCALENDAR', APP_PASSWORD, '/ben/personal/')).toBe(403)
  })
})
