import type { Admission } from '../../platform/admission'

/** What one source, the id_token or the profile, says of somebody's e-mail address. */
export interface Email {
  address: string
  /** Vouched for in the same place: an address of one source is never verified by another. */
  isVerified: boolean
}

/** The `email` column. */
const MAX_ADDRESS_LENGTH = 320
/** ASCII alone behind the only at sign: a look-alike of another script must not be folded into a domain. */
const ADDRESS = /^[^\s@\p{C}]+@([A-Za-z0-9.-]+)$/u

/** Whether a rule admits somebody with these e-mail addresses; `approve` is decided elsewhere. */
export function admits(rule: Admission, emails: readonly Email[]): boolean {
  if (rule.kind !== 'domain') return true
  return emails.some(({ address, isVerified }) => {
    const domain = domainOf(address)
    return isVerified && domain !== null && rule.domains.includes(domain)
  })
}

/** An address to show, null when none of them is one. */
export function addressToShow(emails: readonly Email[]): string | null {
  return emails.find(({ address }) => domainOf(address) !== null)?.address ?? null
}

function domainOf(address: string): string | null {
  if (address.length > MAX_ADDRESS_LENGTH) return null
  return ADDRESS.exec(address)?.[1]?.toLowerCase() ?? null
}

/** Why somebody is not admitted: an admin must approve them, or their address is not among the domains. */
export type AdmissionReason = 'approval' | 'address'

/** The identity is proven, and the household does not admit it (yet). */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted'
  constructor(
    readonly reason: AdmissionReason,
    /** The applicant when they are new, for the admins to be told; else null. */
    readonly applicant: { displayName: string | null } | null = null,
  ) {
    super(reason)
  }
}
