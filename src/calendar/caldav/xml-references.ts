import { XmlError } from './xml-error'

const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w+));|&/gi
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Of the longest reference that means something. */
const MAX_REFERENCE_LENGTH = '&#x10FFFF;'.length

/** A text with its character and entity references resolved. @throws XmlError */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
    const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : null
    if (code !== null && code <= 0x10ffff) return String.fromCodePoint(code)
    const character = name === undefined || !Object.hasOwn(ENTITIES, name) ? undefined : ENTITIES[name]
    if (character === undefined) throw new XmlError('an unknown entity')
    return character
  })
}

/** The last place from `start` to `end` at which a text can be cut without cutting a reference in two. */
export function cutOutsideReference(text: string, start: number, end: number): number {
  const from = Math.max(start, end - MAX_REFERENCE_LENGTH + 1)
  const tail = text.slice(from, end)
  const ampersand = tail.lastIndexOf('&')
  return ampersand < 0 || tail.includes(';', ampersand) ? end : from + ampersand
}
