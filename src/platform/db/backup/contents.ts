import { BackupError, checkHeader, damaged, type Header, type Line } from './format'

/** What a whole backup holds. */
export interface Contents {
  header: Header
  /** What each table holds. */
  tables: Map<string, { columns: string[]; rows: number }>
  /** Of all tables. */
  rows: number
}

/** Reads a backup to its end. @throws BackupError when it is damaged, cut short or of another kind */
export async function readContents(lines: AsyncIterable<Line>): Promise<Contents> {
  let header: Header | null = null
  const tables: Contents['tables'] = new Map()
  let table: { columns: string[]; rows: number } | null = null
  let rows = 0
  let promised: number | null = null
  for await (const line of lines) {
    header ??= checkHeader(line)
    if ('table' in line) {
      table = { columns: line.columns, rows: 0 }
      tables.set(line.table, table)
    }
    if ('row' in line) {
      if (table === null || line.row.length !== table.columns.length) throw damaged()
      table.rows++
      rows++
    }
    if ('trailer' in line) promised = line.trailer.rows
  }
  if (header === null) throw new BackupError('The file is empty.')
  if (promised !== rows) throw new BackupError('The file is cut short.')
  return { header, tables, rows }
}
