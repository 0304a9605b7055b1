/** Which accounts of the identity provider become members: all, those an admin approves, or those of e-mail domains. */
export type Admission = { kind: 'open' | 'approve' } | { kind: 'domain'; domains: readonly string[] }

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
/** A domain name with at least two labels, in ASCII: others are written as `xn--…` (RFC 5890). */
const DOMAIN = new RegExp(`^(${LABEL}\\.)+${LABEL}$`)

/** Reads `open`, `approve` or `domain:example.org[,example.net]`; null for anything else. */
export function readAdmission(text: string): Admission | null {
  if (text === 'open' || text === 'approve') return { kind: text }
  if (!text.startsWith('domain:')) return null
  const domains = text
    .slice('domain:'.length)
    .split(',')
    .map((domain) => domain.trim())
  return domains.every((domain) => DOMAIN.test(domain))
    ? { kind: 'domain', domains: domains.map((domain) => domain.toLowerCase()) }
    : null
}
