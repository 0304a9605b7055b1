import { BackupError, checkHeader, damaged, type Header, type Line } from './format'

/** What a whole backup holds. */
export interface Contents {
  header: Header
  /** The columns of each table. */
  tables: Map<string, string[]>
  rows: number
}

/** Reads a backup to its end. @throws BackupError when it is damaged, cut short or of another kind */
export async function readContents(lines: AsyncIterable<Line>): Promise<Contents> {
  let header: Header | null = null
  const tables = new Map<string, string[]>()
  let columns: string[] | null = null
  let rows = 0
  let promised: number | null = null
  for await (const line of lines) {
    header ??= checkHeader(line)
    if ('table' in line) {
      columns = line.columns
      tables.set(line.table, line.columns)
    }
    if ('row' in line) {
      if (line.row.length !== columns?.length) throw damaged()
      rows++
    }
    if ('trailer' in line) promised = line.trailer.rows
  }
  if (header === null) throw new BackupError('The file is empty.')
  if (promised !== rows) throw new BackupError('The file is cut short.')
  return { header, tables, rows }
}
