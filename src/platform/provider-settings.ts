import { type Admission, readAdmission } from './admission'
import type { ConfigReader } from './config-reader'

/** What the environment says about the identity provider. */
export interface ProviderSettings {
  /** Null: not all that it takes is set. */
  oidc: { issuer: string; clientId: string; clientSecret: string; externalUrl: string } | null
  oidcIssuerSet: boolean
  oidcClientSecret: string | null
  /** Who may join through it; null: not set, everybody may. */
  oidcAdmission: Admission | null
  externalUrl: string | null
}

/** Reads OIDC_* as far as they belong together; what is missing beside an issuer is in the reader's problems. */
export function readProviderSettings({ text, url, expect }: ConfigReader): ProviderSettings {
  const issuer = url('OIDC_ISSUER', 'the https URL of the identity provider')
  const clientId = text('OIDC_CLIENT_ID')
  const clientSecret = text('OIDC_CLIENT_SECRET')
  const externalUrl = url('OIDC_AUTH_EXTERNAL_URL', 'the public base URL of this service')
  if (issuer !== null) {
    if (clientId === null) expect('OIDC_CLIENT_ID', 'the client id at the identity provider (OIDC_ISSUER is set)')
    if (clientSecret === null) expect('OIDC_CLIENT_SECRET', 'the client secret (OIDC_ISSUER is set)')
    if (externalUrl === null && text('OIDC_AUTH_EXTERNAL_URL') === null) {
      expect('OIDC_AUTH_EXTERNAL_URL', 'the public base URL of this service (OIDC_ISSUER is set)')
    }
  }
  const admission = text('OIDC_ADMISSION')
  const oidcAdmission = admission === null ? null : readAdmission(admission)
  if (admission !== null && oidcAdmission === null) {
    expect('OIDC_ADMISSION', 'open, approve, or domain: and domains of verified e-mail addresses (domain:example.org)')
  }
  return {
    oidc: issuer && clientId && clientSecret && externalUrl ? { issuer, clientId, clientSecret, externalUrl } : null,
    oidcIssuerSet: issuer !== null,
    oidcClientSecret: clientSecret,
    oidcAdmission,
    externalUrl,
  }
}
