/** An identity provider in a process of its own: npm's oidc-provider, with a switch for every lie a test needs. */
import { createServer, type IncomingMessage } from 'node:http'
import { decodeJwt, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import Provider, { type Configuration, type SigningAlgorithm } from 'oidc-provider'

interface Setup {
  port: number
  issuer: string
  client: { id: string; secret: string; redirectUri: string }
  /** The private key that signs, as a JWK with its kid and algorithm. */
  key: JWK
  ways: ProviderWays
}

/** What a provider may do in a way of its own and within the standards, for as long as it runs. */
export interface ProviderWays {
  /** The path of the issuer, as it stands in its name: `/realms/home`, or with a slash at the end. */
  path?: string
  /** How it signs id_tokens. */
  algorithm?: string
  client?: { id: string; secret: string }
  /** What stands otherwise in its description; null: not there. */
  discovery?: Record<string, unknown>
  /** The scopes that the client was given: others are refused. */
  clientScopes?: readonly string[]
  /** It takes the name and secret of a client as they stand, without decoding them (against RFC 6749, 2.3.1). */
  takesBasicLiterally?: boolean
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
const { port, issuer, client, key, ways } = setup
const { discovery = {} } = ways
const path = new URL(issuer).pathname.replace(/\/$/, '')
let behaviour: Behaviour = {}

const PROFILE = ['name', 'preferred_username', 'given_name', 'family_name', 'nickname', 'picture', 'groups']
const scopes = (discovery.scopes_supported ?? ['openid', 'profile', 'email']) as string[]

const configuration: Configuration = {
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [client.redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      ...(ways.algorithm && { id_token_signed_response_alg: ways.algorithm as SigningAlgorithm }),
      ...(ways.clientScopes && { scope: ways.clientScopes.join(' ') }),
    },
  ],
  jwks: { keys: [key] },
  scopes,
  claims: { openid: ['sub'], profile: PROFILE, email: ['email', 'email_verified'] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...behaviour.people?.[id], sub: id }) }),
  features: { devInteractions: { enabled: true } },
  cookies: { keys: ['for tests only'] },
  pkce: { required: () => true },
}

const provider = new Provider(issuer, configuration)
provider.use(async (ctx, next) => {
  await next()
  if (ctx.path === '/.well-known/openid-configuration') ctx.body = describe(ctx.body as Record<string, unknown>)
  if (discovery.authorization_response_iss_parameter_supported === null) leaveOutIssuer(ctx)
  const answer = ctx.body as { id_token?: string } | undefined
  if (ctx.path !== '/token' || answer?.id_token === undefined) return
  if (behaviour.idToken !== undefined)
    answer.id_token = await sign({ ...decodeJwt(answer.id_token), ...behaviour.idToken })
  if (behaviour.forge !== undefined) answer.id_token = await forge(answer.id_token, behaviour.forge)
})

const handle = provider.callback()
createServer(async (request: IncomingMessage & { originalUrl?: string }, response) => {
  if (request.url === '/control') {
    behaviour = JSON.parse(await textOf(request)) as Behaviour
    response.end()
    return
  }
  if (behaviour.hold !== undefined && request.url?.startsWith(behaviour.hold)) return
  if (path !== '' && request.url?.startsWith(`${path}/`)) {
    request.originalUrl = request.url
    request.url = request.url.slice(path.length)
  }
  if (ways.takesBasicLiterally && request.url === '/token' && !isLiteral(request.headers.authorization)) {
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'invalid_client' }))
    return
  }
  await handle(request, response)
}).listen(port, '127.0.0.1')

function describe(own: Record<string, unknown>): Record<string, unknown> {
  const described = Object.entries({ ...own, ...discovery })
  return Object.fromEntries(described.filter(([, value]) => value !== null))
}

/** Sends the browser back without `iss` (RFC 9207), as a provider does that does not name it in its description. */
function leaveOutIssuer(ctx: {
  response: { get(name: string): string | undefined }
  set(name: string, value: string): void
}) {
  const location = ctx.response.get('location')
  if (!location?.startsWith(client.redirectUri)) return
  const url = new URL(location)
  url.searchParams.delete('iss')
  ctx.set('location', url.href)
}

function isLiteral(authorization = ''): boolean {
  const [scheme, credentials = ''] = authorization.split(' ')
  return scheme === 'Basic' && Buffer.from(credentials, 'base64').toString() === `${client.id}:${client.secret}`
}

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
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(privateKey)
    }
    case 'signed with the secret':
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(client.secret))
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
  new SignJWT(claims).setProtectedHeader({ alg: key.alg!, kid: key.kid }).sign(key)
