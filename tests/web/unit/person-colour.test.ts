import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'

const STYLES = join(import.meta.dir, '../../../web/src/styles')

test('a person’s colour makes no angle of a channel, which WebKit would take for radians', async () => {
  const sheets = await Array.fromAsync(new Glob('**/*.css').scan({ cwd: STYLES, absolute: true }))
  const texts = await Promise.all(sheets.map((path) => Bun.file(path).text()))
  expect(texts.some((text) => /cos\(\(h - /.test(text))).toBe(true)
  expect(texts.filter((text) => /\*\s*1(deg|rad|turn)\b/.test(text))).toEqual([])
})
