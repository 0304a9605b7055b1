import { IcalError } from './error'
import { MAX_LINES, MAX_PHYSICAL_LINES } from './limits'

const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const TAB = 0x09

/**
 * Visits the content lines of a text (RFC 5545 3.1) in their order: `raw` as it stands, with folds and line ending, and
 * `line` unfolded. Any line ending ends a line. Empty lines do not end a fold, since some writers end every line twice;
 * those that stand elsewhere are visited as lines of their own.
 * @throws IcalError for more lines than any calendar writes
 */
export function eachContentLine(text: string, visit: (line: string, raw: string) => void): void {
  let lines = 0
  let physicalLines = 0
  let from = 0
  while (from < text.length) {
    let end = from
    let next = from
    let isFolded = false
    for (let fold = from; fold >= 0; fold = foldAfter(text, from, end, next)) {
      physicalLines += 1
      if (lines >= MAX_LINES || physicalLines > MAX_PHYSICAL_LINES) throw new IcalError('object with too many lines')
      isFolded = fold > from
      end = endOfLine(text, fold)
      next = startOfNext(text, end)
    }
    lines += 1
    const line = text.slice(from, end)
    visit(isFolded ? line.replace(/[\r\n]+[ \t]/g, '') : line, text.slice(from, next))
    from = next
  }
}

/** Where the line that begins at `from` goes on after what ends at `end`; -1 when it does not. */
function foldAfter(text: string, from: number, end: number, next: number): number {
  if (end === from) return -1
  let at = next
  while (isBreak(text.charCodeAt(at))) at += 1
  const code = text.charCodeAt(at)
  return code === SPACE || code === TAB ? at : -1
}

/** Index of the line's end, past everything that is no line break. */
function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length && !isBreak(text.charCodeAt(at))) at += 1
  return at
}

function startOfNext(text: string, end: number): number {
  const isPair = text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === LINE_FEED
  return Math.min(text.length, end + (isPair ? 2 : 1))
}

/** Whether a character's code is that of a line break. */
export function isBreak(code: number): boolean {
  return code === LINE_FEED || code === RETURN
}
