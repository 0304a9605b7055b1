import type { Context } from '../../platform/context'
import { codeOfError } from '../../platform/error-code'
import type { Dns } from '../../platform/net/dns'
import { CalDavError } from './error'
import { sendXml } from './multistatus-request'
import type { Connection } from './transport'

/** The default server. */
const LAST_RESORT = { url: 'https://caldav.fastmail.com/', domain: 'fastmail.com' }

export const WELL_KNOWN = '/.well-known/caldav'

/**
 * Finds the server of an account: where the member said, else where the operator said, else what the e-mail domain says
 * (RFC 6764), else Fastmail.
 * @throws CalDavError
 */
export async function findServer(
  ctx: Context,
  { accountEmail, serverUrl }: { accountEmail: string | null; serverUrl?: string | null },
  connection: Connection,
  dns: Dns,
): Promise<string> {
  const named = serverUrl || ctx.config.caldavUrl
  if (named) return named
  if (accountEmail === null) {
    throw new CalDavError('forbidden-address', 0, 'neither a server nor an e-mail address to find it by')
  }
  const domain = accountEmail.slice(accountEmail.lastIndexOf('@') + 1).toLowerCase()
  return (await serverByName(domain, dns)) ?? (await serverByWellKnown(connection, domain)) ?? LAST_RESORT.url
}

/** RFC 6764 3 and 4: SRV `_caldavs._tcp`, and TXT `path=` beside it. */
async function serverByName(domain: string, dns: Dns): Promise<string | null> {
  const name = `_caldavs._tcp.${domain}`
  try {
    const [service] = await dns.services(name)
    const host = service?.host.replace(/\.$/, '').toLowerCase()
    // A lone dot says that the domain has no such service (RFC 2782).
    if (service === undefined || !host) return null
    if (!isTrusted(host, domain)) {
      throw new CalDavError('forbidden-address', 0, 'SRV: a server elsewhere, to be confirmed by naming it')
    }
    const path = (await dns.texts(name)).map((text) => /^path=(\/.*)$/.exec(text)?.[1]).find(Boolean)
    const url = `https://${host}:${service.port}${path ?? WELL_KNOWN}`
    return URL.canParse(url) ? url : null
  } catch (error) {
    if (error instanceof CalDavError) throw error
    // Without an answer the password must not go to whoever comes next in the order.
    throw new CalDavError('network', 0, `SRV: ${codeOfError(error) ?? 'no answer'}`)
  }
}

/**
 * Whether the password may go where the name server says (RFC 6764 8): its answer may be forged. Within the domain the
 * certificate proves whose server it is; at the last resort it would end up without an answer, too.
 */
const isTrusted = (host: string, domain: string) =>
  [domain, LAST_RESORT.domain].some((trusted) => host === trusted || host.endsWith(`.${trusted}`))

/** The URL behind the well-known one, asked without the password; null unless it answers 207 or 401. */
async function serverByWellKnown(connection: Connection, domain: string): Promise<string | null> {
  const url = `https://${domain}${WELL_KNOWN}`
  if (!URL.canParse(url)) return null
  const content = { 'd:prop': { 'd:current-user-principal': {} } }
  try {
    const request = { method: 'PROPFIND', url, depth: '0', root: 'd:propfind', content } as const
    const answer = await sendXml(connection, request, { isAnonymous: true })
    return answer.status === 401 || answer.status === 207 ? answer.url : null
  } catch (error) {
    // Many mail domains have no web server at all.
    if (error instanceof CalDavError) return null
    throw error
  }
}
