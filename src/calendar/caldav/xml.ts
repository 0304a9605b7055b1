import { backgroundSlice } from '../../platform/time-slice'
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
/** Of one element; whoever looks at a text makes one piece of it. What is longer no database column holds. */
export const MAX_TEXT_LENGTH = 16 * 1024 * 1024
const BYTE_ORDER_MARK = 0xfeff
/** Text that is resolved in one step. */
const PIECE_LENGTH = 64 * 1024

const TAG = /<([^\s/>=<]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Reads a document, as the pieces it came in, into its root element; other work has its turn meanwhile.
 * @throws XmlError; XmlTooLargeError when there are more than `maxNodes` elements or attributes, or a text is too long
 */
export async function parseXml(pieces: readonly string[], maxNodes = MAX_NODES): Promise<XmlElement> {
  const reader = new Reader(maxNodes)
  const slice = backgroundSlice()
  for (const [index, piece] of pieces.entries()) {
    reader.add(piece, index === pieces.length - 1)
    do if (slice.isOver) await slice.next()
    while (reader.step())
  }
  return reader.root()
}

/** The first child of a name, `{namespace}local`. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name)
}

/** All children of a name, `{namespace}local`. */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? []
}

interface OpenElement {
  element: XmlElement
  tag: string
  namespaces: Namespaces
}

interface Section {
  end: string
  isText: boolean
}

const SECTIONS: readonly [start: string, Section][] = [
  ['<![CDATA[', { end: ']]>', isText: true }],
  ['<!--', { end: '-->', isText: false }],
  ['<?', { end: '?>', isText: false }],
]
const LONGEST_START = '<![CDATA['.length

const isFirstHalf = (code: number) => code >= 0xd800 && code < 0xdc00

class Reader {
  /** Input that is not consumed yet. */
  #text = ''
  #position = 0
  /** Index of the next `<`, if known. */
  #markup = -1
  #isLast = false
  /** The first half of a character whose second half may come next. */
  #half = ''
  #section: Section | null = null
  #nodeCount = 0
  #attributeCount = 0
  readonly #document = new XmlElement('')
  readonly #open: OpenElement[] = [{ element: this.#document, tag: '', namespaces: Namespaces.ofDocument() }]

  constructor(private readonly maxNodes: number) {}

  /** Appends input; `step` consumes it. */
  add(piece: string, isLast: boolean) {
    const isFirst = this.#text === '' && this.#markup < 0
    this.#text = this.#text.slice(this.#position) + piece
    this.#position = isFirst && piece.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0
    this.#markup = -1
    this.#isLast = isLast
  }

  /** Reads one piece of text or of markup; false when there is none, or not all of it. */
  step(): boolean {
    if (this.#section !== null) return this.#readSection(this.#section)
    if (this.#position >= this.#text.length) return false
    if (this.#markup < this.#position) {
      const found = this.#text.indexOf('<', this.#position)
      this.#markup = found < 0 ? this.#text.length : found
    }
    return this.#position < this.#markup ? this.#readText() : this.#readMarkup()
  }

  /** The document's root element, once everything was read. */
  root(): XmlElement {
    this.#endText()
    const [root, second] = this.#document.children
    const isWhole = this.#open.length === 1 && second === undefined && this.#document.text.trim() === ''
    if (root === undefined || !isWhole) throw new XmlError('not one whole document')
    return root
  }

  get #current(): OpenElement {
    return this.#open[this.#open.length - 1]!
  }

  #readText(): boolean {
    const furthest = Math.min(this.#markup, this.#position + PIECE_LENGTH)
    const goesOn = furthest < this.#markup || (furthest === this.#text.length && !this.#isLast)
    const end = goesOn ? cutOutsideReference(this.#text, this.#position, furthest) : furthest
    this.#addText(resolveReferences(this.#text.slice(this.#position, end)))
    const hasMoved = end > this.#position
    this.#position = end
    return hasMoved
  }

  #readMarkup(): boolean {
    if (!this.#isLast && this.#text.length - this.#position < LONGEST_START) return false
    if (this.#text.startsWith('</', this.#position)) return this.#close()
    const section = SECTIONS.find(([start]) => this.#text.startsWith(start, this.#position))
    if (section === undefined) return this.#openElement()
    this.#count()
    this.#position += section[0].length
    this.#section = section[1]
    return true
  }

  #readSection({ end, isText }: Section): boolean {
    const found = this.#text.indexOf(end, this.#position)
    if (found < 0 && this.#isLast) throw new XmlError('the text ends too early')
    // The end may have come in part.
    const readable = found < 0 ? Math.max(this.#position, this.#text.length - end.length + 1) : found
    if (isText) this.#addText(this.#text.slice(this.#position, readable))
    this.#position = found < 0 ? readable : found + end.length
    if (found >= 0) this.#section = null
    return found >= 0
  }

  /** A reference may stand for half a character, which no database keeps as it is. Each piece is looked at alone. */
  #addText(piece: string) {
    const { element } = this.#current
    if (element.text.length + piece.length > MAX_TEXT_LENGTH) throw new XmlTooLargeError('a text is too long')
    const text = this.#half + piece
    const end = isFirstHalf(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length
    element.text += text.slice(0, end).toWellFormed()
    this.#half = text.slice(end)
  }

  #endText() {
    this.#current.element.text += this.#half.toWellFormed()
    this.#half = ''
  }

  #close(): boolean {
    const end = this.#text.indexOf('>', this.#position)
    if (end < 0) return this.#waitForTag()
    const tag = this.#text.slice(this.#position + '</'.length, end).trimEnd()
    const { tag: open } = this.#current
    if (this.#open.length === 1 || tag !== open) throw new XmlError('an end tag does not match')
    this.#endText()
    this.#open.pop()
    this.#position = end + 1
    return true
  }

  #openElement(): boolean {
    if (this.#text.startsWith('<!', this.#position)) throw new XmlError('document types are not read')
    const match = this.#matchTag()
    if (match === null) return this.#waitForTag()
    if (this.#open.length > MAX_DEPTH) throw new XmlError('nested too deep')
    this.#count()
    const [whole, tag = '', attributeText = '', slash] = match
    const { attributes, namespaces } = this.#readAttributes(attributeText)
    const element = new XmlElement(namespaces.qualify(tag), attributes)
    this.#endText()
    this.#current.element.append(element)
    if (slash === '') this.#open.push({ element, tag, namespaces })
    this.#position += whole.length
    return true
  }

  #matchTag(): RegExpExecArray | null {
    const match = (end: number) => {
      TAG.lastIndex = 0
      return TAG.exec(this.#text.slice(this.#position, end))
    }
    // A slice is copied before it is matched: nearly every tag ends at the next `>`, which is not one of an attribute's.
    const next = this.#text.indexOf('>', this.#position) + 1
    const furthest = this.#position + MAX_TAG_LENGTH
    return (next > 0 && next < furthest ? match(next) : null) ?? match(furthest)
  }

  /** The rest of a tag may come yet. */
  #waitForTag(): false {
    const mayCome = !this.#isLast && this.#text.length - this.#position < MAX_TAG_LENGTH
    if (!mayCome) throw new XmlError('not a tag')
    return false
  }

  #count() {
    this.#nodeCount++
    if (this.#nodeCount > this.maxNodes) throw new XmlTooLargeError('more elements than an answer may have')
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
