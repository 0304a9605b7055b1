/** Runs once before all tests: one MariaDB and one Radicale for the whole run, gone with it. */
import { afterAll, setDefaultTimeout } from 'bun:test'
import { servers } from './servers'

/** Servers are started inside hooks; a busy machine is no failure. */
setDefaultTimeout(30_000)

afterAll(() => servers.stopAll())
