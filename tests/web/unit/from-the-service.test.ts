import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dir, '../../..')
const CLIENT = join(ROOT, 'web/src')
const sources = await Promise.all(
  [...new Bun.Glob('**/*.{ts,tsx}').scanSync(CLIENT)].map(async (name) => ({
    name,
    text: await Bun.file(join(CLIENT, name)).text(),
  })),
)

test('what the client takes from the service, types apart, brings nothing else along', async () => {
  const taken = new Set<string>()
  for (const { name, text } of sources) {
    for (const [, path = ''] of text.matchAll(/^(?:import|export) (?!type )[^'"]*from '(\.[^']+)'/gm)) {
      const target = relative(ROOT, join(CLIENT, dirname(name), path))
      if (target.startsWith('src/')) taken.add(target)
    }
  }
  expect([...taken]).toContain('src/platform/limits')
  // Neighbours in the same folder are as small; what is below all floors, and the letters, are held to the same.
  for (const path of taken) {
    const text = await Bun.file(join(ROOT, `${path}.ts`)).text()
    const imports = [...text.matchAll(/^import (?!type )[^'"]*from '([^']+)'/gm)].map(([, from = '']) => from)
    expect(
      imports.filter(
        (from) => !/^(\.|(\.\.\/)+calendar\/ical|(\.\.\/)+platform(?=\/basic-letters$))\/[^/]+$/.test(from),
      ),
    ).toEqual([])
    for (const from of imports) taken.add(join(dirname(path), from))
  }
})

test('a field is as long as the service allows', () => {
  const fields = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/maxLength=\{(.*?)\}/g)].map(([, limit = '']) => `${name}: ${limit}`),
  )
  expect(fields.length).toBeGreaterThan(15)
  expect(fields.filter((field) => !/: (MAX_[A-Z_]+_LENGTH|maxLength)$/.test(field))).toEqual([])
})
