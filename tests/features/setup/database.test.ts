import { expect, test } from 'bun:test'
import { createApp } from '../../../src/app'
import { openDatabase } from '../../../src/platform/db/client'
import { createMetrics } from '../../../src/platform/metrics'
import { ask, seatCast } from '../../support/cast'
import { openHousehold } from '../../support/household'

test('a database that is down is what the check finds, in the wizard’s words', async () => {
  const household = await openHousehold()
  const unreachable = openDatabase({ ...household.config.database, port: 9 })
  const app = createApp({ ...household.ctx, db: unreachable.db, metrics: createMetrics() })

  const check = await ask({ app }, null, 'POST /api/setup/validate/db')
  expect({ status: check.status, body: check.body }).toEqual({
    status: 503,
    body: { ok: false, error: 'The database cannot be reached' },
  })
  const { cookie } = (await seatCast(household.ctx)).ada
  for (const request of ['GET /api/me', 'GET /api/admin/members', 'POST /api/me/link-oidc']) {
    const { status, body } = await ask({ app }, { cookie }, request)
    expect({ request, status, body }).toEqual({ request, status: 503, body: { error: 'Service unavailable' } })
  }
  for (const request of ['GET /api/setup/status', 'POST /api/setup/complete', 'GET /api/auth/mode', 'GET /callback']) {
    const { status, body } = await ask({ app }, null, request)
    expect({ request, status, body }).toEqual({ request, status: 503, body: { error: 'Service unavailable' } })
  }
  await unreachable.close()
  await household.close()
})
