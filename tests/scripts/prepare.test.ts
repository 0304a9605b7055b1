import { expect, test } from 'bun:test'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout } from '../support/checkout'

test('without npm, which checks what it fetches, no Bun is installed: the way to it is said', async () => {
  const folder = await checkout()
  const programs = join(folder, 'programs')
  await mkdir(programs)
  for (const name of ['bash', 'dirname', 'mkdir', 'sed', 'touch']) {
    await symlink(Bun.which(name) ?? '', join(programs, name))
  }
  await writeFile(join(programs, 'curl'), `#!/bin/bash\ntouch "${folder}/fetched"\n`, { mode: 0o755 })
  const child = Bun.spawn(['bash', '-c', 'source bin/prepare.sh; use_bun'], {
    cwd: folder,
    env: { PATH: programs },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const words = await new Response(child.stderr).text()
  expect(await child.exited).toBe(1)
  expect(words).toContain('npm is missing')
  expect(await Bun.file(join(folder, 'fetched')).exists()).toBe(false)
})
