// Shapes that several tools share. They are compact: a model pays for every character.

import { Type } from 'typebox'
import { printQuery, type Query } from '../../../query/index.ts'
import type { Remarks } from '../../../search/index.ts'

export const NOT_MONITORED = 'Not monitored: no signal means nothing.'

export const CompanyRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  domain: Type.String(),
  country: Type.String(),
  employees: Type.Integer({ description: '0: unknown' }),
  why: Type.Array(Type.String(), { description: 'The signals that matched.' }),
  notLooked: Type.Optional(Type.Array(Type.String(), { description: NOT_MONITORED })),
})

/** "2026-11-03 hiring: Senior AI SDR (0.9)", or "(0.9, closed)". */
export function reasonOf(signal: {
  readonly occurredAt: string
  readonly type: string
  readonly label: string
  readonly confidence: number
  readonly status: string
}): string {
  const end = signal.status === 'closed' ? ', closed' : ''
  return `${signal.occurredAt.slice(0, 10)} ${signal.type}: ${signal.label} (${signal.confidence}${end})`
}

/** The query, and the company filters that a sentence states: `hiring with {"industries":["fintech"]}`. */
export function understoodText(query: Query, stated: object = {}): string {
  const filters = Object.fromEntries(Object.entries(stated).filter(([name]) => name !== 'signal_query'))
  return `${printQuery(query)}${Object.keys(filters).length > 0 ? ` with ${JSON.stringify(filters)}` : ''}`
}

/** Present only if there is something to say. */
export const REMARKS = {
  warnings: Type.Optional(Type.Array(Type.String())),
  unknownDomains: Type.Optional(Type.Array(Type.String())),
  leftOut: Type.Optional(Type.Integer({ description: 'agencies, marketplaces' })),
}

export function shownRemarks({ warnings = [], unknownDomains = [], leftOut }: Remarks): {
  warnings?: string[]
  unknownDomains?: readonly string[]
  leftOut?: number
} {
  const lines = warnings.map(({ message, suggestions }) =>
    suggestions.length > 0 ? `${message} Did you mean ${suggestions.join(' or ')}?` : message,
  )
  return {
    ...(lines.length > 0 && { warnings: lines }),
    ...(unknownDomains.length > 0 && { unknownDomains }),
    ...(leftOut !== undefined && { leftOut }),
  }
}
