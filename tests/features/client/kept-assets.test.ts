import { beforeEach, expect, test } from 'bun:test'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { client, keepAssets } from '../../../src/features/client'
import { servers } from '../../support/servers'

const NOW = new Date('2026-11-20T12:00:00Z')
const daysLater = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000)

let kept: string
beforeEach(async () => {
  kept = await servers.folder('kept')
})

/** The built client of a version, whose one part has this name. */
async function version(part: string): Promise<string> {
  const folder = await servers.folder('public')
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), `<script src="/assets/${part}">`)
  await writeFile(join(folder, 'assets', part), `// ${part}`)
  await writeFile(join(folder, 'assets', `${part}.gz`), Bun.gzipSync(`// ${part}`))
  return folder
}

async function ask(folder: string, path: string, keptFolder: string | null = kept) {
  const app = client(folder, { keptFolder, isStranger: () => true })
  const headers = { 'accept-encoding': 'gzip' }
  const answer = await app.handle(new Request(`http://localhost${path}`, { headers }))
  return {
    status: answer.status,
    encoding: answer.headers.get('content-encoding'),
    caching: answer.headers.get('cache-control'),
  }
}

test('a page of either version gets its parts from a process of the other', async () => {
  const [before, after] = [await version('lists-1111.js'), await version('lists-2222.js')]
  await Promise.all([keepAssets(before, kept, NOW), keepAssets(after, kept, NOW), keepAssets(after, kept, NOW)])
  const whole = { status: 200, encoding: 'gzip', caching: 'public, max-age=31536000, immutable' }
  expect(await ask(before, '/assets/lists-2222.js')).toEqual(whole)
  expect(await ask(after, '/assets/lists-1111.js')).toEqual(whole)
  expect((await ask(after, '/assets/lists-1111.js', null)).status).not.toBe(200)
  expect((await ask(after, '/assets/lists-3333.js')).status).not.toBe(200)
  expect((await ask(after, '/assets/..%2f..%2fetc/passwd')).status).not.toBe(200)
})

test('what no version has started with for 30 days goes', async () => {
  const [before, after] = [await version('lists-1111.js'), await version('lists-2222.js')]
  await keepAssets(before, kept, NOW)
  await keepAssets(after, kept, daysLater(29))
  expect(await readdir(join(kept, 'assets'))).toContain('lists-1111.js')
  await keepAssets(after, kept, daysLater(31))
  expect((await readdir(join(kept, 'assets'))).toSorted()).toEqual(['lists-2222.js', 'lists-2222.js.gz'])
})

test('a version without a built client keeps nothing, and takes nothing away', async () => {
  await keepAssets(await version('lists-1111.js'), kept, NOW)
  await keepAssets(await servers.folder('empty'), kept, NOW)
  expect(await readdir(join(kept, 'assets'))).toHaveLength(2)
})
