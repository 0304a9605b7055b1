/**
 * XML as CalDAV servers write it, read whole and strictly: text that breaks off anywhere is an error, never less text.
 */

export interface XmlElement {
  /** Namespace and local name: `{DAV:}href`. */
  name: string
  children: XmlElement[]
  /** The element's own text, entities resolved, otherwise as sent: nothing trimmed, nothing taken for a number. */
  text: string
  attributes: Record<string, string>
}

/** Not well-formed, cut off, or with a document type (which could hold entity bombs). */
export class XmlError extends Error {
  override name = 'XmlError'
}

type Namespaces = Record<string, string>

const TAG = /<([^\s/>=<]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w+));|&/gi
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const MAX_DEPTH = 64

/** Reads a document into its root element. @throws XmlError */
export function parseXml(text: string): XmlElement {
  const document: XmlElement = { name: '', children: [], text: '', attributes: {} }
  const open: { element: XmlElement; tag: string; namespaces: Namespaces }[] = [
    { element: document, tag: '', namespaces: { xml: 'http://www.w3.org/XML/1998/namespace' } },
  ]
  let position = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (position < text.length) {
    const current = open[open.length - 1]!
    const next = text.indexOf('<', position)
    const textEnd = next < 0 ? text.length : next
    if (textEnd > position) current.element.text += decode(text.slice(position, textEnd))
    if (next < 0) break
    if (text.startsWith('<!--', next)) {
      position = after(text, '-->', next + 4)
    } else if (text.startsWith('<![CDATA[', next)) {
      position = after(text, ']]>', next + 9)
      current.element.text += text.slice(next + 9, position - 3)
    } else if (text.startsWith('<?', next)) {
      position = after(text, '?>', next + 2)
    } else if (text.startsWith('<!', next)) {
      throw new XmlError('document types are not read')
    } else if (text.startsWith('</', next)) {
      position = after(text, '>', next + 2)
      if (open.length === 1 || text.slice(next + 2, position - 1).trim() !== current.tag) {
        throw new XmlError('an end tag does not match')
      }
      open.pop()
    } else {
      TAG.lastIndex = next
      const match = TAG.exec(text)
      if (match === null || open.length > MAX_DEPTH) throw new XmlError('not a tag, or nested too deep')
      const [, tag = '', attributeText = '', slash] = match
      const { attributes, namespaces } = readAttributes(attributeText, current.namespaces)
      const element = { name: qualify(tag, namespaces), children: [], text: '', attributes }
      current.element.children.push(element)
      if (slash === '') open.push({ element, tag, namespaces })
      position = TAG.lastIndex
    }
  }
  const [root, second] = document.children
  if (open.length > 1 || root === undefined || second !== undefined || document.text.trim() !== '') {
    throw new XmlError('not one whole document')
  }
  return root
}

/** The first child of that name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name)
}

/** Every child of that name. */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? []
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  if (found < 0) throw new XmlError('the text ends too early')
  return found + end.length
}

function readAttributes(text: string, inherited: Namespaces) {
  const attributes: Record<string, string> = {}
  let namespaces = inherited
  if (text === '') return { attributes, namespaces }
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    const value = decode(double ?? single ?? '')
    if (name === 'xmlns') namespaces = { ...namespaces, '': value }
    else if (name.startsWith('xmlns:')) namespaces = { ...namespaces, [name.slice(6)]: value }
    else attributes[name] = value
  }
  return { attributes, namespaces }
}

function qualify(tag: string, namespaces: Namespaces): string {
  const colon = tag.indexOf(':')
  const prefix = colon < 0 ? '' : tag.slice(0, colon)
  const namespace = Object.hasOwn(namespaces, prefix) ? namespaces[prefix] : undefined
  if (namespace === undefined && prefix !== '') throw new XmlError('a prefix stands for nothing')
  return `{${namespace ?? ''}}${tag.slice(colon + 1)}`
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) => {
    const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : null
    if (code !== null && code <= 0x10ffff) return String.fromCodePoint(code)
    const character = name === undefined || !Object.hasOwn(ENTITIES, name) ? undefined : ENTITIES[name]
    if (character === undefined) throw new XmlError('an unknown entity')
    return character
  })
}
