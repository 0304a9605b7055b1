import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { circlesOf, type Import, importsWithin } from './support/imports'

const describeImport = ({ from, to }: Pick<Import, 'from' | 'to'>) => `${from} → ${to}`
const folderOf = (path: string) => path.split('/')[0] ?? ''

describe('the service keeps its floors', async () => {
  /** Each floor may look down, never up; the pure iCalendar functions are the cellar, open to all but the platform. */
  const MAY_IMPORT: Record<string, readonly string[]> = {
    ical: ['ical'],
    platform: ['platform'],
    household: ['household', 'platform', 'ical'],
    identity: ['identity', 'household', 'platform', 'ical'],
    calendar: ['calendar', 'household', 'platform', 'ical'],
    features: ['features', 'calendar', 'identity', 'household', 'platform', 'ical'],
  }
  const floorOf = (path: string) => (path.startsWith('calendar/ical/') ? 'ical' : folderOf(path))
  const all = await importsWithin(join(import.meta.dir, '../src'))
  // The files at the top put the floors together.
  const imports = all.filter(({ from }) => from.includes('/'))

  test('there are imports to look at', () => {
    expect(imports.length).toBeGreaterThan(50)
    expect(Object.keys(MAY_IMPORT)).toEqual(
      expect.arrayContaining([...new Set(imports.map(({ from }) => floorOf(from)))]),
    )
  })

  test('arrows point down only', () => {
    const wrong = imports.filter(({ from, to }) => !MAY_IMPORT[floorOf(from)]?.includes(floorOf(to)))
    expect(wrong.map(describeImport)).toEqual([])
  })

  test('no feature imports the inside of another', () => {
    const feature = (path: string) => path.split('/').slice(0, 2).join('/')
    const mayImport = (from: string, to: string) => feature(from) === feature(to) || feature(to) === 'features/shared'
    const wrong = imports.filter(
      ({ from, to }) => floorOf(from) === 'features' && floorOf(to) === 'features' && !mayImport(from, to),
    )
    expect(wrong.map(describeImport)).toEqual([])
  })

  test('no files import each other in a circle', () => {
    expect(circlesOf(all.filter(({ isTypeOnly }) => !isTypeOnly))).toEqual([])
  })
})

describe('the client keeps its floors', async () => {
  const PARTS = ['ui', 'outbox', 'data', 'i18n', 'lib', 'router']
  const FRAME = ['shell', 'forms', ...PARTS]
  /** Only types may look up. What is loaded later, by `import()`, counts as any other import. */
  const MAY_IMPORT: Record<string, readonly string[]> = {
    lib: [],
    router: ['lib'],
    i18n: ['lib'],
    data: ['lib'],
    outbox: ['data', 'lib'],
    ui: ['data', 'i18n', 'router', 'lib'],
    forms: PARTS,
    shell: PARTS,
    account: FRAME,
    admin: FRAME,
    lists: FRAME,
    calendar: ['lists', ...FRAME],
    elsewhere: FRAME,
    invitation: FRAME,
    people: FRAME,
    setup: FRAME,
    signin: FRAME,
    share: ['calendar', 'lists', ...FRAME],
    wall: ['calendar', 'lists', ...FRAME],
    display: ['wall', 'calendar', 'lists', ...FRAME],
  }
  /** These put the floors together. */
  const TOP = ['main', 'app', 'areas', 'start']

  const floorOf = (path: string) => folderOf(path).replace(/\.tsx?$/, '')
  const all = await importsWithin(join(import.meta.dir, '../web/src'))
  const imports = all.filter(({ from, isTypeOnly }) => !isTypeOnly && !TOP.includes(floorOf(from)))

  test('there are imports to look at, and every folder has its floor', () => {
    expect(imports.length).toBeGreaterThan(500)
    expect(Object.keys(MAY_IMPORT)).toEqual(
      expect.arrayContaining([...new Set(imports.map(({ from }) => floorOf(from)))]),
    )
  })

  test('each floor may import only floors that stand before it, so that no folders make a circle', () => {
    const floors = Object.keys(MAY_IMPORT)
    const wrong = floors.filter((floor, height) => MAY_IMPORT[floor]!.some((other) => floors.indexOf(other) >= height))
    expect(wrong).toEqual([])
  })

  test('arrows point down only', () => {
    const wrong = imports.filter(
      ({ from, to }) => floorOf(from) !== floorOf(to) && !MAY_IMPORT[floorOf(from)]?.includes(floorOf(to)),
    )
    expect(wrong.map(describeImport)).toEqual([])
  })

  test('the calendar has floors of its own, below the files that put them together', () => {
    const floors = [
      'rule',
      'writes',
      'parts',
      'drag',
      'views',
      'search',
      'jump',
      'print',
      'import',
      'event-dialog',
      'quick-add',
      'event-card',
      'unsaved',
    ]
    const room = (path: string) => /^calendar\/([^/]+)\//.exec(path)?.[1]
    const inside = imports.flatMap(({ from, to }) => {
      const [above, below] = [room(from), room(to)]
      return above === undefined || below === undefined ? [] : [{ from, to, above, below }]
    })
    expect(floors).toEqual(expect.arrayContaining([...new Set(inside.map(({ above }) => above))]))
    const wrong = inside.filter(({ above, below }) => floors.indexOf(below) > floors.indexOf(above))
    expect(wrong.map(describeImport)).toEqual([])
  })

  test('no files import each other in a circle', () => {
    expect(circlesOf(all.filter(({ isTypeOnly }) => !isTypeOnly))).toEqual([])
  })
})

test('no module of the client that others import waits at its top: WebKit runs those before it is done', async () => {
  const source = join(import.meta.dir, '../web/src')
  const names = await Array.fromAsync(new Bun.Glob('**/*.{ts,tsx}').scan(source))
  const texts = await Promise.all(names.map((name) => Bun.file(join(source, name)).text()))
  // What is not indented stands in no function but one that its own line begins.
  const waiting = names.filter((_, index) => /^(?![\s/*])(?!.*\b(?:async|function)\b).*\bawait\b/m.test(texts[index]!))
  // Nobody imports what starts the client, and what listens for dropped files, but the page and an event.
  expect(waiting.sort()).toEqual(['calendar/import/drop.tsx', 'main.tsx'])
})

test('the README has a map of every folder of the client and of the calendar', async () => {
  const root = join(import.meta.dir, '..')
  const layout = (await Bun.file(join(root, 'README.md')).text()).split('\n## Layout\n')[1]!.split('\n## ')[0]!
  for (const house of ['web/src', 'web/src/calendar', 'src', 'src/calendar']) {
    const folders = (await readdir(join(root, house), { withFileTypes: true })).filter((entry) => entry.isDirectory())
    for (const { name } of folders) expect(layout).toMatch(new RegExp(`(^|  )${name}/ `, 'm'))
  }
})
