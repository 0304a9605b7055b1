import { expect, test } from 'bun:test'
import { join } from 'node:path'

async function digestUnder(TZ: string): Promise<string> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'digest.ts')], {
    env: { ...process.env, TZ },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect(errors).toBe('')
  return output.trim()
}

test('no answer depends on the time zone of the process', async () => {
  const digest = await digestUnder('UTC')
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(await digestUnder('America/New_York')).toBe(digest)
  expect(await digestUnder('Pacific/Auckland')).toBe(digest)
})
