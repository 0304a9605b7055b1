/** Runs once before all tests: one MariaDB and one Radicale for the whole run, gone with it. */
import { afterAll } from 'bun:test'
import { plugin } from 'bun'
import { servers } from './servers'

/**
 * Servers are started inside hooks; a busy machine is no failure. A test that reaches its limit takes the browser and the
 * servers with it: single steps fail long before.
 */
const PATIENCE_MS = 300_000

// Bun gives every file its own default of 5 s: bunfig.toml has no key for it, and `setDefaultTimeout` called here would
// hold for the first file alone. Put in front of each file, on its first line, so that line numbers stay.
plugin({
  name: 'patience',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.test\.ts$/ }, async ({ path }) => {
      const call = `import { setDefaultTimeout as setPatience } from 'bun:test'; setPatience(${PATIENCE_MS}); `
      return { contents: call + (await Bun.file(path).text()), loader: 'ts' }
    })
  },
})

afterAll(() => servers.stopAll(), PATIENCE_MS)
