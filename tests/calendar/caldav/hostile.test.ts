import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { HOSTILE_ANSWERS } from './hostile/answers'
import type { Measured } from './hostile/household'
import { MAX_HELD_MS } from './hostile/http'

let household: Household
let server: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
let run: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
let lines: AsyncGenerator<string>

const start = (script: string, ...args: string[]) =>
  Bun.spawn([process.execPath, join(import.meta.dir, script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of output) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}

beforeAll(async () => {
  household = await openHousehold()
  const { ben } = await seatCast(household.ctx)
  server = start('hostile/server.ts')
  const { value: url } = await linesOf(server.stdout).next()
  run = start('hostile/household.ts', JSON.stringify(household.config), String(url), ben.cookie)
  lines = linesOf(run.stdout)
})
afterAll(async () => {
  server.kill()
  run.kill()
  await Promise.all([server.exited, run.exited])
  await household.close()
})

describe('whatever a server answers, it is an answer or a reason, and others have theirs meanwhile', () => {
  // In the order of the run.
  test.each(HOSTILE_ANSWERS)('$name', async ({ listing, probe }) => {
    const { value } = await lines.next()
    const measured = JSON.parse(value ?? '{}') as Measured
    expect(measured).toMatchObject({ listing, probe })
    expect(measured.heldMs).toBeLessThan(MAX_HELD_MS)
    expect(measured.grownMb).toBeLessThan(200)
    expect(new Set(measured.statuses)).toEqual(new Set([200]))
  })
})
