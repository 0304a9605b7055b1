import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { licensesOf } from '../../scripts/build/licenses'
import { packageFolder, packagesOf } from '../../scripts/build/packages'
import { sbomOf } from '../../scripts/build/sbom'
import { rejectionOf } from '../support/rejection'

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
    expect(await licensesOf(await packagesOf(root, paths))).toBe(
      [
        '@board/cork 1.0.0\n=================\nLicense: ISC\n\nFrom trees.\n\nWith glue.\n\nFree to cut.\n',
        'pins 1.0.0\n==========\nLicense: MIT\n\nFree to pin.\n',
      ].join('\n'),
    )
  })

  test('are not made of a package that states no license', async () => {
    await install('found-on-the-street', {})
    const found = await packagesOf(root, ['node_modules/found-on-the-street/index.js'])
    expect((await rejectionOf(licensesOf(found))).message).toContain('found-on-the-street states no license')
  })

  test('and its parts are listed for programs that look for known holes', async () => {
    await install('@board/glue', { version: '2.0.0', license: 'ISC' })
    const packages = await packagesOf(root, ['node_modules/@board/glue/a.js'])
    const whole = { name: 'corkboard', version: '0.1.0', license: 'MIT', engines: { bun: '1.4.5' } }
    expect(JSON.parse(sbomOf(whole, packages))).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'corkboard', version: '0.1.0' } },
      components: [
        { name: 'bun', version: '1.4.5' },
        { purl: 'pkg:npm/%40board/glue@2.0.0', licenses: [{ expression: 'ISC' }] },
      ],
    })
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
