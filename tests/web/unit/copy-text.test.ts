import { afterEach, expect, test } from 'bun:test'
import { copyText } from '../../../web/src/lib/copy-text'

const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
const withClipboard = (clipboard: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })

afterEach(() => {
  if (before === undefined) Reflect.deleteProperty(navigator, 'clipboard')
  else Object.defineProperty(navigator, 'clipboard', before)
})

test.each([
  ['copies', { writeText: () => Promise.resolve() }, true],
  ['may not', { writeText: () => Promise.reject(new Error('NotAllowedError')) }, false],
  ['has no clipboard, as on plain http', undefined, false],
])('a browser that %s', async (_, clipboard, expected) => {
  withClipboard(clipboard)
  expect(await copyText('secret')).toBe(expected)
})
