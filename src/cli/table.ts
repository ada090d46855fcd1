/** Left-aligned columns, indented, two spaces apart. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  return rows.map((row) => (indent + row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')).trimEnd()).join('\n')
}

/** A table with a heading. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return columns([heading.map((cell) => cell.toUpperCase()), ...rows], '')
}

/** 2026-11-15 09:30 UTC. All times in text output have this format. */
export function time(value: Date | null | undefined): string {
  return value ? `${value.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '–'
}
