import type { SyncStatus } from '../../data/types'

/** Reasons that the client finds by itself, or acts upon, as words of the dictionary. */
export const REASON = {
  lost: 'lost',
  gone: 'gone',
  forbidden: 'forbidden',
  noCalendar: 'noCalendar',
  invalid: 'invalid',
  clash: 'clash',
  conflict: 'conflict',
} as const

/** The server's reason as a word of the dictionary, or in its own sentence where the dictionary does not have it. */
export function wordFor({ errorCode, error = '' }: SyncStatus, dictionary: object): string {
  return errorCode && Object.hasOwn(dictionary, errorCode) ? errorCode : error
}
