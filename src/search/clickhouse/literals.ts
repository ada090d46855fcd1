// Values in the text of a statement. ClickHouse has supported parameters only since 2019, so every value from a query
// reaches a statement through one of these functions.

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** A string literal. Within quotes, only the backslash and the quote have a meaning; the rest keeps logs in one line. */
export function textLiteral(value: string): string {
  return `'${value.toWellFormed().replace(/[\\'\0\b\f\n\r\t]/g, (letter) => ESCAPES[letter] ?? letter)}'`
}

export function numberLiteral(value: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`${value} is not a number`)
  return String(value)
}

export function textList(values: readonly string[]): string {
  return `(${values.map(textLiteral).join(', ')})`
}

/** A set of many whole numbers as one literal: as elements of a list they would take a hundred times as long to parse. */
export function numberSet(values: Iterable<number>): string {
  return `(select toInt32(arrayJoin(splitByChar(',', ${textLiteral([...values].map(numberLiteral).join(','))}))))`
}

/** The name of a table, a column or a database. */
export function quotedName(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``
}
