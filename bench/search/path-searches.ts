// Searches that take a particular path through the index engine: the ways to answer a THEN, to pick a page, and to
// select details. docs/decisions/0025 has the figures.

import type { BenchSearch } from './query-classes.ts'

export const PATH_SEARCHES: Readonly<Record<string, BenchSearch>> = {
  'THEN, amount and function': {
    query: 'funding_ai(amount >= 3m) THEN hiring(function: sales|marketing) WITHIN 90d',
  },
  'THEN, two rare words': { query: 'hiring(title ~ robotics) THEN tool(name ~ zenflo) WITHIN 60d' },
  'THEN, windows': { query: 'funding(within: 30d) THEN hiring(within: 30d) WITHIN 14d' },
  'THEN, rare type first': { query: 'funding THEN hiring WITHIN 30d' },
  'THEN, rare type second': { query: 'hiring THEN funding_ai WITHIN 30d' },
  'THEN, frequent types': { query: 'tool THEN hiring WITHIN 7d' },
  'THEN, broad word first': { query: 'hiring(title ~ engineer) THEN tool WITHIN 30d' },
  'THEN, broad word second': { query: 'tool THEN hiring(title ~ engineer, within: 90d) WITHIN 30d' },
  'THEN, three steps': { query: 'funding THEN hiring THEN tool WITHIN 30d' },
  'THEN, OR in a step': { query: '(funding OR funding_ai) THEN hiring WITHIN 30d' },
  'page of a small result': { query: 'hiring(title ~ "quantum strategist", within: 60d)' },
  'page 10 of a small result': { query: 'hiring(title ~ "quantum strategist", within: 200d)', limit: 500 },
  'page of a broad result': { query: 'any OR NOT any' },
  'details, many': { query: 'funding(amount >= 5m, within: 1y)' },
  'details, some': { query: 'funding(amount >= 50m, within: 1y)' },
  'details, few': { query: 'funding(amount < 62k, within: 1y)' },
  'shown, a title': { query: 'hiring(title ~ "robotics engineer")', show: true },
  'shown, a THEN': {
    query: 'funding_ai(amount >= 3m) THEN hiring(function: sales|marketing) WITHIN 90d',
    show: true,
  },
}
