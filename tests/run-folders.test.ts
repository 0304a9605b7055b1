import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runPrefix, sweepAbandoned } from './support/abandoned'
import { servers } from './support/servers'

test('of the folders of runs only those go whose run is over, and none that is called otherwise', async () => {
  const parent = await servers.folder('sweeping')
  const over = Bun.spawn(['true'])
  await over.exited
  const kept = [`${runPrefix()}own`, `corkboard-test-${over.pid}oBzv`, 'corkboard-test-4N8lH1', 'something else'].sort()
  for (const name of [...kept, `corkboard-test-${over.pid}-left`]) await mkdir(join(parent, name))
  await sweepAbandoned(parent)
  expect((await readdir(parent)).sort()).toEqual(kept)
})
