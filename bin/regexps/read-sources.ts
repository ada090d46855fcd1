// Finds every regular expression of a source: literals, and the `pattern` of a schema, which the validator compiles.
// A RegExp that is built at run time can't be checked before it runs, so the sources build none.

import { parseSync } from 'vite'

export interface SourceRegexp {
  readonly file: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

export interface SourceRegexps {
  readonly regexps: readonly SourceRegexp[]
  /** Where a RegExp is built from strings. */
  readonly built: readonly { readonly file: string; readonly line: number }[]
}

/** Methods of strings that compile a string argument. */
const COMPILING: ReadonlySet<unknown> = new Set(['match', 'matchAll', 'search'])

type Node = { readonly type: string; readonly start: number } & Record<string, unknown>

export function readRegexps(file: string, text: string): SourceRegexps {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`)
  const regexps: SourceRegexp[] = []
  const built: { file: string; line: number }[] = []
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length
  visit(program, (node) => {
    const place = () => ({ file, line: lineOf(node) })
    const literal = regexpOf(node)
    if (literal) regexps.push({ ...place(), ...literal })
    if (isPattern(node)) regexps.push({ ...place(), source: stringOf(node.value) ?? '', flags: 'u' })
    if (buildsRegexp(node)) built.push(place())
  })
  return { regexps, built }
}

function regexpOf(node: Node): { source: string; flags: string } | undefined {
  const regex = node.type === 'Literal' ? (node.regex as { pattern: string; flags: string } | undefined) : undefined
  return regex && { source: regex.pattern, flags: regex.flags }
}

function isPattern(node: Node): boolean {
  return node.type === 'Property' && (node.key as Node).name === 'pattern' && stringOf(node.value) !== undefined
}

function buildsRegexp(node: Node): boolean {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false
  const callee = node.callee as Node
  if (callee.type === 'Identifier') return callee.name === 'RegExp'
  const [first] = node.arguments as unknown[]
  return (
    callee.type === 'MemberExpression' &&
    COMPILING.has((callee.property as Node).name) &&
    (stringOf(first) !== undefined || (first as Node | undefined)?.type === 'TemplateLiteral')
  )
}

function stringOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as Partial<Node>
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

function visit(node: unknown, found: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node) && typeof (node as Node).type === 'string') found(node as Node)
  for (const child of Object.values(node)) visit(child, found)
}
