// A slice may be a template: its query contains `{tool}`, which the caller names, and that tool's `{category}`. A
// family of tools has several: those of its main products, which its name stands for.

import { categoriesOfTool } from '../../../meaning/tools/index.ts'
import { isRecord } from './problems.ts'

type Fill = (text: string) => string

/** The quotes keep a tool's name one value of the query, whatever it contains. */
export function fillingOf(tool: string): Fill {
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, ' ').trim()}"`
  const categories = categoriesOfTool(tool)
  const rivals = categories.length === 0 ? quoted('unknown') : categories.map(quoted).join('|')
  // One pass with a function: a tool's name is never read as a placeholder or as a pattern such as `$'`.
  return (text) => text.replaceAll(/\{(?:tool|category)\}/g, (name) => (name === '{tool}' ? quoted(tool) : rivals))
}

/** Weights are keyed by the clauses' texts. */
export function filledWeights(weights: unknown, fill: Fill): unknown {
  if (!isRecord(weights)) return weights
  return Object.fromEntries(Object.entries(weights).map(([clause, weight]) => [fill(clause), weight]))
}
