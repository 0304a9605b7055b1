import { codeOfError } from './error-code'
import type { VariableName } from './variables'

/** What says where to listen. */
export interface ListenNames {
  port: VariableName
  host: VariableName | '--host'
}

/**
 * Why nothing listens where these two say, in a line that names them. Of all other causes the runtime's word
 * is no help: a name that nobody knows comes as EINPROGRESS.
 */
export function listenProblem(error: unknown, { port, host }: ListenNames): string {
  if (codeOfError(error) === 'EADDRINUSE') return `${port}: another program listens there`
  return `${host}, ${port}: expected an address of this machine and a port that this user may open`
}
