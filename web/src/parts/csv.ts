// Rows as a file for spreadsheets. It begins with a byte order mark, without which Excel reads UTF-8 as another encoding.

type Cell = string | number | null | undefined

const BYTE_ORDER_MARK = '\uFEFF'

export function csvOf(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + [headings, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/**
 * Spreadsheets run a text that begins like a formula, and names of companies come from public pages. With an apostrophe
 * before it they show it as text. A number is never text here.
 */
function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[\s]*[=+\-@\t\r\n|%]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `my-accounts-2026-11-16.csv`. */
export function csvName(name: string, day: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  return `${safe.slice(0, 80) || 'companies'}-${day}.csv`
}
