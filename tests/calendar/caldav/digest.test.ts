import { describe, expect, test } from 'bun:test'
import { parseChallenges, parseParameters } from '../../../src/calendar/caldav/challenges'
import { digestAuthorization, digestChallenge } from '../../../src/calendar/caldav/digest'

const parsed = (header: string) =>
  parseChallenges(header).map(({ scheme, parameters }): [string, Record<string, string>] => [
    scheme,
    Object.fromEntries(parameters),
  ])

describe('what a server asks for (RFC 9110 11.6.1)', () => {
  test.each<[string, string, [string, Record<string, string>][]]>([
    ['nothing', '', []],
    ['Basic', 'Basic realm="Calendars"', [['basic', { realm: 'Calendars' }]]],
    ['a scheme without parameters', 'Negotiate', [['negotiate', {}]]],
    [
      'a scheme with data',
      'Negotiate YWJj==, Basic realm="x"',
      [
        ['negotiate', {}],
        ['basic', { realm: 'x' }],
      ],
    ],
    [
      'several in one',
      'Basic realm="x", Digest realm="y", nonce="z"',
      [
        ['basic', { realm: 'x' }],
        ['digest', { realm: 'y', nonce: 'z' }],
      ],
    ],
    [
      'any case, any blanks',
      'DIGEST  Realm = "y" ,\tNONCE="z",qop = auth',
      [['digest', { realm: 'y', nonce: 'z', qop: 'auth' }]],
    ],
    ['quotes within quotes', 'Basic realm="a \\"b\\" \\\\ c, d"', [['basic', { realm: 'a "b" \\ c, d' }]]],
    ['empty places', ',, Basic realm="x",, charset="UTF-8",', [['basic', { realm: 'x', charset: 'UTF-8' }]]],
    ['an empty value', 'Basic realm=""', [['basic', { realm: '' }]]],
    ['a parameter twice', 'Digest nonce="1", nonce="2"', [['digest', { nonce: '1' }]]],
    [
      'an open quote',
      'Basic realm="x", Digest nonce="z',
      [
        ['basic', { realm: 'x' }],
        ['digest', {}],
      ],
    ],
    ['no header at all', '="?', []],
  ])('%s', (_case, header, expected) => expect(parsed(header)).toEqual(expected))

  test('parameters alone', () => {
    expect(parseParameters('qop=auth, nextnonce="n 2", nc=00000001').get('nextnonce')).toBe('n 2')
    expect(parseParameters('').size).toBe(0)
  })
})

const challengeOf = (header: string) => parseChallenges(header).map(digestChallenge)[0] ?? null

describe('challenges that cannot be met', () => {
  test.each([
    ['another scheme', 'Basic realm="x"'],
    ['no nonce', 'Digest realm="x", qop="auth"'],
    ['an algorithm nobody knows', 'Digest realm="x", nonce="y", algorithm=SHA3'],
    ['a session algorithm', 'Digest realm="x", nonce="y", algorithm=MD5-sess'],
    ['the name of an object’s own', 'Digest realm="x", nonce="y", algorithm=constructor'],
    ['the body only', 'Digest realm="x", nonce="y", qop="auth-int"'],
  ])('%s', (_case, header) => expect(challengeOf(header)).toBeNull())
})

describe('the examples of the specifications', () => {
  const RFC_7616 = (algorithm: string) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm},
      nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
  const MUFASA = { username: 'Mufasa', password: 'Circle of Life' }
  const RFC_2617 = { realm: 'realm="testrealm@host.com"', nonce: 'nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"' }
  const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
  const JASON = { username: 'Jäsøn Doe', password: 'Secret, or not?' }
  const FOR_JASON = `Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, charset=UTF-8,
    nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS"`
  const DOE = { method: 'GET', uri: '/doe.json', count: 1, cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v' }
  const INDEX = { method: 'GET', uri: '/dir/index.html', count: 1 }
  // The values that erratum 4897 gives: those printed in the RFC are of an earlier SHA-512/256.
  const JASONS = 'response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"'

  test.each([
    ['MD5', 'response="8ca523f5e9506fed4657c9700eebdbec"'],
    ['SHA-256', 'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"'],
  ])('RFC 7616 3.9.1, %s', (algorithm, response) => {
    const header = digestAuthorization(challengeOf(RFC_7616(algorithm))!, MUFASA, { ...INDEX, cnonce: CNONCE })
    expect(header).toBe(
      `Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ` +
        `uri="/dir/index.html", ${response}, algorithm=${algorithm}, ` +
        `opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", qop=auth, nc=00000001, cnonce="${CNONCE}"`,
    )
  })

  test('RFC 7616 3.9.2, the name hashed', () => {
    const header = digestAuthorization(challengeOf(`${FOR_JASON}, userhash=true`)!, JASON, DOE)
    expect(header).toContain(JASONS)
    expect(header).toContain('username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"')
    expect(header).toEndWith(', userhash=true')
  })

  test('RFC 7616 3.9.2, the name spelled out', () => {
    const header = digestAuthorization(challengeOf(FOR_JASON)!, JASON, DOE)
    expect(header).toContain(JASONS)
    expect(header).toStartWith("Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, ")
    expect(header).not.toContain('userhash')
  })

  test('RFC 2617 3.5', () => {
    const challenge = challengeOf(`Digest ${RFC_2617.realm}, qop="auth,auth-int", ${RFC_2617.nonce}`)!
    const scar = { username: 'Mufasa', password: 'Circle Of Life' }
    const header = digestAuthorization(challenge, scar, { ...INDEX, cnonce: '0a4f113b' })
    expect(header).toContain('response="6629fae49393a05397450978507c4ef1"')
    expect(header).not.toContain('algorithm')
  })

  test('RFC 2069: neither count nor client nonce', () => {
    const challenge = challengeOf(`Digest ${RFC_2617.realm}, ${RFC_2617.nonce}`)!
    const scar = { username: 'Mufasa', password: 'Circle Of Life' }
    const header = digestAuthorization(challenge, scar, { ...INDEX, cnonce: '0a4f113b' })
    expect(header).toContain('response="670fd8c2df070c60b045671b8b24ff02"')
    expect(header).not.toMatch(/qop|nc=|cnonce/)
  })
})

test('quotes and backslashes of names stay inside their quotes; bytes stay bytes', () => {
  const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
  const challenge = challengeOf(`Digest realm="${bytes('Ä \\"B\\"')}", nonce="n"`)!
  const header = digestAuthorization(
    challenge,
    { username: 'jä"\\', password: 'x' },
    { method: 'GET', uri: '/', count: 1, cnonce: 'c' },
  )
  expect(header).toStartWith(`Digest username="${bytes('jä')}\\"\\\\", realm="${bytes('Ä')} \\"B\\"", nonce="n"`)
})

test('the count is eight hexadecimal digits', () => {
  const challenge = challengeOf('Digest realm="r", nonce="n", qop="auth"')!
  const request = { method: 'GET', uri: '/', count: 0x1af, cnonce: 'c' }
  expect(digestAuthorization(challenge, { username: 'u', password: 'p' }, request)).toContain('nc=000001af')
})
