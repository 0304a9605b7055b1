import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { SHARED_COLOR } from '../../../src/household/palette'

test('the shared colour of the client is that of the service', async () => {
  const tokens = await Bun.file(join(import.meta.dir, '../../../web/src/styles/tokens.css')).text()
  expect(/--everyone: (#[0-9a-f]{6});/i.exec(tokens)?.[1]?.toUpperCase()).toBe(SHARED_COLOR)
})
