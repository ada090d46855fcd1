// What is evidence of AI for a round.

import { wordsOf } from '../../platform/text/normalise-text.ts'
import { postsOwnJobs } from '../companies/index.ts'
import { aiWordsIn, isOnlyAsked } from '../signals/index.ts'
import { type FieldValue, isEnding } from '../types/index.ts'
import type { DeriveContext } from './context.ts'
import type { BaseSignal } from './derived-signal.ts'

export const FUNDING_AI = { daysEitherSide: 180, listedOfEachKind: 3, minToolConfidence: 0.7 } as const

/** Tools that a company builds AI with. Seats of an assistant such as ChatGPT say nothing about its own work. */
export const AI_TOOL_CATEGORIES: readonly FieldValue[] = ['llm', 'ai_framework', 'vector_database', 'ml_platform']
/** Pages about the company's own AI. A bought chat widget, an llms.txt and rules for crawlers are none. */
const AI_PAGE_KINDS: readonly FieldValue[] = ['ai_product_page', 'ai_feature', 'mcp_endpoint']

const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'inc,incorporated,llc,ltd,limited,plc,corp,corporation,co,company,gmbh,ag,se,kg,sa,sas,sarl,srl,spa,bv,nv,ab,as,oy,aps'.split(
    ',',
  ),
)

export function isAiEvidence({ type, fields, confidence }: BaseSignal, context: DeriveContext): boolean {
  switch (type) {
    case 'hiring':
      return fields.ai === true && fields.aiFrom !== 'description' && postsOwnJobs(context.employerKind)
    case 'web':
      return AI_PAGE_KINDS.includes(fields.kind ?? '') && !isEnding(fields.change)
    case 'tool':
      return (
        AI_TOOL_CATEGORIES.includes(fields.category ?? '') &&
        !isEnding(fields.change) &&
        !isOnlyAsked({ fields }) &&
        confidence >= FUNDING_AI.minToolConfidence
      )
    default:
      return false
  }
}

/** The AI words of the round's label, without the names of the company and its investors. */
export function aiWordsOfRound(company: string, { label, fields }: BaseSignal, context: DeriveContext): string[] {
  const investors = Array.isArray(fields.investors) ? fields.investors : []
  const names = [context.companyName ?? '', company, ...investors].map(nameWords).filter((words) => words.length > 0)
  // The longest name first, so that "Scale AI Ventures" doesn't leave "Ventures" of a company named "Scale AI".
  names.sort((a, b) => b.length - a.length)
  let text = ` ${wordsOf(label).join(' ')} `
  for (const words of names) text = text.replaceAll(` ${words.join(' ')} `, ' . ')
  return aiWordsIn(text)
}

function nameWords(name: string): string[] {
  const words = wordsOf(name)
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? '')) words.pop()
  return words
}
