import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { servers } from '../support/servers'

const BUILD = join(import.meta.dir, '../../scripts/build.ts')

test.each([[['--help']], [['a', 'b']], [['--minify', 'a']]])(
  '%j is answered with the usage, and nothing is built',
  async (args) => {
    const cwd = await servers.folder('build')
    const child = Bun.spawn([process.execPath, BUILD, ...args], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    expect(await new Response(child.stderr).text()).toStartWith('Usage: bun run build [FOLDER]')
    expect(await child.exited).toBe(1)
    expect(await readdir(cwd)).toEqual([])
  },
)
