import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import type { ConnectionOptions } from 'mysql2'
import { codeOfError } from '../error-code'
import type { DatabaseSettings } from './settings'

type Tls = NonNullable<DatabaseSettings['tls']>

/**
 * What the driver needs for an encrypted connection; without settings nothing. It sends the password only after the
 * certificate was verified: its CA, and that it is of the host that was asked for.
 */
export function tlsOptions(tls: Tls | undefined): Pick<ConnectionOptions, 'ssl'> {
  if (tls === undefined) return {}
  const ca = tls.caFile === null ? systemCas() : readFileSync(tls.caFile)
  return { ssl: { ca: ca as string[], verifyIdentity: true } }
}

/** The runtime's own list is as old as the runtime; an image without a list of its own has that alone. */
const systemCas = () => [...new Set([...getCACertificates('system'), ...getCACertificates('default')])]

/** What is wrong with the file of a CA, in a line that names the variable; nothing without one. */
export function tlsProblem({ caFile }: Tls): string[] {
  if (caFile === null) return []
  try {
    new X509Certificate(readFileSync(caFile))
    return []
  } catch (error) {
    const code = codeOfError(error)
    const isUnread = code !== null && /^E[A-Z]+$/.test(code)
    return [`DB_TLS: the file ${isUnread ? `cannot be read (${code})` : 'holds no certificate (PEM)'}`]
  }
}
