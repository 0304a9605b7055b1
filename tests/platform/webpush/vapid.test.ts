import { describe, expect, test } from 'bun:test'
import webpush from 'web-push'
import { checkVapid } from '../../../src/platform/webpush/vapid'

const PAIR = webpush.generateVAPIDKeys()
const OTHER = webpush.generateVAPIDKeys()
const SUBJECT = 'mailto:operator@example.org'

function check({ subject = SUBJECT, publicKey = PAIR.publicKey, privateKey = PAIR.privateKey, isProduction = true }) {
  return checkVapid({ vapid: { subject, publicKey, privateKey }, vapidPublicKey: publicKey, isProduction })
}

describe('the settings that push services take', () => {
  test.each([
    'mailto:operator@example.org',
    'MAILTO:Operator@Example.Org',
    'mailto:a+b@mail.example.co.uk',
    'https://corkboard.example.com',
    'https://corkboard.example.com:8443/contact',
  ])('subject %s', (subject) => {
    expect(check({ subject })).toEqual({ enabled: true, warning: null })
  })

  test.each(['mailto:operator@household.test', 'https://corkboard.example'])('%s outside production', (subject) => {
    expect(check({ subject, isProduction: false }).enabled).toBeTrue()
    expect(check({ subject, isProduction: true }).enabled).toBeFalse()
  })
})

describe('what they would refuse switches push off, with a warning that names the variable and not its value', () => {
  test.each([
    'operator@example.org',
    'mailto:operator',
    'mailto:operator@localhost',
    'mailto:operator@server.local',
    'mailto: operator@example.org',
    'mailto:<operator@example.org>',
    'mailto:a@example.org,b@example.org',
    'mailto:operator@nas.home.arpa',
    'http://example.org',
    'https://localhost',
    'https://192.168.1.4',
    'https://[2001:db8::1]',
    'https://nas',
    'https://',
  ])('subject %s', (subject) => {
    const { enabled, warning } = check({ subject })
    expect(enabled).toBeFalse()
    expect(warning).toContain('VAPID_SUBJECT')
    expect(warning).not.toContain(subject)
  })

  test.each([
    ['VAPID_PUBLIC_KEY', { publicKey: 'AAAA' }],
    ['VAPID_PUBLIC_KEY', { publicKey: `${PAIR.publicKey}=` }],
    ['VAPID_PUBLIC_KEY', { publicKey: OTHER.publicKey }],
    ['VAPID_PUBLIC_KEY', { publicKey: PAIR.privateKey, privateKey: PAIR.publicKey }],
    ['VAPID_PRIVATE_KEY', { privateKey: 'AAAA' }],
    ['VAPID_PRIVATE_KEY', { privateKey: Buffer.alloc(32).toString('base64url') }],
    ['VAPID_PRIVATE_KEY', { privateKey: Buffer.alloc(32, 0xff).toString('base64url') }],
  ])('%s %#', (variable, keys) => {
    const { enabled, warning } = check(keys)
    expect(enabled).toBeFalse()
    expect(warning).toContain(variable)
    for (const key of Object.values(keys)) expect(warning).not.toContain(key)
  })

  test('a public key alone', () => {
    const { enabled, warning } = checkVapid({ vapid: null, vapidPublicKey: PAIR.publicKey, isProduction: true })
    expect(enabled).toBeFalse()
    expect(warning).toContain('VAPID_SUBJECT or VAPID_PRIVATE_KEY')
  })
})

test('without any setting push is off and nobody is warned', () => {
  const nothing = { vapid: null, vapidPublicKey: '', isProduction: true }
  expect(checkVapid(nothing)).toEqual({ enabled: false, warning: null })
})
