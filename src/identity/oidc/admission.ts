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

/** Whether a rule lets somebody with these e-mail addresses in, as far as addresses decide. */
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

/** Why somebody whom the provider knows is no member: an admin must admit them, or their address does. */
export type AdmissionReason = 'approval' | 'address'

/** The provider has proven who somebody is, and the household does not let them in (yet). */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted'
  constructor(
    readonly reason: AdmissionReason,
    /** Who has begun to wait just now, for the admins to hear of; null: nobody new. */
    readonly applicant: { displayName: string | null } | null = null,
  ) {
    super(reason)
  }
}
