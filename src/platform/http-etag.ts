/** Whether a client has what the tag names (If-None-Match, RFC 9110 13.1.2): compared weakly. */
export function isKnown(header: string | null, tag: string): boolean {
  if (header === null) return false
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((one) => opaque(one) === opaque(tag))
}
