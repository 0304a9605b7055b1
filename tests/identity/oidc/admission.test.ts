import { describe, expect, test } from 'bun:test'
import { admits } from '../../../src/identity/oidc/admission'
import type { Admission } from '../../../src/platform/admission'
import { ConfigError, readConfig } from '../../../src/platform/config'

const REQUIRED = {
  DB_HOST: 'db',
  DB_USER: 'u',
  DB_PASSWORD: '',
  DB_NAME: 'd',
  APP_PASSWORD_ENCRYPTION_KEY: '0'.repeat(64),
  LOCAL_SESSION_SECRET: 's'.repeat(32),
}
const admissionOf = (value: string | undefined) => readConfig({ ...REQUIRED, OIDC_ADMISSION: value }).oidcAdmission

describe('OIDC_ADMISSION', () => {
  test.each<[string | undefined, Admission | null]>([
    [undefined, null],
    ['', null],
    ['  ', null],
    ['open', { kind: 'open' }],
    [' approve ', { kind: 'approve' }],
    ['domain:example.org', { kind: 'domain', domains: ['example.org'] }],
    ['domain: Example.ORG , mail.example.net', { kind: 'domain', domains: ['example.org', 'mail.example.net'] }],
    ['domain:xn--mnchen-3ya.example', { kind: 'domain', domains: ['xn--mnchen-3ya.example'] }],
  ])('%j', (value, expected) => {
    expect(admissionOf(value)).toEqual(expected)
  })

  test.each([
    'Open',
    'closed',
    'approve,open',
    'domain',
    'domain:',
    'domain:,',
    'domain:example.org,',
    'domain:example',
    'domain:@example.org',
    'domain:*.example.org',
    'domain:.example.org',
    'domain:example.org.',
    'domain:münchen.example',
    'domain:example.org;example.net',
    'domain:a b.example',
    'domain:-a.example',
    'domains:example.org',
  ])('%j stops the start, in words that do not repeat it', (value) => {
    const words = 'open, approve, or domain: and domains of verified e-mail addresses (domain:example.org)'
    expect(() => admissionOf(value)).toThrow(new ConfigError([`OIDC_ADMISSION: ${words}`]))
  })
})

describe('a verified e-mail address of the domain admits', () => {
  const rule: Admission = { kind: 'domain', domains: ['example.org', 'kitchen.example'] }
  const verified = (address: string) => [{ address, isVerified: true }]

  test.each(['ada@example.org', 'Ada.L+home@EXAMPLE.org', 'ü@kitchen.example', `${'a'.repeat(200)}@example.org`])(
    '%s',
    (address) => {
      expect(admits(rule, verified(address))).toBe(true)
      expect(admits(rule, [{ address, isVerified: false }])).toBe(false)
    },
  )

  test.each([
    ['another domain', 'ada@example.com'],
    ['a subdomain', 'ada@mail.example.org'],
    ['a domain above', 'ada@org'],
    ['a domain that ends alike', 'ada@notexample.org'],
    ['a domain that begins alike', 'ada@example.org.evil.example'],
    ['a dot behind', 'ada@example.org.'],
    ['two at signs', 'ada@evil.example@example.org'],
    ['two at signs, the other way round', 'ada@example.org@evil.example'],
    ['two at signs in quotes', '"ada@evil.example"@example.org'],
    ['no name', '@example.org'],
    ['no domain', 'ada@'],
    ['no at sign', 'example.org'],
    ['a blank', 'ada @example.org'],
    ['a line break', 'ada\n@example.org'],
    ['a line break behind', 'ada@example.org\n'],
    ['NUL', 'ada\0@example.org'],
    ['a Cyrillic a', 'ada@ex\u0430mple.org'],
    ['full width', 'ada@\uff45xample.org'],
    ['a Kelvin sign for k', 'ada@\u212aitchen.example'],
    ['a soft hyphen', 'ada@exam\u00adple.org'],
    ['a full stop of another script', 'ada@example\u3002org'],
    ['a name turned round', '\u202eada@example.org'],
    ['far too long', `${'a'.repeat(500_000)}@example.org`],
    ['nothing', ''],
  ])('but not %s', (_, address) => {
    expect(admits(rule, verified(address))).toBe(false)
  })

  test('whichever of the addresses it is, and only that one', () => {
    const [inside, outside] = ['ada@example.org', 'ada@evil.example']
    expect(admits(rule, [...verified(outside), ...verified(inside)])).toBe(true)
    expect(admits(rule, [{ address: inside, isVerified: false }, ...verified(outside)])).toBe(false)
    expect(admits(rule, [])).toBe(false)
  })

  test('the other rules ask for none', () => {
    for (const kind of ['open', 'approve'] as const) expect(admits({ kind }, [])).toBe(true)
  })
})
