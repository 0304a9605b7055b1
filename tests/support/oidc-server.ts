/** An identity provider in a process of its own: npm's oidc-provider, with a switch for every lie a test needs. */
import { createServer, type IncomingMessage } from 'node:http'
import { decodeJwt, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

interface Setup {
  port: number
  issuer: string
  client: { id: string; secret: string; redirectUri: string }
  /** The private key that signs, as a JWK with its kid. */
  key: JWK
}

/** What the provider does differently; the control address replaces it whole. */
interface Behaviour {
  /** How the next id_tokens lie. */
  forge?: string
  /** Requests to this path get no answer. */
  hold?: string
  /** What the id_token itself says of whoever signs in; the rest is told by the userinfo endpoint. */
  idToken?: Record<string, unknown>
  /** Claims by login name; others have nothing but their subject. */
  people?: Record<string, Record<string, unknown>>
}

const setup = JSON.parse(process.env.OIDC_TEST_SETUP ?? '{}') as Setup
let behaviour: Behaviour = {}

const configuration: Configuration = {
  clients: [
    {
      client_id: setup.client.id,
      client_secret: setup.client.secret,
      redirect_uris: [setup.client.redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  jwks: { keys: [setup.key] },
  scopes: ['openid', 'profile', 'email'],
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...behaviour.people?.[id], sub: id }) }),
  features: { devInteractions: { enabled: true } },
  cookies: { keys: ['for tests only'] },
  pkce: { required: () => true },
}

const provider = new Provider(setup.issuer, configuration)
provider.use(async (ctx, next) => {
  await next()
  const answer = ctx.body as { id_token?: string } | undefined
  if (ctx.path !== '/token' || answer?.id_token === undefined) return
  if (behaviour.idToken !== undefined)
    answer.id_token = await sign({ ...decodeJwt(answer.id_token), ...behaviour.idToken })
  if (behaviour.forge !== undefined) answer.id_token = await forge(answer.id_token, behaviour.forge)
})

const handle = provider.callback()
createServer(async (request, response) => {
  if (request.url === '/control') {
    behaviour = JSON.parse(await textOf(request)) as Behaviour
    response.end()
    return
  }
  if (behaviour.hold !== undefined && request.url?.startsWith(behaviour.hold)) return
  await handle(request, response)
}).listen(setup.port, '127.0.0.1')

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

async function forge(token: string, how: string): Promise<string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  switch (how) {
    case 'expired':
      return sign({ ...claims, iat: hourAgo - 60, exp: hourAgo })
    case 'wrong issuer':
      return sign({ ...claims, iss: 'https://someone.else.example' })
    case 'wrong audience':
      return sign({ ...claims, aud: 'another-client' })
    case 'wrong nonce':
      return sign({ ...claims, nonce: 'not-the-one-we-sent' })
    case 'no nonce':
      return sign({ ...claims, nonce: undefined })
    case 'no subject':
      return sign({ ...claims, sub: undefined })
    case 'foreign key': {
      const { privateKey } = await generateKeyPair('RS256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: setup.key.kid }).sign(privateKey)
    }
    case 'tampered': {
      const [header, , signature] = token.split('.')
      const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'mallory' })).toString('base64url')
      return `${header}.${payload}.${signature}`
    }
    case 'alg none':
      return new UnsecuredJWT(claims).encode()
    default:
      throw new Error(`no such lie: ${how}`)
  }
}

const sign = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: setup.key.kid }).sign(setup.key)
