import { beforeEach, expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json'
import { replaceBuild } from '../../scripts/build/replace'
import { servers } from '../support/servers'

let opt: string
let folder: string
beforeEach(async () => {
  opt = await servers.folder('opt')
  folder = join(opt, 'corkboard')
})

/** Fills a folder as a build of that version. */
const build = (version: string) => async (draft: string) => {
  await Bun.write(join(draft, 'package.json'), JSON.stringify({ name: packageJson.name }))
  await Bun.write(join(draft, 'index.js'), version)
}
const installed = () => Bun.file(join(folder, 'index.js')).text()

test('what runs from a folder has its files until the next version is whole', async () => {
  await replaceBuild(folder, build('first'))
  await replaceBuild(folder, async (draft) => {
    await build('second')(draft)
    expect(await installed()).toBe('first')
  })
  expect(await installed()).toBe('second')
  expect(await readdir(opt)).toEqual(['corkboard'])
})

test('the user of the service may read it, whoever has built it, and from whichever files', async () => {
  const umask = process.umask(0o077)
  try {
    await replaceBuild(folder, async (draft) => {
      await build('first')(draft)
      await Bun.write(join(draft, 'drizzle/0000_household.sql'), 'create table members')
    })
  } finally {
    process.umask(umask)
  }
  const modes = ['', 'index.js', 'drizzle', 'drizzle/0000_household.sql'].map(async (path) => {
    return ((await stat(join(folder, path))).mode & 0o777).toString(8)
  })
  expect(await Promise.all(modes)).toEqual(['755', '644', '755', '644'])
})

test('a build that fails leaves the version before as it was, and nothing beside it', async () => {
  await replaceBuild(folder, build('first'))
  const failing = replaceBuild(folder, async (draft) => {
    await build('half')(draft)
    throw new Error('does not compile')
  })
  expect(await failing.catch(String)).toBe('Error: does not compile')
  expect(await installed()).toBe('first')
  expect(await readdir(opt)).toEqual(['corkboard'])
})

test.each([
  ['letters', { 'letter.txt': 'Dear Ada' }],
  ['a clone', { 'package.json': JSON.stringify(packageJson), 'src/index.ts': '' }],
  ['another service', { 'package.json': '{ "name": "other" }', 'index.js': '' }],
])('a folder with %s is refused and left alone', async (_, files) => {
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder, name), content)
  const refused = replaceBuild(folder, build('first'))
  expect(await refused.catch(String)).toContain('holds something that is no build')
  expect((await readdir(folder)).toSorted()).toEqual(
    [...new Set(Object.keys(files).map((name) => name.split('/')[0]!))].toSorted(),
  )
})

test('an empty folder is filled', async () => {
  await replaceBuild(opt, build('first'))
  expect((await readdir(opt)).toSorted()).toEqual(['index.js', 'package.json'])
})
