import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { licensesOf, packageFolder } from '../../scripts/build/licenses'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'corkboard-licenses-'))
})
afterAll(() => rm(root, { recursive: true }))

async function install(name: string, manifest: object, files: Record<string, string> = {}) {
  const folder = join(root, 'node_modules', name)
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }))
  for (const [file, text] of Object.entries(files)) await Bun.write(join(folder, file), text)
}

describe('the notices of what was bundled', () => {
  test('name every package once, by name, with its license and the texts it brings along', async () => {
    await install('pins', { license: 'MIT' }, { LICENSE: 'Free to pin.', 'README.md': 'How to pin.' })
    await install(
      '@board/cork',
      { license: { type: 'ISC' } },
      { 'license.md': 'Free to cut.', NOTICE: 'From trees.', 'b.js.LICENSE.txt': 'With glue.' },
    )
    const paths = ['node_modules/pins/a.js', 'src/index.ts', 'node_modules/@board/cork/b.js', 'node_modules/pins/c.js']
    expect(await licensesOf(root, paths)).toBe(
      [
        '@board/cork 1.0.0\n=================\nLicense: ISC\n\nFrom trees.\n\nWith glue.\n\nFree to cut.\n',
        'pins 1.0.0\n==========\nLicense: MIT\n\nFree to pin.\n',
      ].join('\n'),
    )
  })

  test('are not made of a package that states no license', async () => {
    await install('found-on-the-street', {})
    await expect(licensesOf(root, ['node_modules/found-on-the-street/index.js'])).rejects.toThrow(
      'found-on-the-street states no license',
    )
  })

  test.each([
    ['/app/src/index.ts', null],
    ['/app/node_modules/pins/a.js', '/app/node_modules/pins'],
    ['/app/node_modules/@board/cork/lib/b.js', '/app/node_modules/@board/cork'],
    ['/app/node_modules/pins/node_modules/cork/b.js', '/app/node_modules/pins/node_modules/cork'],
  ])('belong to the innermost package: %s', (path, folder) => {
    expect(packageFolder(path)).toBe(folder)
  })
})
