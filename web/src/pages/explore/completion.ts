// What could stand where one is writing: types of clauses, their fields, and the values of a field, all by the catalogue.

import type { ClauseReply } from '../../contract.ts'

export interface Offer {
  /** What the list shows. */
  readonly name: string
  readonly description: string
  /** What is put in the place of what was begun. */
  readonly text: string
}

export interface Completion {
  /** Where what was begun starts. */
  readonly from: number
  readonly offers: readonly Offer[]
}

const NONE: Completion = { from: 0, offers: [] }
const MOST_OFFERS = 40
const JOINING: readonly Offer[] = [
  { name: 'AND', description: 'Both. Side by side means the same.', text: 'AND ' },
  { name: 'OR', description: 'One of the two, or both.', text: 'OR ' },
  { name: 'NOT', description: 'No such signal.', text: 'NOT ' },
  { name: 'THEN', description: 'The second after the first.', text: 'THEN ' },
  { name: 'WITHIN', description: 'After THEN: how soon, such as 90d.', text: 'WITHIN ' },
]

export function complete(query: string, caret: number, clauses: readonly ClauseReply[]): Completion {
  const before = query.slice(0, caret)
  const open = openClause(before, clauses)
  if (open === 'quoted') return NONE
  return open ? inClause(before, open.clause, open.from) : atTop(before, clauses)
}

function atTop(before: string, clauses: readonly ClauseReply[]): Completion {
  const begun = /[\p{L}\p{N}_]*$/u.exec(before)?.[0] ?? ''
  if (begun === '') return NONE
  const types = clauses.map(({ type, description }) => ({ name: type, description, text: type }))
  return fitting(before.length - begun.length, begun, [...types, ...JOINING])
}

function inClause(before: string, { fields }: ClauseReply, from: number): Completion {
  const start = Math.max(from, before.lastIndexOf(',') + 1)
  const condition = before.slice(start)
  const named = /^\s*(\w*)$/.exec(condition)
  if (named) {
    const begun = named[1] ?? ''
    const offers = fields.map(({ name, description, example, operators: [operator = ':'] }) => ({
      name,
      description: `${description} ${example}`,
      text: operator === ':' ? `${name}: ` : `${name} ${operator} `,
    }))
    return fitting(before.length - begun.length, begun, offers)
  }
  const valued = /^\s*(\w+)\s*(?:!?[:=]|!=|~)\s*(?:[\w-]+\s*\|\s*)*([\w-]*)$/.exec(condition)
  const field = fields.find(({ name }) => name.toLowerCase() === valued?.[1]?.toLowerCase())
  if (!valued || !field) return NONE
  const begun = valued[2] ?? ''
  const values = field.values ?? (field.kind === 'boolean' ? ['true', 'false'] : [])
  return fitting(
    before.length - begun.length,
    begun,
    values.map((value) => ({ name: value, description: field.label, text: value })),
  )
}

/** The clause whose conditions one is in, with where they begin. */
function openClause(
  before: string,
  clauses: readonly ClauseReply[],
): { clause: ClauseReply; from: number } | 'quoted' | undefined {
  const open: { clause: ClauseReply | undefined; from: number }[] = []
  let quoted = false
  for (let i = 0; i < before.length; i++) {
    const letter = before[i]
    if (letter === '"') quoted = !quoted
    else if (quoted) continue
    else if (letter === ')') open.pop()
    else if (letter === '(') {
      const word = /(\w+)\s*$/.exec(before.slice(0, i))?.[1]?.toLowerCase()
      open.push({ clause: clauses.find(({ type }) => type === word), from: i + 1 })
    }
  }
  if (quoted) return 'quoted'
  const { clause, from = 0 } = open.at(-1) ?? {}
  return clause && { clause, from }
}

function fitting(from: number, begun: string, offers: readonly Offer[]): Completion {
  const wanted = begun.toLowerCase()
  const fit = offers.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  // What is written out already needs no help.
  if (fit.length === 1 && fit[0]?.text.trim().toLowerCase() === wanted) return NONE
  return { from, offers: fit.slice(0, MOST_OFFERS) }
}
