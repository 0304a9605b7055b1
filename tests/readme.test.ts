import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import packageJson from '../package.json'
import { VARIABLE_NAMES } from '../src/platform/variables'
import { type Household, openHousehold } from './support/household'

const read = (path: string) => Bun.file(join(import.meta.dir, '..', path)).text()

const README = await read('README.md')
const section = (title: string) => README.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const firstColumn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '')

const sorted = (names: Iterable<string>) => [...new Set(names)].sort()
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

describe('the README is true', () => {
  test('every variable that is read is explained, and no other', async () => {
    const readers = [
      ...new Glob('**/{config,settings,*-settings}.ts').scanSync(join(import.meta.dir, '../src/platform')),
    ]
    const config = (await Promise.all(readers.map((file) => read(`src/platform/${file}`)))).join('\n')
    const known = matches(
      config,
      /(?:env\.|\b(?:text|verbatim|secret|required|port|url|oneOf|seconds)\(')([A-Z][A-Z0-9_]+)\b/g,
    )
    expect(sorted(VARIABLE_NAMES)).toEqual(sorted(known))
    const explained = firstColumn(section('Configuration')).flatMap((cell) => matches(cell, /`([A-Z0-9_]+)`/g))
    expect(sorted(explained)).toEqual(sorted(known))
    const example = matches(await read('.env.example'), /^(?:# )?([A-Z][A-Z0-9_]+)=/gm)
    expect(sorted(example)).toEqual(sorted(known))
  })

  test('every script is explained, and no other', () => {
    const explained = matches(section('Commands'), /`(?:bun run ([a-z:]+)|prepare)/g).filter((name) => name !== '')
    const scripts = Object.keys(packageJson.scripts).filter((name) => name !== 'prepare')
    expect(sorted(explained)).toEqual(sorted(scripts))
    expect(section('Commands')).toContain('`prepare`')
  })

  test('every dependency has its reason, and no other', () => {
    const explained = firstColumn(section('Dependencies').replaceAll(/^\| (?=[@a-z])/gm, '| `'))
      .flatMap((cell) => cell.replaceAll('`', '').split(','))
      .map((name) => name.trim())
    const installed = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies })
    const unexplained = installed.filter((name) => !explained.includes(name) && !name.startsWith('@types/'))
    const unknown = explained.filter((name) => !['', 'package', '@types/*'].includes(name) && !installed.includes(name))
    expect({ unexplained, unknown }).toEqual({ unexplained: [], unknown: [] })
  })

  describe('the interface', () => {
    let household: Household
    beforeAll(async () => {
      household = await openHousehold()
    })
    afterAll(() => household.close())

    test('every route is listed, and no other', () => {
      const listed = matches(section('Interface'), /`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]+)`/g)
      const routes = household.app.routes
        .filter(({ path }) => !path.includes('*') && path !== '/api' && !path.includes('.'))
        .map(({ method, path }) => `${method} ${path}`)
      expect(sorted(listed)).toEqual(sorted(routes))
    })
  })
})
