import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../scripts/local/process'
import { checkout } from '../support/checkout'
import { Command } from '../support/command'
import { answers, NEIGHBOUR } from '../support/neighbour'

let folder: string
let command: Command
beforeAll(async () => {
  folder = await checkout()
  // The household's own, for compose: not for a service where everyone is an admin.
  await writeFile(join(folder, '.env'), 'DB_HOST=192.0.2.1\nCALDAV_URL=http://192.0.2.1/\nPORT=1\n')
})
afterEach(() => command.interrupt())

async function dev(args: string[] = []) {
  const port = await freePort()
  // Some shells export the machine's name as HOST.
  const env = { PORT: String(port), HOST: '0.0.0.0', LOG_FORMAT: 'pretty' }
  command = new Command(['bun', 'scripts/dev.ts', ...args], { cwd: folder, env })
  await command.said('listening')
  return (host: string) => `http://${host}:${port}/api/me`
}

describe('the service for developers, where everyone is an admin', () => {
  test('listens to this machine alone, whatever HOST the shell exports', async () => {
    const url = await dev()
    expect(await answers(url('127.0.0.1'))).toBe(true)
    expect(await answers(url(NEIGHBOUR))).toBe(false)
    expect(await command.interrupt()).toBe(0)
  })

  test('listens to others when it is told to on purpose, and says what that means', async () => {
    const url = await dev(['--host', '0.0.0.0'])
    expect(await answers(url(NEIGHBOUR))).toBe(true)
    expect(command.output).toContain('everyone who reaches this machine is an admin')
    expect(await command.interrupt()).toBe(0)
  })

  test('refuses an argument it does not know', async () => {
    command = new Command(['bun', 'scripts/dev.ts', '--hots', '0.0.0.0'], { cwd: folder, env: {} })
    expect(await command.child.exited).toBe(1)
    expect(command.output).toContain('Usage: bun run dev [--host ADDRESS]')
  })
})
