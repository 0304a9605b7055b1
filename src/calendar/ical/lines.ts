import { dayOfWall, formatDate, formatDateTime } from './civil'

/** How a time is written: on which clock, or as a date. `tzid` is the name the object uses, whatever zone it means. */
export type Clock = { kind: 'date' } | { kind: 'utc' } | { kind: 'floating' } | { kind: 'tzid'; tzid: string }

const MAX_OCTETS = 75
const ASCII = /^\p{ASCII}*$/u
const encoder = new TextEncoder()

/** A content line with its line ending, folded at 75 octets and never inside a character (RFC 5545 3.1). */
export function foldLine(line: string, eol: string): string {
  if (line.length * 3 <= MAX_OCTETS) return line + eol
  if (ASCII.test(line)) return foldAscii(line, eol)
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > MAX_OCTETS) {
      folded += `${eol} `
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded + eol
}

function foldAscii(line: string, eol: string): string {
  const parts = [line.slice(0, MAX_OCTETS)]
  for (let at = MAX_OCTETS; at < line.length; at += MAX_OCTETS - 1) parts.push(line.slice(at, at + MAX_OCTETS - 1))
  return parts.join(`${eol} `) + eol
}

/** Content lines as objects are stored and sent: folded, each ending in CRLF (RFC 5545 3.1). */
export const foldedLines = (lines: readonly string[]): string => lines.map((line) => foldLine(line, '\r\n')).join('')

/** What a calendar is called (RFC 7986 5.1), also for readers from before that. */
export const calendarNameLines = (name: string): string[] => [textLine('NAME', name), textLine('X-WR-CALNAME', name)]

/** A TEXT property (RFC 5545 3.3.11). */
export function textLine(name: string, text: string, params: Record<string, string> = {}): string {
  const written = Object.entries(params).map(([param, value]) => `;${param}=${paramText(value)}`)
  return `${name}${written.join('')}:${escapeText(text)}`
}

/** Categories, each as people read it (RFC 5545 3.8.1.2). */
export const categoriesLine = (names: readonly string[]) => `CATEGORIES:${names.map(escapeText).join(',')}`

/** A value of type TEXT (RFC 5545 3.3.11). */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (control) => (isAllowed(control) ? control : ''))
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')
}

/** RFC 5545 3.1: of the ASCII control characters TEXT holds only the tab; line feeds are escaped. */
function isAllowed(control: string): boolean {
  return control === '\n' || control === '\t' || control > '\u007f'
}

/**
 * A date property; `wall` in seconds on the clock given. `params` stand before VALUE or TZID, each with its semicolon.
 */
export function timeLine(name: string, clock: Clock, walls: number[], params = ''): string {
  const values = walls.map((wall) => timeText(clock, wall)).join(',')
  return `${name}${params}${clockParam(clock)}:${values}`
}

/** A wall time as its clock writes it (RFC 5545 3.3.4, 3.3.5). */
export function timeText(clock: Clock, wall: number): string {
  if (clock.kind === 'date') return formatDate(dayOfWall(wall))
  return formatDateTime(wall) + (clock.kind === 'utc' ? 'Z' : '')
}

/** The parameter by which a property names its clock (RFC 5545 3.2.19, 3.2.20). */
export function clockParam(clock: Clock): string {
  if (clock.kind === 'date') return ';VALUE=DATE'
  if (clock.kind !== 'tzid') return ''
  return `;TZID=${paramText(clock.tzid)}`
}

function paramText(value: string): string {
  return /[:;,]/.test(value) ? `"${value}"` : value
}

/** An instant as UTC DATE-TIME. */
export function utcText(instant: Date): string {
  return `${formatDateTime(Math.floor(instant.getTime() / 1000))}Z`
}
