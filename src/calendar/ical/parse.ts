import { eachContentLine } from './content-lines'
import { IcalError } from './error'
import { MAX_COMPONENTS, MAX_NESTING, MAX_PARAMS, MAX_TEXT_LENGTH } from './limits'

/** One content line: upper-case name, parameters with upper-case names and unquoted values, the value as written. */
export class Property {
  #params: Readonly<Record<string, string>> | null = null

  constructor(
    readonly name: string,
    readonly value: string,
    /** As they stand, each with its semicolon. */
    private readonly paramText: string,
  ) {}

  /** The line, unfolded, with another value. */
  withValue(value: string): string {
    return `${this.name}${this.paramText}:${value}`
  }

  /** Most lines have parameters that nobody asks for. */
  get params(): Readonly<Record<string, string>> {
    this.#params ??= this.paramText === '' ? NO_PARAMS : readParams(this.paramText)
    return this.#params
  }
}

export interface Component {
  name: string
  properties: Property[]
  components: Component[]
}

const BYTE_ORDER_MARK = 0xfeff
const COLON = 0x3a
const SEMICOLON = 0x3b
const QUOTE = 0x22
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({})

/** Texts of people, whose outer spaces are theirs. Everywhere else spaces around a value are a slip. */
const TEXTS = new Set(['SUMMARY', 'LOCATION', 'DESCRIPTION'])

/**
 * Reads content lines (RFC 5545 3.1) as servers and applications really write them: any line ending, folded lines, any
 * case of names, a byte order mark, components that are not closed, lines that are no content lines (left out). Values
 * stay text. The result is a nameless root that holds what stands at the top, usually one VCALENDAR.
 * @throws IcalError when there is no component at all, or more of anything than any calendar writes
 */
export function parse(text: string): Component {
  const root: Component = { name: '', properties: [], components: [] }
  const open = [root]
  let count = 0
  eachContentLine(text, (line) => {
    const property = parseLine(line)
    if (!property) return
    const parent = open[open.length - 1]!
    if (property.name === 'BEGIN') {
      const component: Component = { name: property.value.toUpperCase(), properties: [], components: [] }
      parent.components.push(component)
      open.push(component)
      count += 1
      limitComponents(open.length, count)
    } else if (property.name === 'END') {
      if (open.length > 1) open.pop()
    } else {
      parent.properties.push(property)
    }
  })
  if (root.components.length === 0) throw new IcalError('not an iCalendar object')
  return root
}

/** @throws IcalError for components that are deeper, or more, than any calendar writes */
export function limitComponents(depth: number, count: number): void {
  if (depth > MAX_NESTING) throw new IcalError('components nested too deep')
  if (count > MAX_COMPONENTS) throw new IcalError('object with too many components')
}

/** One unfolded content line, null when it is none. */
export function parseLine(line: string): Property | null {
  const nameEnd = endOfName(line)
  if (nameEnd < 0) return null
  const nameStart = line.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0
  const name = line.slice(nameStart, nameEnd).trim().toUpperCase()
  let end = nameEnd
  for (let count = 0; line.charCodeAt(end) === SEMICOLON; count += 1) {
    const equals = line.indexOf('=', end)
    end = equals < 0 || count === MAX_PARAMS ? -1 : endOfParam(line, equals + 1)
    if (end < 0) return null
  }
  return new Property(name, readValue(name, line.slice(end + 1)), line.slice(nameEnd, end))
}

function readParams(text: string): Record<string, string> {
  const params: Record<string, string> = {}
  let position = 0
  while (position < text.length) {
    const equals = text.indexOf('=', position)
    const end = endOfParam(text, equals + 1)
    const value = text.slice(equals + 1, end < 0 ? text.length : end)
    params[text.slice(position + 1, equals).toUpperCase()] = unquote(value)
    position = end < 0 ? text.length : end
  }
  return params
}

/** Index of the first `;` or `:`, -1 when there is none. */
function endOfName(line: string): number {
  for (let i = 0; i < line.length; i += 1) {
    const code = line.charCodeAt(i)
    if (code === COLON || code === SEMICOLON) return i
  }
  return -1
}

/** Index of the `;` or `:` that ends a parameter value, quoted ones left aside; -1 when there is none. */
function endOfParam(line: string, from: number): number {
  let isQuoted = false
  for (let i = from; i < line.length; i += 1) {
    const code = line.charCodeAt(i)
    if (code === QUOTE) isQuoted = !isQuoted
    else if (!isQuoted && (code === COLON || code === SEMICOLON)) return i
  }
  return -1
}

function unquote(value: string): string {
  return value.charCodeAt(0) === QUOTE ? value.replace(/^"|"$/g, '') : value
}

function readValue(name: string, text: string): string {
  return TEXTS.has(name) ? text : text.trim()
}

/** Every component of that name below `component`, at any depth. */
export function findAll(component: Component, name: string): Component[] {
  return component.components.flatMap((child) => {
    const below = child.components.length > 0 ? findAll(child, name) : []
    return child.name === name ? [child, ...below] : below
  })
}

/** The first property of that name. */
export function property(component: Component, name: string): Property | undefined {
  return component.properties.find((candidate) => candidate.name === name)
}

/** Every property of that name. */
export function properties(component: Component, name: string): Property[] {
  return component.properties.filter((candidate) => candidate.name === name)
}

/** A TEXT value as people read it (RFC 5545 3.3.11), cut after a hundred thousand characters. */
export function unescapeText(value: string): string {
  if (!value.includes('\\')) return value.slice(0, MAX_TEXT_LENGTH)
  return value
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\\(.)/gs, (_, escaped: string) => (escaped === 'n' || escaped === 'N' ? '\n' : escaped))
}

/** The TEXT value of a component's first property of that name, null when there is none. */
export function textOf(component: Component, name: string): string | null {
  const found = property(component, name)
  return found ? unescapeText(found.value) : null
}
