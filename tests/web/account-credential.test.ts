import { expect, test } from 'bun:test'
import {
  type CredentialDraft,
  credentialOf,
  credentialProblems,
  EMPTY_CREDENTIAL,
  passwordPage,
} from '../../web/src/forms/credential'
import { settings } from '../../web/src/i18n/en/settings'

const filled = (part: Partial<CredentialDraft>): CredentialDraft => ({
  ...EMPTY_CREDENTIAL,
  email: 'ada@example.org',
  appPassword: 'xkcd-936',
  ...part,
})

test.each([
  ['fastmail', '', 'https://caldav.fastmail.com/'],
  ['icloud', '', 'https://caldav.icloud.com/'],
  ['mailbox', '', 'https://dav.mailbox.org/'],
  // What was typed for another provider before is not meant any more.
  ['icloud', 'https://cloud.example.org', 'https://caldav.icloud.com/'],
  ['nextcloud', ' https://cloud.example.org ', 'https://cloud.example.org'],
  ['other', 'https://dav.example.org', 'https://dav.example.org'],
  ['other', ' ', undefined],
] as const)('%s with the address “%s” leads to %s', (provider, serverUrl, expected) => {
  expect(credentialOf(filled({ provider, serverUrl, email: ' ada@example.org ' }))).toEqual({
    fastmailEmail: 'ada@example.org',
    appPassword: 'xkcd-936',
    ...(expected !== undefined && { serverUrl: expected }),
  })
})

test.each([
  [filled({}), []],
  [EMPTY_CREDENTIAL, ['email', 'appPassword']],
  [filled({ email: '', username: 'ada' }), []],
  [filled({ email: 'ada', username: 'ada' }), ['email']],
  [filled({ username: 'ada:lovelace' }), ['username']],
  [filled({ email: 'ada' }), ['email']],
  [filled({ provider: 'nextcloud' }), ['serverUrl']],
  [filled({ provider: 'nextcloud', serverUrl: 'cloud.example.org' }), ['serverUrl']],
  [filled({ provider: 'other', serverUrl: 'http://dav.example.org' }), ['serverUrl']],
  [filled({ provider: 'other' }), []],
] as const)('what is missing is found (%#)', (draft, problems) => {
  const wrong = Object.entries(credentialProblems(draft, settings)).filter(([, words]) => words)
  expect(wrong.map(([field]) => field)).toEqual([...problems])
})

test.each([
  ['nextcloud', 'https://cloud.example.org/', 'https://cloud.example.org/settings/user/security'],
  ['nextcloud', 'https://example.org/cloud', 'https://example.org/cloud/settings/user/security'],
  ['nextcloud', 'http://cloud.example.org', null],
  ['nextcloud', 'javascript:alert(1)', null],
  ['other', 'https://dav.example.org', null],
] as const)('app passwords of %s at “%s” are made at %s', (provider, serverUrl, page) => {
  expect(passwordPage(filled({ provider, serverUrl }))).toBe(page)
})

test.each([
  [{ email: ' ada@example.org ' }, { fastmailEmail: 'ada@example.org' }],
  [{ email: '', username: ' ada ' }, { calendarUsername: 'ada' }],
  [{ username: 'ada' }, { fastmailEmail: 'ada@example.org', calendarUsername: 'ada' }],
] as const)('either name is enough to sign in with, and only what was entered is sent (%#)', (part, names) => {
  expect(credentialOf(filled({ provider: 'other', ...part }))).toEqual({ ...names, appPassword: 'xkcd-936' })
})
