import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { freePort, startServer, stopServer, untilReady } from '../../scripts/local/process'
import type { Environment } from '../../src/platform/config'
import type { Household } from './household'
import type { ProviderWays } from './oidc-server'

/** Where the browser believes the service to be; requests to it go straight to the application. */
export const SERVICE = 'http://localhost:3999'
/** Stops a browser on its way back from the provider. */
export const atCallback = (url: URL) => url.origin === SERVICE && url.pathname === '/callback'

const CLIENT = { id: 'corkboard', secret: 'client-secret-for-tests-0123456789' }
const MAX_HOPS = 20

export interface OidcServer {
  issuer: string
  /** The variables that make a service use this provider. */
  env: Environment
  /** Makes the provider behave in this way until told otherwise. */
  behave(behaviour: {
    forge?: string
    hold?: string
    idToken?: Record<string, unknown>
    people?: Record<string, Record<string, unknown>>
  }): Promise<void>
  stop(): Promise<void>
  /** Starts it again at the same address with another signing key; what it knew of sessions is gone. */
  restart(): Promise<void>
}

/** Starts a real OpenID provider on loopback, in its own process; `service` is where it sends people back to. */
export async function startOidcServer(service = SERVICE, ways: ProviderWays = {}): Promise<OidcServer> {
  const client = { ...(ways.client ?? CLIENT), redirectUri: `${service}/callback` }
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const issuer = origin + (ways.path ?? '')
  const behave: OidcServer['behave'] = async (behaviour) => {
    await fetch(`${origin}/control`, { method: 'POST', body: JSON.stringify(behaviour) })
  }
  const setup = { port, issuer, client, ways }
  let child = await launch(setup, 'first')
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_AUTH_EXTERNAL_URL: service,
    },
    behave,
    stop: () => stopServer(child),
    restart: async () => {
      await stopServer(child)
      child = await launch(setup, 'second')
    },
  }
}

async function launch(setup: { issuer: string; ways: ProviderWays }, kid: string) {
  const key = await signingKey(kid, setup.ways.algorithm)
  const child = startServer([process.execPath, `${import.meta.dir}/oidc-server.ts`], {
    env: { ...process.env, OIDC_TEST_SETUP: JSON.stringify({ ...setup, key }) } as Record<string, string>,
  })
  const description = `${setup.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  await untilReady('the OpenID provider', child, () =>
    fetch(description).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  return child
}

async function signingKey(kid: string, alg = 'RS256'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' }
}

/** How a person acts on the provider's pages. */
export interface Visit {
  as?: string
  /** Presses cancel where the provider asks. */
  denies?: boolean
  /** Stops before this address is opened. */
  until?: (url: URL) => boolean
  /** Cookies to forget before the service is reached again. */
  forgets?: string[]
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: URLSearchParams
}

/** A browser without a window: cookies by host, redirects one by one, and the provider's forms filled in. */
export class Browser {
  readonly #jar = new Map<string, Map<string, string>>()

  constructor(private readonly household: Pick<Household, 'app'>) {}

  /** The service's cookies, as a header value. */
  get cookie(): string {
    return header(this.#cookiesOf(new URL(SERVICE)))
  }

  cookieNamed(name: string): string | undefined {
    return this.#cookiesOf(new URL(SERVICE)).get(name)
  }

  put(name: string, value: string) {
    this.#cookiesOf(new URL(SERVICE)).set(name, value)
  }

  /** One request, as a script on the page would send it. */
  async send(request: string, headers: Record<string, string> = {}): Promise<Response> {
    const [method = 'GET', path = '/'] = request.split(' ')
    return this.#request(new URL(path, SERVICE), { method, headers })
  }

  /** Opens an address and follows wherever it leads. Returns where the browser ends: an address of the service. */
  async open(address: string, visit: Visit = {}): Promise<{ url: string; answer: Response | null }> {
    let url = new URL(address, SERVICE)
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      if (visit.until?.(url)) return { url: url.href, answer: null }
      if (url.origin === SERVICE) for (const name of visit.forgets ?? []) this.#cookiesOf(url).delete(name)
      let answer = await this.#request(url, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })
      if (url.origin !== SERVICE && answer.status === 200) answer = await this.#fillIn(url, await answer.text(), visit)
      const location = answer.headers.get('location')
      if (location === null) return { url: url.href, answer }
      url = new URL(location, url)
      if (url.origin === SERVICE && url.pathname === '/') return { url: url.href, answer }
    }
    throw new Error('the browser was sent in circles')
  }

  async #fillIn(url: URL, page: string, visit: Visit): Promise<Response> {
    if (visit.denies) {
      const cancel = /href="([^"]+\/abort)"/.exec(page)?.[1]
      if (cancel === undefined) throw new Error('the page has no cancel')
      return this.#request(new URL(cancel, url), {})
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
    if (action === undefined || prompt === undefined) throw new Error(`the page at ${url.pathname} has no form`)
    const form = new URLSearchParams({ prompt })
    if (prompt === 'login') {
      form.set('login', visit.as ?? 'ada')
      form.set('password', 'any')
    }
    return this.#request(new URL(action, url), { method: 'POST', body: form })
  }

  async #request(url: URL, { method = 'GET', headers = {}, body }: Sent): Promise<Response> {
    const cookies = this.#cookiesOf(url)
    const request = new Request(url.href, {
      method,
      redirect: 'manual',
      headers: { ...headers, cookie: header(cookies) },
      ...(body && { body }),
    })
    const answer = url.origin === SERVICE ? await this.household.app.handle(request) : await fetch(request)
    for (const line of answer.headers.getSetCookie()) keep(cookies, line)
    return answer
  }

  #cookiesOf(url: URL): Map<string, string> {
    const cookies = this.#jar.get(url.host) ?? new Map<string, string>()
    this.#jar.set(url.host, cookies)
    return cookies
  }
}

const header = (cookies: Map<string, string>) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

function keep(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const name = pair.slice(0, pair.indexOf('='))
  const value = pair.slice(pair.indexOf('=') + 1)
  const isEnded = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value === ''
  if (isEnded) cookies.delete(name)
  else cookies.set(name, value)
}
