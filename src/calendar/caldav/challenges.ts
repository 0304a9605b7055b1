/** An authentication challenge (RFC 9110 11.6.1). */
export interface Challenge {
  /** In lower case: `basic`, `digest`, … */
  scheme: string
  /** By name in lower case; quotes and escapes undone. */
  parameters: Map<string, string>
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const PARAMETER = new RegExp(`[\\s,]*(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))`, 'y')
/** With the data that schemes like Negotiate have in place of parameters. */
const SCHEME = new RegExp(`[\\s,]*(${TOKEN})(?=[\\s,]|$)(?:\\s+[A-Za-z0-9._~+/-]+=*(?=\\s*(?:,|$)))?`, 'y')

/** Reads `WWW-Authenticate`, several challenges joined by commas; stops at a syntax error. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: Challenge[] = []
  let position = 0
  const next = (pattern: RegExp) => {
    pattern.lastIndex = position
    const match = pattern.exec(header)
    if (match !== null) position = pattern.lastIndex
    return match
  }
  for (;;) {
    const current = challenges.at(-1)
    const parameter = current === undefined ? null : next(PARAMETER)
    if (current !== undefined && parameter !== null) {
      const [, name = '', quoted, token = ''] = parameter
      const key = name.toLowerCase()
      if (!current.parameters.has(key)) current.parameters.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? token)
      continue
    }
    const scheme = next(SCHEME)?.[1]
    if (scheme === undefined) return challenges
    challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() })
  }
}

/** Reads a header of parameters alone, such as `Authentication-Info` (RFC 7615). */
export function parseParameters(header: string): Map<string, string> {
  return parseChallenges(`parameters ${header}`)[0]?.parameters ?? new Map()
}
