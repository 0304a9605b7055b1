import { expect, test } from 'bun:test'
import { ask } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { secret } from '../support/secrets'

const TOKEN = secret('a-token-for-the-reader-of-metrics')

const household = opened(() => openHousehold({ env: { METRICS_TOKEN: TOKEN } }))

/** The level of the line about the latest request; it is written when the answer has been given. */
async function levelOf(request: string, headers: Record<string, string> = {}): Promise<string> {
  household.logLines.length = 0
  await ask(household, null, request, undefined, headers)
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const line = household.logLines.find((entry) => entry.includes('"message":"request"'))
    if (line !== undefined) return JSON.parse(line).level
    await Bun.sleep(5)
  }
  throw new Error('no line was written about the request')
}

const requests: [string, Record<string, string>, string][] = [
  ['GET /health', {}, 'debug'],
  ['GET /health/live', {}, 'debug'],
  ['GET /metrics', { authorization: `Bearer ${TOKEN}` }, 'debug'],
  ['GET /metrics', {}, 'info'],
  ['GET /api/lists', {}, 'info'],
  ['GET /api/health', {}, 'info'],
]
test.each(requests)('%s %j is told at level %s: machines ask all day', async (request, headers, level) => {
  expect(await levelOf(request, headers)).toBe(level)
})
