/** What a spreadsheet would take for a formula, or for what comes before one. */
const FORMULA = /^[=+\-@\t\r]/

/** Without it Excel reads UTF-8 as Windows' own letters. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Rows as a file's text (RFC 4180). A cell that would be a formula gets an apostrophe before it. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
