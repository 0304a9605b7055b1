/** What may have become of a queued write; `dead`: its server did not answer for too long. */
export const OUTBOX_STATES = ['pending', 'failed', 'dead', 'done'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]

/** States of writes that are not done, and of which their authors hear. */
export const UNSETTLED = ['pending', 'failed', 'dead'] as const satisfies readonly OutboxState[]
