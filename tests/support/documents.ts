import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

/** A fenced block of a document (CommonMark 4.5). */
export interface FencedBlock {
  /** Path of the document in the repository. */
  document: string
  /** Line of the opening fence, from 1. */
  line: number
  /** The info string; blank where there is none. */
  language: string
  text: string
  /** The comment `<!-- not run by a test: … -->` right before it; null without one. */
  mark: string | null
}

/** The fenced blocks of a document's text, in their order. */
export function fencedBlocks(document: string, text: string): FencedBlock[] {
  const blocks: FencedBlock[] = []
  const lines = text.split('\n')
  let open: { line: number; indent: number; language: string; mark: string | null } | null = null
  for (const [index, line] of lines.entries()) {
    const fence = /^( *)```(\S*)/.exec(line)
    if (fence === null) continue
    const [, indent = '', language = ''] = fence
    if (open === null) {
      const mark = /^ *<!-- not run by a test: (.+) -->$/.exec(lines[index - 1] ?? '')?.[1] ?? null
      open = { line: index + 1, indent: indent.length, language, mark }
      continue
    }
    const { indent: width, ...rest } = open
    const inside = lines.slice(open.line, index).map((each) => each.slice(width))
    blocks.push({ document, ...rest, text: inside.join('\n') })
    open = null
  }
  return blocks
}

/** The fenced blocks of a document of the repository. */
export async function blocksOf(document: string): Promise<FencedBlock[]> {
  return fencedBlocks(document, await Bun.file(join(ROOT, document)).text())
}

/** The block of a document that holds these words. @throws unless there is exactly one */
export async function blockWith(document: string, words: string): Promise<string> {
  const found = (await blocksOf(document)).filter(({ text }) => text.includes(words))
  if (found.length !== 1) throw new Error(`${document} has ${found.length} blocks with "${words}"`)
  return found[0]!.text
}

/** The commands of a shell block, each with the lines that continue it, without comments. */
export function commandsOf(text: string): string[] {
  const commands: string[] = []
  let isContinued = false
  for (const line of text.split('\n')) {
    const words = line.replace(/(^|\s)#\s.*$/, '').trimEnd()
    if (words === '') continue
    if (isContinued) commands.push(`${commands.pop()}\n${words}`)
    else commands.push(words)
    isContinued = /(\\|\||&&)$/.test(words)
  }
  return commands
}

/** The same text with one part of it in another place. @throws when it is not there */
export function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the documented text has no "${from}"`)
  return text.replaceAll(from, () => to)
}
