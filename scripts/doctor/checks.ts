import type { Check } from './check'
import { accounts } from './checks/accounts'
import { backups } from './checks/backups'
import { calendars } from './checks/calendars'
import { clock } from './checks/clock'
import { configuration } from './checks/configuration'
import { database } from './checks/database'
import { disk } from './checks/disk'
import { key } from './checks/key'
import { outbox } from './checks/outbox'
import { push } from './checks/push'
import { schema } from './checks/schema'
import { setup } from './checks/setup'
import { version } from './checks/version'
import { zone } from './checks/zone'

/** First, and alone: what the others read from. */
export const REACHING_DATABASE = database

/** Next, and alone: whether the others may read tables. */
export const COMPARING_SCHEMA = schema

/** Everything else, in the order in which it is said, the schema among it: a file of `checks/` each, and its line here. */
export const CHECKS: readonly Check[] = [
  version,
  configuration,
  schema,
  setup,
  key,
  accounts,
  calendars,
  outbox,
  backups,
  push,
  clock,
  zone,
  disk,
]
