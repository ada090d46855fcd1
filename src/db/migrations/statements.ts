// Splits a file of SQL into its statements, and each into words and signs. Comments are left out, and what is inside quotes is
// one token, so that text in quotes is never taken for a keyword.

export interface Statement {
  /** As it is in the file, from its first word to before the semicolon. */
  readonly sql: string
  /** The line of its first word. */
  readonly line: number
  /** Words in lower case, numbers, signs. A string begins with ', a quoted body with $; a quoted name is a word. */
  readonly tokens: readonly string[]
  /** The lines of comment before it and inside it, without the dashes. */
  readonly comments: readonly string[]
}

export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = []
  let [tokens, comments]: [string[], string[]] = [[], []]
  let [first, last] = [0, 0]
  const end = () => {
    if (tokens.length > 0)
      statements.push({ sql: text.slice(first, last), line: lineAt(text, first), tokens, comments })
    ;[tokens, comments] = [[], []]
  }
  for (let at = 0; at < text.length; ) {
    const [kind, to] = readToken(text, at)
    const part = text.slice(at, to)
    if (kind === 'comment') comments.push(part.replace(/^--/, '').trim())
    else if (part === ';') end()
    else if (kind !== 'space') {
      if (tokens.length === 0) first = at
      last = to
      tokens.push(kind === 'word' ? part.toLowerCase() : kind === 'name' ? part.slice(1, -1) : part)
    }
    at = to
  }
  end()
  return statements
}

type Kind = 'space' | 'comment' | 'word' | 'name' | 'string' | 'body' | 'sign'

/** What begins there, and where it ends. */
function readToken(text: string, at: number): [Kind, number] {
  const ends = (mark: string, from: number) => {
    const found = text.indexOf(mark, from)
    return found === -1 ? text.length : found + mark.length
  }
  const rest = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  const space = rest(/\s+/y)
  if (space) return ['space', at + space.length]
  const comment = rest(/--[^\n]*/y)
  if (comment !== undefined) return ['comment', at + comment.length]
  if (text.startsWith('/*', at)) return ['comment', ends('*/', at + 2)]
  // Two quotes in a row make two adjacent tokens. That is fine: neither is a word.
  if (text[at] === "'") return ['string', ends("'", at + 1)]
  if (text[at] === '"') return ['name', ends('"', at + 1)]
  const tag = rest(/\$[a-zA-Z_]*\$/y)
  if (tag) return ['body', ends(tag, at + tag.length)]
  const word = rest(/[\p{L}\d_$.]+/uy)
  if (word) return ['word', at + word.length]
  return ['sign', at + 1]
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let found = text.indexOf('\n'); found !== -1 && found < at; found = text.indexOf('\n', found + 1)) line++
  return line
}
