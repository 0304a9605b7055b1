import { TimeSlice } from '../../platform/time-slice'
import { XmlElement } from './xml-element'
import { XmlError, XmlTooLargeError } from './xml-error'
import { Namespaces } from './xml-namespaces'
import { cutOutsideReference, resolveReferences } from './xml-references'

/**
 * XML as CalDAV servers write it, read whole and strictly: text that breaks off anywhere is an error, never less text.
 * Whoever wrote it may mean harm: what a document may hold is limited, and no step takes long, whatever it says.
 */

export { XmlElement, XmlError, XmlTooLargeError }

/** Of elements, sections, comments and instructions together, and again of attributes. */
const MAX_NODES = 200_000
const MAX_DEPTH = 64
const MAX_TAG_LENGTH = 64 * 1024
const MAX_ATTRIBUTES_OF_ELEMENT = 64
/** Text that is resolved in one step. */
const PIECE_LENGTH = 64 * 1024

const TAG = /<([^\s/>=<]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Reads a document into its root element; other work has its turn meanwhile.
 * @throws XmlError; XmlTooLargeError when there are more than `maxNodes` elements or attributes
 */
export async function parseXml(text: string, maxNodes = MAX_NODES): Promise<XmlElement> {
  const reader = new Reader(text, maxNodes)
  const slice = new TimeSlice()
  while (reader.step()) if (slice.isOver) await slice.next()
  return reader.root()
}

/** The first child of that name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name)
}

/** Every child of that name. */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? []
}

interface OpenElement {
  element: XmlElement
  tag: string
  namespaces: Namespaces
}

class Reader {
  #position: number
  /** Where the next `<` stands, when that is not behind us. */
  #markup = -1
  #nodeCount = 0
  #attributeCount = 0
  readonly #document = new XmlElement('')
  readonly #open: OpenElement[] = [{ element: this.#document, tag: '', namespaces: Namespaces.ofDocument() }]

  constructor(
    private readonly text: string,
    private readonly maxNodes: number,
  ) {
    this.#position = text.charCodeAt(0) === 0xfeff ? 1 : 0
  }

  /** Reads one piece of text or of markup; false at the end. */
  step(): boolean {
    if (this.#position >= this.text.length) return false
    if (this.#markup < this.#position) {
      const found = this.text.indexOf('<', this.#position)
      this.#markup = found < 0 ? this.text.length : found
    }
    if (this.#position < this.#markup) this.#readText()
    else this.#readMarkup()
    return true
  }

  /** The document's one element, when everything has been read. */
  root(): XmlElement {
    const [root, second] = this.#document.children
    const isWhole = this.#open.length === 1 && second === undefined && this.#document.text.trim() === ''
    if (root === undefined || !isWhole) throw new XmlError('not one whole document')
    return root
  }

  get #current(): OpenElement {
    return this.#open[this.#open.length - 1]!
  }

  #readText() {
    const furthest = this.#position + PIECE_LENGTH
    const end = furthest < this.#markup ? cutOutsideReference(this.text, furthest) : this.#markup
    this.#current.element.text += resolveReferences(this.text.slice(this.#position, end))
    this.#position = end
  }

  #readMarkup() {
    const start = this.#position
    if (this.text.startsWith('</', start)) return this.#close()
    this.#nodeCount++
    if (this.#nodeCount > this.maxNodes) throw new XmlTooLargeError('more elements than an answer may have')
    if (this.text.startsWith('<![CDATA[', start)) {
      const end = this.#skip(']]>', '<![CDATA['.length)
      this.#current.element.text += this.text.slice(start + '<![CDATA['.length, end)
    } else if (this.text.startsWith('<!--', start)) this.#skip('-->', '<!--'.length)
    else if (this.text.startsWith('<?', start)) this.#skip('?>', '<?'.length)
    else if (this.text.startsWith('<!', start)) throw new XmlError('document types are not read')
    else this.#openElement()
  }

  /** Goes on behind the next `end`, `offset` from here at the earliest, and returns where that begins. */
  #skip(end: string, offset: number): number {
    const found = this.text.indexOf(end, this.#position + offset)
    if (found < 0) throw new XmlError('the text ends too early')
    this.#position = found + end.length
    return found
  }

  #close() {
    const start = this.#position + '</'.length
    const tag = this.text.slice(start, this.#skip('>', '</'.length)).trimEnd()
    if (this.#open.length === 1 || tag !== this.#current.tag) throw new XmlError('an end tag does not match')
    this.#open.pop()
  }

  #openElement() {
    TAG.lastIndex = 0
    const match = TAG.exec(this.text.slice(this.#position, this.#position + MAX_TAG_LENGTH))
    if (match === null || this.#open.length > MAX_DEPTH) throw new XmlError('not a tag, or nested too deep')
    const [whole, tag = '', attributeText = '', slash] = match
    const { attributes, namespaces } = this.#readAttributes(attributeText)
    const element = new XmlElement(namespaces.qualify(tag), attributes)
    this.#current.element.append(element)
    if (slash === '') this.#open.push({ element, tag, namespaces })
    this.#position += whole.length
  }

  #readAttributes(text: string) {
    const inherited = this.#current.namespaces
    if (text === '') return { namespaces: inherited }
    const attributes: Record<string, string> = {}
    const declared = new Map<string, string>()
    let count = 0
    for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
      if (++count > MAX_ATTRIBUTES_OF_ELEMENT) throw new XmlError('too many attributes')
      const value = resolveReferences(double ?? single ?? '')
      if (name === 'xmlns') declared.set('', value)
      else if (name.startsWith('xmlns:')) declared.set(name.slice('xmlns:'.length), value)
      else attributes[name] = value
    }
    this.#attributeCount += count
    if (this.#attributeCount > this.maxNodes) throw new XmlTooLargeError('more elements than an answer may have')
    return { attributes, namespaces: declared.size === 0 ? inherited : new Namespaces(declared, inherited) }
  }
}
