import { type Connection, type ConnectOptions, connect } from '../../../src/calendar/caldav/client'
import { readConfig } from '../../../src/platform/config'
import { createMetrics } from '../../../src/platform/metrics'
import { makeCalendar, removeCalendars } from '../../support/caldav'
import type { CastName } from '../../support/cast'
import { TestClock } from '../../support/clock'
import { TEST_ENCRYPTION_KEY, TEST_SESSION_SECRET } from '../../support/household'
import { type FaultProxy, startProxy } from '../../support/proxy'
import { CALDAV_USERS, servers } from '../../support/servers'

/** What the edge needs to know of the service, with `caldavUrl` as the operator's server. */
export function edgeContext(caldavUrl?: string) {
  const config = readConfig({
    DB_HOST: '127.0.0.1',
    DB_USER: 'nobody',
    DB_PASSWORD: '',
    DB_NAME: 'none',
    LOCAL_SESSION_SECRET: TEST_SESSION_SECRET,
    APP_PASSWORD_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    CALDAV_URL: caldavUrl,
  })
  return { config, now: new TestClock().now, metrics: createMetrics() }
}

/** A member's account on a server that the operator configured. */
export function connectAs(who: CastName, base: string, options: ConnectOptions = {}): Connection {
  const account = { username: who, password: CALDAV_USERS[who] ?? '', homeUrl: new URL(`${who}/`, base).href }
  return connect(edgeContext(base), account, options)
}

/** Ada's connection to the run's CalDAV server, through a proxy that does harm on request. */
export interface Edge {
  proxy: FaultProxy
  ada: Connection
  /** Makes a calendar of hers; its path, and its URL as the connection sees it. */
  calendar(): Promise<{ path: string; url: string }>
  close(): Promise<void>
}

export async function openEdge(): Promise<Edge> {
  const proxy = await startProxy((await servers.radicale()).url)
  return {
    proxy,
    ada: connectAs('ada', proxy.url),
    async calendar() {
      const path = await makeCalendar('ada')
      return { path, url: new URL(path, proxy.url).href }
    },
    async close() {
      await proxy.stop()
      await removeCalendars('ada')
    },
  }
}
