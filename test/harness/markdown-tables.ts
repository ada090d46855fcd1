import assert from 'node:assert/strict'

/** The rows of all tables with these columns, by table. Fails if the page has none. */
export function tablesIn(page: string, ...columns: string[]): string[][][] {
  const lines = page.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const tables = lines.flatMap((cells, index) => {
    if (cells.join() !== columns.join()) return []
    const rows = lines.slice(index + 2)
    return [
      rows.slice(
        0,
        rows.findIndex((row) => row.length === 0),
      ),
    ]
  })
  assert.ok(tables.length > 0, `the page has a table of ${columns.join(', ')}`)
  return tables
}
