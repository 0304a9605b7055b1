import { describe, expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const SRC = join(import.meta.dir, '../src')

/** Each floor may look down, never up; the pure iCalendar functions are the cellar, open to all but the platform. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ical: ['ical'],
  platform: ['platform'],
  household: ['household', 'platform', 'ical'],
  identity: ['identity', 'household', 'platform', 'ical'],
  calendar: ['calendar', 'household', 'platform', 'ical'],
  features: ['features', 'calendar', 'identity', 'household', 'platform', 'ical'],
}

interface Import {
  from: string
  to: string
}

const transpiler = new Bun.Transpiler({ loader: 'ts' })
const files = [...new Bun.Glob('**/*.ts').scanSync(SRC)].filter((file) => file.includes('/'))

const imports: Import[] = []
for (const file of files) {
  const text = await Bun.file(join(SRC, file)).text()
  // Types count too, and the transpiler drops their imports.
  const withTypes = text.replaceAll(/^import type /gm, 'import ').replaceAll(/([{,]\s*)type /g, '$1')
  for (const { path } of transpiler.scanImports(`${withTypes}\nexport {}`)) {
    const to = relative(SRC, join(SRC, dirname(file), path))
    if (path.startsWith('.') && !to.startsWith('..')) imports.push({ from: file, to })
  }
}

const floorOf = (path: string) => (path.startsWith('calendar/ical/') ? 'ical' : (path.split('/')[0] ?? ''))
const isFile = new Set(files)

/** The files that import each other in a circle: those that are left when whoever imports none of the rest is taken away. */
function filesInCircles(all: Import[]): string[] {
  const fileOf = (path: string) => [`${path}.ts`, `${path}/index.ts`].find((file) => isFile.has(file))
  let left = all.map(({ from, to }) => ({ from, to: fileOf(to) ?? '' }))
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length
    const importing = new Set(left.map(({ from }) => from))
    const imported = new Set(left.map(({ to }) => to))
    left = left.filter(({ from, to }) => importing.has(to) && imported.has(from))
  }
  return [...new Set(left.map(({ from }) => from))].sort()
}

const describeImport = ({ from, to }: Import) => `${from} → ${to}`

describe('the house keeps its floors', () => {
  test('there are imports to look at', () => {
    expect(imports.length).toBeGreaterThan(50)
    expect(Object.keys(MAY_IMPORT)).toEqual(expect.arrayContaining([...new Set(files.map(floorOf))]))
  })

  test('arrows point down only', () => {
    const wrong = imports.filter(({ from, to }) => !MAY_IMPORT[floorOf(from)]?.includes(floorOf(to)))
    expect(wrong.map(describeImport)).toEqual([])
  })

  test('no file imports itself through others', () => {
    expect(filesInCircles(imports)).toEqual([])
  })

  test('no feature imports the inside of another', () => {
    const feature = (path: string) => path.split('/').slice(0, 2).join('/')
    const mayImport = (from: string, to: string) => feature(from) === feature(to) || feature(to) === 'features/shared'
    const wrong = imports.filter(
      ({ from, to }) => floorOf(from) === 'features' && floorOf(to) === 'features' && !mayImport(from, to),
    )
    expect(wrong.map(describeImport)).toEqual([])
  })
})
