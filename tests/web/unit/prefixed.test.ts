import { expect, test } from 'bun:test'
import { join } from 'node:path'

const STYLES = join(import.meta.dir, '../../../web/src/styles')
/** The whole value of each, by its name with a prefix or without. */
const USER_SELECT = /^\s*(-webkit-)?user-select: (\w+);$/gm

test('what can be selected is told to Safari, too, which knows the property by its prefix alone', async () => {
  const untold: string[] = []
  for await (const file of new Bun.Glob('**/*.css').scan(STYLES)) {
    const said = [...(await Bun.file(join(STYLES, file)).text()).matchAll(USER_SELECT)]
    const values = (isPrefixed: boolean) =>
      said.flatMap(([, prefix, value]) => ((prefix !== undefined) === isPrefixed ? value! : []))
    if (values(false).join() !== values(true).join()) untold.push(file)
  }
  expect(untold).toEqual([])
})
