import { outbox } from '../../platform/db/schema'

/** How a row stands; README.md tells what leads from each to each. */
export type State = typeof outbox.$inferSelect.status

export const STATES = outbox.status.enumValues

export const ENDED = STATES.filter((state) => state !== 'pending')

/** What its author sees, and may retry or discard. */
export const NOT_DONE = STATES.filter((state) => state !== 'done')

export const UNMADE = STATES.filter((state) => state === 'failed' || state === 'dead')
