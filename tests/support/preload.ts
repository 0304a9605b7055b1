/** Runs once before all tests: one MariaDB and one Radicale for the whole run, gone with it. */
import { afterAll } from 'bun:test'
import { servers } from './servers'

afterAll(() => servers.stopAll())
