import { CliError } from '../../cli-errors'

/**
 * The backup file: gzip of JSON lines. First a header, then for each table a line that names it and its columns
 * followed by its rows as arrays, last a trailer that counts them, so that a file cut short is recognised.
 */

export const FORMAT = 'corkboard-backup'
export const FORMAT_VERSION = 1

export interface Header {
  format: typeof FORMAT
  version: number
  createdAt: string
  /** Hashes of the migrations that the database had, in their order. */
  migrations: string[]
}

export type Value = string | number | null | { base64: string }
export type Line =
  | { header: Header }
  | { table: string; columns: string[] }
  | { row: Value[] }
  | { trailer: { rows: number } }

/** The file is not a backup, is damaged, or comes from a version that this one does not know. */
export class BackupError extends CliError {
  override name = 'BackupError'
}

export const damaged = () => new BackupError('The file is not a Corkboard backup, or is damaged.')

/** A database value as JSON; bytes become base64, everything else arrives as text or number. */
export function encodeValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (Buffer.isBuffer(value)) return { base64: value.toString('base64') }
  throw new BackupError(`a value of type ${typeof value} has no place in a backup`)
}

/** A value of the file as the driver takes it. */
export function decodeValue(value: Value): string | number | null | Buffer {
  return typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value
}

/** One line of the file. @throws BackupError when it is none that a backup has */
export function parseLine(text: string): Line {
  try {
    const line = JSON.parse(text) as Line
    if (isLine(line)) return line
  } catch {
    // Reported below.
  }
  throw damaged()
}

function isLine(line: Partial<Record<'header' | 'table' | 'columns' | 'row' | 'trailer', unknown>>): boolean {
  if (line.header !== undefined) return isTexts((line.header as Header).migrations)
  if (line.table !== undefined) return typeof line.table === 'string' && isTexts(line.columns)
  if (line.row !== undefined) return Array.isArray(line.row) && line.row.every(isValue)
  return typeof (line.trailer as { rows?: unknown }).rows === 'number'
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')

function isValue(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'number') return true
  return typeof (value as { base64?: unknown }).base64 === 'string'
}

/** @throws BackupError when the first line is not the header of a backup that this version reads */
export function checkHeader(line: Line): Header {
  if (!('header' in line) || line.header.format !== FORMAT) throw new BackupError('The file is not a Corkboard backup.')
  if (line.header.version > FORMAT_VERSION) {
    throw new BackupError('The backup was made by a newer version of Corkboard. Restore it with that version.')
  }
  return line.header
}
