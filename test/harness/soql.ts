// As much of SOQL as a test server needs: select, from, where with in, like, =, and, or, parentheses.

export type SoqlRecord = Readonly<Record<string, unknown>>

export interface Soql {
  readonly fields: readonly string[]
  readonly object: string
  readonly where: (record: SoqlRecord) => boolean
}

const TOKEN = /\s*('(?:[^'\\]|\\.)*'|[A-Za-z_][A-Za-z0-9_.]*|[(),=])/y

/** Throws with a message for what it can't read. */
export function parseSoql(text: string): Soql {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) tokens.push(match[1] ?? '')
  const take = (expected?: string): string => {
    const token = tokens.shift() ?? ''
    if (expected !== undefined && token.toLowerCase() !== expected) throw new Error(`unexpected token: '${token}'`)
    return token
  }
  const next = (word: string) => tokens[0]?.toLowerCase() === word
  take('select')
  const fields = [take()]
  while (next(',')) {
    take(',')
    fields.push(take())
  }
  take('from')
  const object = take()
  let where: Soql['where'] = () => true
  if (next('where')) {
    take('where')
    where = either()
  }
  if (next('order')) tokens.length = 0
  if (tokens.length > 0) throw new Error(`unexpected token: '${tokens[0]}'`)
  return { fields, object, where }

  function either(): Soql['where'] {
    const parts = [both()]
    while (next('or')) {
      take('or')
      parts.push(both())
    }
    return (record) => parts.some((part) => part(record))
  }

  function both(): Soql['where'] {
    const parts = [one()]
    while (next('and')) {
      take('and')
      parts.push(one())
    }
    return (record) => parts.every((part) => part(record))
  }

  function one(): Soql['where'] {
    if (next('(')) {
      take('(')
      const inner = either()
      take(')')
      return inner
    }
    const field = take()
    const operator = take().toLowerCase()
    if (operator === 'in') {
      take('(')
      const values = [literalOf(take())]
      while (next(',')) {
        take(',')
        values.push(literalOf(take()))
      }
      take(')')
      return (record) => values.includes(record[field] as string)
    }
    const value = literalOf(take())
    if (operator === '=') return (record) => record[field] === value
    if (operator !== 'like') throw new Error(`unexpected token: '${operator}'`)
    const parts = String(value).toLowerCase().split('%')
    return (record) => isLike(String(record[field] ?? '').toLowerCase(), parts)
  }
}

function literalOf(token: string): unknown {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  if (token === 'true' || token === 'false') return token === 'true'
  throw new Error(`unexpected token: '${token}'`)
}

/** `parts`: of a pattern with % for any text. */
function isLike(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
