/**
 * Why a feed could not be read, as a code: `unreachable`, `timeout`, `certificate`, `address` (not a public one),
 * `redirect`, `status-` and a number, `encoding`, `not-calendar`, `truncated`, `too-large`, `unreadable` (none of its
 * events is), `empty`, `sealed` (its stored address does not open).
 */
export type FeedReason =
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'address'
  | 'redirect'
  | `status-${number}`
  | 'encoding'
  | 'not-calendar'
  | 'truncated'
  | 'too-large'
  | 'unreadable'
  | 'empty'
  | 'sealed'

/** The feed cannot be read; nothing of its address is in the message. */
export class FeedError extends Error {
  override name = 'FeedError'
  constructor(
    readonly reason: FeedReason,
    /** When the server wants to be asked again at the earliest. */
    readonly retryAfter: Date | null = null,
  ) {
    super(reason)
  }
}

const WORDS: Partial<Record<string, string>> = {
  unreachable: 'its server does not answer.',
  timeout: 'it takes too long.',
  certificate: 'the certificate of its server is not valid.',
  address: 'its address is not a public one.',
  redirect: 'it leads on and on, or to where no feed can be.',
  encoding: 'it is packed in a way that cannot be read.',
  'not-calendar': 'what comes is not a calendar.',
  truncated: 'it breaks off before its end.',
  'too-large': 'it is too large.',
  unreadable: 'none of its events can be read.',
  empty: 'it has become empty; its next answer decides.',
  sealed: 'its address does not open with APP_PASSWORD_ENCRYPTION_KEY.',
}

/** The reason as a sentence for people. */
export function explainReason(reason: string): string {
  const words = WORDS[reason] ?? `its server answers with status ${reason.replace('status-', '')}.`
  return `The subscription cannot be read: ${words}`
}
