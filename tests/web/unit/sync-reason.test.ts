import { expect, test } from 'bun:test'
import { CalDavError, type CalDavErrorKind, explain } from '../../../src/calendar/caldav/error'
import { explainReason } from '../../../src/calendar/feeds/error'
import { reasonOf } from '../../../web/src/admin/sync-reason'

test.each([
  ['network', 0, 'unreachable'],
  ['unknown-host', 0, 'unknownHost'],
  ['unknown-sign-in', 401, 'unknownSignIn'],
  ['malformed', 207, 'malformed'],
  ['too-large', 200, 'tooLarge'],
  ['interrupted', 0, 'slow'],
  ['forbidden-address', 0, 'forbiddenAddress'],
  ['status', 401, 'password'],
  ['status', 403, 'access'],
  ['status', 404, 'missing'],
  ['status', 410, 'missing'],
  ['status', 429, 'busy'],
  ['status', 503, 'busy'],
  ['status', 500, 'other'],
] as const)('the service’s words for %s %i are understood as %s', (kind: CalDavErrorKind, status, reason) => {
  expect(reasonOf(explain(new CalDavError(kind, status, '')))).toBe(reason)
})

test.each(['unreachable', 'too-large', 'sealed', 'status-404'])(
  'a subscription that is %s is one from elsewhere',
  (reason) => {
    expect(reasonOf(explainReason(reason))).toBe('fromElsewhere')
  },
)

test.each([
  ['The stored app password does not open with APP_PASSWORD_ENCRYPTION_KEY.', 'key'],
  ['The calendar belongs to a member without a calendar account.', 'noAccount'],
  ['Something new', 'other'],
] as const)('“%s” is understood as %s', (words, reason) => {
  expect(reasonOf(words)).toBe(reason)
})
