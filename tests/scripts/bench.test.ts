import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { servers } from '../support/servers'

const BENCH = join(import.meta.dir, '../../bench/index.ts')

test.each([[['nope']], [['reads', 'figure']], [['--help']]])(
  '%j is refused, and the figures of before stay',
  async (args) => {
    const cwd = await servers.folder('bench')
    const child = Bun.spawn([process.execPath, BENCH, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    expect(await child.exited).toBe(1)
    expect(words).toContain(`There is no ${args.at(-1)} among `)
    expect({ output, left: await readdir(cwd) }).toEqual({ output: '', left: [] })
  },
)
