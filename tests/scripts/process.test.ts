import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../../scripts/local/process'
import { servers } from '../support/servers'

test('the log of a server that is started again begins anew, with all that both of its outputs say', async () => {
  const log = join(await servers.folder('process'), 'service.log')
  for (const said of ['once upon a time', 'now']) {
    await startServer(['sh', '-c', `echo ${said}; echo a warning >&2`], { log }).exited
  }
  expect(await readFile(log, 'utf8')).toBe('now\na warning\n')
})
