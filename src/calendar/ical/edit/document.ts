import { eachContentLine, isBreak } from '../content-lines'
import { IcalError } from '../error'
import { foldLine } from '../lines'
import { type Component, limitComponents, type Property, parseLine } from '../parse'

/** One content line as it stands in the text, with folds and line ending. */
interface Line {
  raw: string
  /** Null for a line that is no content line. */
  property: Property | null
}

/** A component as it stands in the text. What is not replaced is written back byte by byte. */
export class Block {
  nodes: (Line | Block)[] = []
  private end = ''

  constructor(
    readonly name: string,
    private readonly begin: string,
    private readonly eol: string,
  ) {}

  /** Text of the whole block. */
  toString(): string {
    let text = ''
    let last = ''
    for (const node of [this.begin, ...this.nodes, this.end]) {
      const part = typeof node === 'string' ? node : node instanceof Block ? node.toString() : node.raw
      if (part === '') continue
      // The last line of an object may have no ending, and no longer be the last.
      text += last === '' || isBreak(last.charCodeAt(last.length - 1)) ? part : this.eol + part
      last = part
    }
    return text
  }

  close(raw: string): void {
    this.end = raw
  }

  /** The block, parsed as it stands now. */
  get component(): Component {
    const component: Component = { name: this.name, properties: [], components: [] }
    for (const node of this.nodes) {
      if (node instanceof Block) component.components.push(node.component)
      else if (node.property) component.properties.push(node.property)
    }
    return component
  }

  get blocks(): Block[] {
    return this.nodes.filter((node) => node instanceof Block)
  }

  /** Properties of that name, in their order. */
  properties(name: string): Property[] {
    return this.nodes.filter((node) => isNamed(node, name)).map(({ property }) => property)
  }

  /** The first property of that name. */
  property(name: string): Property | undefined {
    return this.nodes.find((node) => isNamed(node, name))?.property
  }

  /** The same, byte by byte. */
  copy(): Block {
    const copy = new Block(this.name, this.begin, this.eol)
    copy.nodes = this.nodes.map((node) => (node instanceof Block ? node.copy() : node))
    copy.close(this.end)
    return copy
  }

  /** Replaces every property of that name by one unfolded line, or appends it. */
  set(name: string, line: string): void {
    const index = this.nodes.findIndex((node) => isNamed(node, name))
    if (index < 0) {
      this.add(name, line)
      return
    }
    this.nodes[index] = this.line(line)
    for (let i = this.nodes.length - 1; i > index; i -= 1) {
      if (isNamed(this.nodes[i]!, name)) this.nodes.splice(i, 1)
    }
  }

  /** Adds one unfolded line before the properties of that name, or behind all properties. */
  add(name: string, line: string): void {
    const index = this.nodes.findIndex((node) => isNamed(node, name) || node instanceof Block)
    this.nodes.splice(index < 0 ? this.nodes.length : index, 0, this.line(line))
  }

  /** Adds one unfolded line behind the last property of that name, or behind all properties. */
  append(name: string, line: string): void {
    const last = this.nodes.findLastIndex((node) => isNamed(node, name))
    if (last < 0) this.add(name, line)
    else this.nodes.splice(last + 1, 0, this.line(line))
  }

  /**
   * Rewrites each property of that name: '' removes it, null leaves it as it stands. Tells whether anything changed.
   */
  rewrite(name: string, rewriteOne: (property: Property) => string | null): boolean {
    let hasChanged = false
    const kept: (Line | Block)[] = []
    for (const node of this.nodes) {
      const line = isNamed(node, name) ? rewriteOne(node.property) : null
      hasChanged ||= line !== null
      if (line === null) kept.push(node)
      else if (line !== '') kept.push(this.line(line))
    }
    this.nodes = kept
    return hasChanged
  }

  /** Removes every property of that name. Tells whether there was one. */
  remove(name: string): boolean {
    return this.drop((node) => isNamed(node, name))
  }

  removeBlocks(shouldGo: (block: Block) => boolean): boolean {
    return this.drop((node) => node instanceof Block && shouldGo(node))
  }

  /** Adds a block, given as its unfolded lines, before `before` or at the end. */
  insertBlock(lines: string[], before?: Block): void {
    const block = parseBlocks(lines.map((line) => foldLine(line, this.eol)).join(''), this.eol).blocks[0]
    if (!block) return
    const index = before ? this.nodes.indexOf(before) : -1
    this.nodes.splice(index < 0 ? this.nodes.length : index, 0, block)
  }

  private line(unfolded: string): Line {
    return { raw: foldLine(unfolded, this.eol), property: parseLine(unfolded) }
  }

  private drop(shouldGo: (node: Line | Block) => boolean): boolean {
    const kept = this.nodes.filter((node) => !shouldGo(node))
    const hasChanged = kept.length < this.nodes.length
    this.nodes = kept
    return hasChanged
  }
}

/** An object's text as blocks, with its events in their order. */
export interface Document {
  root: Block
  events: { block: Block; parent: Block }[]
}

/** @throws IcalError when there is no component, or more of anything than any calendar writes */
export function openDocument(text: string): Document {
  const root = parseBlocks(text, text.includes('\r\n') ? '\r\n' : '\n')
  if (root.blocks.length === 0) throw new IcalError('not an iCalendar object')
  return { root, events: eventsIn(root) }
}

function eventsIn(parent: Block): Document['events'] {
  return parent.blocks.flatMap((block) => [...(block.name === 'VEVENT' ? [{ block, parent }] : []), ...eventsIn(block)])
}

/** The same structure as `parse` sees. */
function parseBlocks(text: string, eol: string): Block {
  const root = new Block('', '', eol)
  const open = [root]
  let count = 0
  eachContentLine(text, (unfolded, raw) => {
    const line = { raw, property: parseLine(unfolded) }
    const parent = open[open.length - 1]!
    if (line.property?.name === 'BEGIN') {
      const block = new Block(line.property.value.toUpperCase(), raw, eol)
      parent.nodes.push(block)
      open.push(block)
      count += 1
      limitComponents(open.length, count)
    } else if (line.property?.name === 'END' && open.length > 1) {
      parent.close(raw)
      open.pop()
    } else {
      parent.nodes.push(line)
    }
  })
  return root
}

function isNamed(node: Line | Block, name: string): node is Line & { property: Property } {
  return !(node instanceof Block) && node.property?.name === name
}
