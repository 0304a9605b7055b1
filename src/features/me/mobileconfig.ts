import { createHash } from 'node:crypto'
import { xmlText } from '../../platform/xml-text'

interface ProfileOptions {
  /** Where the phone finds the server; ends in a slash. */
  serverUrl: string
  username: string
}

type Value = string | number | boolean | readonly Dictionary[]
interface Dictionary {
  [key: string]: Value
}

const NAME = 'Corkboard'
const IDENTIFIER = 'corkboard.calendar'

/**
 * A configuration profile with a CalDAV account (Apple, Device Management: `com.apple.caldav.account`), without the
 * password, which the device asks for. The same account gives the same profile, which then replaces itself.
 */
export function mobileconfig({ serverUrl, username }: ProfileOptions): string {
  const url = new URL(serverUrl)
  const usesTls = url.protocol === 'https:'
  const account = `${url.href}${username}`
  const caldav: Dictionary = {
    PayloadType: 'com.apple.caldav.account',
    PayloadVersion: 1,
    PayloadIdentifier: `${IDENTIFIER}.${username}.caldav`,
    PayloadUUID: uuidOf(`caldav ${account}`),
    PayloadDisplayName: NAME,
    CalDAVAccountDescription: NAME,
    CalDAVHostName: url.hostname.replace(/^\[|\]$/g, ''),
    CalDAVPort: Number(url.port) || (usesTls ? 443 : 80),
    CalDAVUseSSL: usesTls,
    CalDAVPrincipalURL: `${url.pathname}${username}/`,
    CalDAVUsername: username,
  }
  return plist({
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: `${IDENTIFIER}.${username}`,
    PayloadUUID: uuidOf(`profile ${account}`),
    PayloadDisplayName: NAME,
    PayloadDescription: username,
    PayloadRemovalDisallowed: false,
    PayloadContent: [caldav],
  })
}

/** A name-based UUID (RFC 9562, 5.8), so that the same name has the same one. */
function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(`corkboard ${name}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex').toUpperCase()
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const plist = (root: Dictionary) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${elementOf(root)}
</plist>
`

function elementOf(value: Value | Dictionary): string {
  if (typeof value === 'string') return `<string>${xmlText(value)}</string>`
  if (typeof value === 'number') return `<integer>${value}</integer>`
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>'
  if (Array.isArray(value)) return `<array>\n${value.map(elementOf).join('\n')}\n</array>`
  const entries = Object.entries(value).map(([key, each]) => `<key>${xmlText(key)}</key>\n${elementOf(each)}`)
  return `<dict>\n${entries.join('\n')}\n</dict>`
}
