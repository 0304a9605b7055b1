import type { SecondaryDictionary } from '../i18n/secondary'

type Reason = keyof SecondaryDictionary['admin']['sync']['reasons']

/** The service's own words for each trouble, in English; the client says them in the language of whoever reads. */
const REASONS: readonly (readonly [RegExp, Reason])[] = [
  // First: it goes on with any of the others.
  [/^The subscription cannot be read/, 'fromElsewhere'],
  [/could not be reached/, 'unreachable'],
  [/not found under its name/, 'unknownHost'],
  [/kind of sign-in/, 'unknownSignIn'],
  [/incomplete or not understood/, 'malformed'],
  [/too large/, 'tooLarge'],
  [/answers slowly/, 'slow'],
  [/address that is not allowed/, 'forbiddenAddress'],
  [/refused the app password/, 'password'],
  [/does not allow access/, 'access'],
  [/does not exist on the server/, 'missing'],
  [/is busy/, 'busy'],
  [/does not open/, 'key'],
  [/without a calendar account/, 'noAccount'],
]

export function reasonOf(error: string): Reason {
  return REASONS.find(([pattern]) => pattern.test(error))?.[1] ?? 'other'
}
