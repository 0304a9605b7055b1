/**
 * The code of what was thrown, by the system, the runtime or the database (`ENOENT`, `ConnectionRefused`); null where it
 * has none. Unlike a message it never quotes a path, a password or an answer.
 */
export function codeOfError(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : null
}

/** Its code, else its name. */
export function labelOfError(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown }
  return codeOfError(error) ?? (typeof name === 'string' ? name : 'unknown error')
}
