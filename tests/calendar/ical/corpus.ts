import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ExpectedWindow {
  start: string
  end: string
  status: string
  /** `start/end` of each occurrence. */
  expected: string[]
  alternatives: string[][]
}

export interface CorpusFile {
  name: string
  text: string
  isMalformed: boolean
  windows: ExpectedWindow[]
}

interface ForeignOccurrence {
  start: string
  end: string
}

interface RawWindow {
  start: string
  end: string
  status?: string
  expected?: (string | ForeignOccurrence)[]
  alternatives?: (string[] | { occurrences: ForeignOccurrence[] })[]
}

type RawFiles = Record<string, { malformed?: boolean; windows: RawWindow[] }>

const OWN = join(import.meta.dir, 'corpus')
/** Objects of public projects may stand beside the checkout; they are read there and never copied. */
export const FOREIGN = join(import.meta.dir, '../../../../shared/ical-corpus')

/**
 * Occurrences that the letter of RFC 5545 gives and that nobody meant: an instance whose override names it by a value of the
 * other type (Exchange names a day of an all-day series by its midnight).
 */
const NOT_MEANT: Record<string, readonly string[]> = {
  'node-ical-exchange-whole-day-moved-recurrence-offset-tz': ['2026-02-26/2026-02-27'],
}

/** Objects made for one edge each, with the occurrences independent implementations agree on. */
export function ownCorpus(): CorpusFile[] {
  return read(OWN, JSON.parse(readFileSync(join(OWN, 'expected.json'), 'utf8')))
}

/** Real objects; none where they are not at hand. */
export function foreignCorpus(): CorpusFile[] {
  const expectations = join(FOREIGN, 'expected.json')
  if (!existsSync(expectations)) return []
  const files: RawFiles = JSON.parse(readFileSync(expectations, 'utf8')).files
  const foreign = Object.entries(files).filter(([name]) => !name.startsWith('syn-'))
  return read(FOREIGN, Object.fromEntries(foreign))
}

/** Texts of every object at hand, malformed ones too. */
export function allTexts(): { name: string; text: string }[] {
  const names = [OWN, FOREIGN]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ics') && (folder === OWN || !name.startsWith('syn-')))
        .map((name) => join(folder, name)),
    )
  return names.map((name) => ({ name, text: textOf(name) }))
}

function read(folder: string, files: RawFiles): CorpusFile[] {
  return Object.entries(files).map(([name, { malformed = false, windows }]) => ({
    name,
    text: textOf(join(folder, `${name}.ics`)),
    isMalformed: malformed,
    windows: windows.map((window) => ({
      start: window.start,
      end: window.end,
      status: window.status ?? 'malformed',
      expected: spans(window.expected ?? []).filter((span) => !NOT_MEANT[name]?.includes(span)),
      alternatives: (window.alternatives ?? []).map((other) => spans(Array.isArray(other) ? other : other.occurrences)),
    })),
  }))
}

function spans(occurrences: (string | ForeignOccurrence)[]): string[] {
  return occurrences.map((one) => (typeof one === 'string' ? one : `${one.start}/${one.end}`)).sort()
}

function textOf(path: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(path))
}
