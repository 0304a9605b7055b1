import type { SyncStatus } from '../../data/types'

/** Reasons that the client finds by itself, or acts upon, as words of the dictionary. */
export const OWN_REASONS = [
  'lost',
  'gone',
  'forbidden',
  'invited',
  'noCalendar',
  'invalid',
  'clash',
  'conflict',
] as const

export type OwnReason = (typeof OWN_REASONS)[number]

/** The server's reason as a word of the dictionary, or in its own sentence where the dictionary does not have it. */
export function wordFor({ errorCode, error = '' }: SyncStatus, dictionary: object): string {
  return errorCode && Object.hasOwn(dictionary, errorCode) ? errorCode : error
}
