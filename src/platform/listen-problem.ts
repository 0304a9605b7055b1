import { codeOfError } from './error-code'
import type { VariableName } from './variables'

/**
 * Why nothing listens where these two variables say, in a line that names them. Of all other causes the runtime's word
 * is no help: a name that nobody knows comes as EINPROGRESS.
 */
export function listenProblem(error: unknown, { port, host }: { port: VariableName; host: VariableName }): string {
  if (codeOfError(error) === 'EADDRINUSE') return `${port}: another program listens there`
  return `${host}, ${port}: expected an address of this machine and a port that this user may open`
}
