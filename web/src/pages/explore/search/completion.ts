// Completion of signal queries: clause types, the fields of a clause and the values of a field, those of open
// fields by how frequent they are in the data, from the catalogue.

import type { ClauseReply } from '../../../contract.ts'
import { texts } from '../texts.ts'

export interface Suggestion {
  /** Shown in the list. */
  readonly name: string
  readonly description: string
  /** Replaces the partial word before the caret. */
  readonly text: string
}

export interface Completion {
  /** Where the partial word starts. */
  readonly from: number
  readonly suggestions: readonly Suggestion[]
}

const NONE: Completion = { from: 0, suggestions: [] }
const MAX_SUGGESTIONS = 40
const OPERATORS: readonly Suggestion[] = Object.entries(texts.query.operators).map(([name, description]) => ({
  name,
  description,
  text: `${name} `,
}))

export function complete(query: string, caret: number, clauses: readonly ClauseReply[]): Completion {
  const before = query.slice(0, caret)
  const open = openClause(before, clauses)
  if (open === 'quoted') return NONE
  return open ? completeInClause(before, open.clause, open.from) : completeAtTop(before, clauses)
}

function completeAtTop(before: string, clauses: readonly ClauseReply[]): Completion {
  const prefix = /[\p{L}\p{N}_]{0,50}$/u.exec(before)?.[0] ?? ''
  if (prefix === '') return NONE
  const types = clauses.map(({ type, description }) => ({ name: type, description, text: type }))
  return matching(before, prefix, [...types, ...OPERATORS])
}

function completeInClause(before: string, { fields }: ClauseReply, from: number): Completion {
  const condition = before.slice(Math.max(from, before.lastIndexOf(',') + 1))
  const fieldPrefix = /^\s*(\w*)$/.exec(condition)?.[1]
  if (fieldPrefix !== undefined) {
    const names = fields.map(({ name, description, example, operators: [operator = ':'] }) => ({
      name,
      description: `${description} ${example}`,
      text: operator === ':' ? `${name}: ` : `${name} ${operator} `,
    }))
    return matching(before, fieldPrefix, names)
  }
  const [, fieldName, valuePrefix = ''] =
    /^\s*(\w+)\s*(?:!?[:=]|!=|~)\s*(?:[\w-]+\s*\|\s*)*([\w-]*)$/.exec(condition) ?? []
  const field = fields.find(({ name }) => name.toLowerCase() === fieldName?.toLowerCase())
  if (!field) return NONE
  const frequent = (field.frequent ?? []).map(({ value }) => value)
  const values = field.values ?? (field.kind === 'boolean' ? ['true', 'false'] : frequent)
  return matching(
    before,
    valuePrefix,
    values.map((value) => ({ name: value, description: field.label, text: written(value) })),
  )
}

/** As a value of a query: in quotes, unless it is one word. */
const written = (value: string) => (/^[\p{L}\p{N}_-]+$/u.test(value) ? value : JSON.stringify(value))

/** The clause whose conditions the caret is in, and where they begin. */
function openClause(
  before: string,
  clauses: readonly ClauseReply[],
): { clause: ClauseReply; from: number } | 'quoted' | undefined {
  const open: { clause: ClauseReply | undefined; from: number }[] = []
  let quoted = false
  for (let i = 0; i < before.length; i++) {
    const character = before[i]
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === ')') open.pop()
    else if (character === '(') {
      const word = /(\w{1,50})\s{0,10}$/.exec(before.slice(Math.max(0, i - 60), i))?.[1]?.toLowerCase()
      open.push({ clause: clauses.find(({ type }) => type === word), from: i + 1 })
    }
  }
  if (quoted) return 'quoted'
  const { clause, from = 0 } = open.at(-1) ?? {}
  return clause && { clause, from }
}

function matching(before: string, prefix: string, all: readonly Suggestion[]): Completion {
  const lowerCase = prefix.toLowerCase()
  const suggestions = all.filter(({ name }) => name.toLowerCase().startsWith(lowerCase))
  // A word that is already complete needs no suggestion.
  if (suggestions.length === 1 && suggestions[0]?.text.trim().toLowerCase() === lowerCase) return NONE
  return { from: before.length - prefix.length, suggestions: suggestions.slice(0, MAX_SUGGESTIONS) }
}
