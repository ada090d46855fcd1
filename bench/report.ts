/** The percentile of sorted numbers; NaN if there are none. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Aligns the cells of each column with spaces. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  return `${rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}

/** On a terminal: what is being done, on a line of its own that the next call replaces. An empty text clears it. */
export function reportProgress(text: string, share?: number): void {
  if (!process.stderr.isTTY) return
  const percent = share === undefined ? '' : `: ${Math.floor(100 * share)} %`
  process.stderr.write(`\r\u001b[K${text}${percent}`)
}
