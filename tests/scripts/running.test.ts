import { expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunning, noteRunning } from '../../scripts/local/running'
import { servers } from '../support/servers'

const URL_OF_IT = 'http://localhost:3001'

test('who runs is found by others until its end, and neither by itself nor in place of whoever has its number now', async () => {
  const path = join(await servers.folder('running'), 'running')
  expect(await findRunning(path, 'waiting')).toBeNull()
  const own = await noteRunning(path, URL_OF_IT)
  expect(await readFile(path, 'utf8')).toBe(`${process.pid} ${URL_OF_IT}\n`)
  expect(await findRunning(path, 'test')).toBeNull()

  // A shell that waits by itself: while a process turns into another command it has no command line.
  const other = Bun.spawn(['sh', '-c', 'echo waiting; read _'], { stdin: 'pipe', stdout: 'pipe' })
  await other.stdout.getReader().read()
  await writeFile(path, `${other.pid} ${URL_OF_IT}\n`)
  expect(await findRunning(path, 'waiting')).toBe(URL_OF_IT)
  expect(await findRunning(path, 'demo.ts')).toBeNull()
  other.kill()
  await other.exited
  expect(await findRunning(path, 'waiting')).toBeNull()

  await own.forget()
  expect(await findRunning(path, 'waiting')).toBeNull()
})
