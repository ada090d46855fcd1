// Identifies the rules by which a line is stored: the code, its word lists, the catalogue of tools and the rates of
// exchange. A line that is recognised is not read at all, so it must have been read by the same rules.

import { hash } from 'node:crypto'
import { currencyTable } from '../../../meaning/signals/index.ts'
import { toolFingerprint } from '../../../meaning/tools/index.ts'
import editions from '../../../platform/rule-editions.json' with { type: 'json' }

let cached: { readonly tools: string; readonly currencies: object; readonly name: string } | undefined

export function readingRules(): string {
  const [tools, currencies] = [toolFingerprint(), currencyTable()]
  if (cached?.tools !== tools || cached.currencies !== currencies) {
    const rates = JSON.stringify([currencies.dates, [...currencies.rates]])
    const name = hash('sha256', [editions.lines, tools, rates].join('\n'), 'hex').slice(0, 16)
    cached = { tools, currencies, name }
  }
  return cached.name
}
