/** One row in the text format of COPY. */
export function copyLine(values: readonly (string | number | null)[]): string {
  return `${values.map(copied).join('\t')}\n`
}

function copied(value: string | number | null): string {
  if (value === null) return '\\N'
  return String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
