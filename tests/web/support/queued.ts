import type { Queued } from '../../../web/src/outbox/queued'

/** A write that has not been sent yet, whatever it says. */
export const QUEUED: Queued = {
  id: 'w1',
  key: 'k1',
  isIdempotent: false,
  stage: 'held',
  since: 0,
  undoUntil: 0,
  sendAfter: 0,
  tries: 0,
  isSecondTry: false,
  unclearSince: null,
  reason: null,
}
