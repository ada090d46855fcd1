// A slice may be a template: its query speaks of `{tool}`, which the caller names, and of that tool's `{category}`.

import { fillFromDictionary } from '../signals/index.ts'
import { isRecord } from './problems.ts'

type Fill = (text: string) => string

/** The quotes keep a tool's name one value of the query, whatever it contains. */
export function fillingOf(tool: string): Fill {
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, ' ').trim()}"`
  const category = fillFromDictionary('tool', { tool }).category
  const [name, rivals] = [quoted(tool), quoted(typeof category === 'string' ? category : 'unknown')]
  return (text) => text.replaceAll('{tool}', name).replaceAll('{category}', rivals)
}

/** Weights are named by the clauses' texts. */
export function filledWeights(weights: unknown, fill: Fill): unknown {
  if (!isRecord(weights)) return weights
  return Object.fromEntries(Object.entries(weights).map(([clause, weight]) => [fill(clause), weight]))
}
