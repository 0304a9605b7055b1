import { expect, test } from 'bun:test'
import { version } from '../../../package.json'
import { ask } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(openHousehold)

test('a process that lives says of which version it is, and of no commit where it runs from the sources', async () => {
  const { status, body } = await ask(household, null, 'GET /health/live')
  expect({ status, body }).toEqual({ status: 200, body: { ok: true, version, commit: null } })
})
