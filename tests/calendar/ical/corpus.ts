import { readdirSync, readFileSync } from 'node:fs'
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

/** See its README for sources and licences. */
export const CORPUS = join(import.meta.dir, 'corpus')
/** A folder with objects of public projects, for those who have one: they are not ours to copy. */
const FOREIGN = process.env.ICAL_CORPUS ?? null

/**
 * Occurrences that the letter of RFC 5545 gives and that nobody meant: an instance whose override names it by a value of the
 * other type (Exchange names a day of an all-day series by its midnight).
 */
const NOT_MEANT: Record<string, readonly string[]> = {
  'node-ical-exchange-whole-day-moved-recurrence-offset-tz': ['2026-02-26/2026-02-27'],
}

/** Objects made for one edge each, with the occurrences independent implementations agree on. */
export function ownCorpus(): CorpusFile[] {
  return read(CORPUS, JSON.parse(readFileSync(join(CORPUS, 'expected.json'), 'utf8')))
}

/** Real objects; none where `ICAL_CORPUS` names none. */
export function foreignCorpus(): CorpusFile[] {
  if (FOREIGN === null) return []
  const files: RawFiles = JSON.parse(readFileSync(join(FOREIGN, 'expected.json'), 'utf8')).files
  const foreign = Object.entries(files).filter(([name]) => !isOwn(name))
  return read(FOREIGN, Object.fromEntries(foreign))
}

/** Texts of every object at hand, malformed ones too. */
export function allTexts(): { name: string; text: string }[] {
  const textsIn = (folder: string, isWanted: (name: string) => boolean) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ics') && isWanted(name))
      .map((name) => join(folder, name))
  const foreign = FOREIGN === null ? [] : textsIn(FOREIGN, (name) => !isOwn(name))
  return [...textsIn(CORPUS, isOwn), ...foreign].map((name) => ({ name, text: textOf(name) }))
}

/** Made for this project; a folder of objects of others may hold them too. */
const isOwn = (name: string) => name.startsWith('syn-')

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
