// Rows as a file for spreadsheets. It starts with a byte order mark; otherwise Excel reads UTF-8 as another encoding.

type Cell = string | number | null | undefined

const BYTE_ORDER_MARK = '\uFEFF'

export function csvOf(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + [headings, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/** What a formula starts with, including full-width forms. */
const AT_START = /^\s*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/
const AFTER_SEPARATOR = /([,;\t\r\n]\s{0,20})(?=[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * Spreadsheets run a text that starts like a formula, and company names come from public pages. After an apostrophe,
 * they show it as text. Quotes aren't enough: a spreadsheet that separates by semicolons, as in German, splits a row of
 * commas inside its quotes. So a formula after any separator gets an apostrophe too. A number is never text here.
 */
function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = (AT_START.test(cell) ? `'${cell}` : cell).replaceAll(AFTER_SEPARATOR, "$1'")
  return `"${text.replaceAll('"', '""')}"`
}

/** `my-accounts-2026-11-16.csv`. */
export function csvName(name: string, day: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  return `${safe.slice(0, 80) || 'companies'}-${day}.csv`
}
