// The searches, from rare to everything. Each class has several variants, so that no answer comes from a cache.

import type { CompanyFilters, Sort } from '../../src/search/index.ts'

export interface BenchSearch {
  readonly query: string
  readonly filters?: CompanyFilters
  readonly sort?: Sort
  readonly limit?: number
  /** Whether to return the signals that a page shows, too. */
  readonly show?: boolean
}

const TITLES = ['quantum', 'robotics', 'billing', 'identity', 'payments', 'prompt', 'partner', 'quality']
const BROAD = ['engineer', 'manager', 'analyst', 'scientist', 'developer', 'architect', 'specialist', 'designer']
const TOOLS = ['zenflo', 'mindspark', 'stackcore', 'looppilot', 'forgesync', 'beamzen', 'sparklumen', 'coreflo']
const DAYS = [7, 14, 30, 45, 60, 90, 120, 180]
const PLACES = ['berlin', 'paris', 'london', 'madrid', 'warsaw', 'boston', 'austin', 'toronto']

const each = (make: (i: number) => BenchSearch): BenchSearch[] => Array.from({ length: 8 }, (_, i) => make(i))
const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T

export const CLASSES: Readonly<Record<string, readonly BenchSearch[]>> = {
  'rare AND rare': each((i) => ({
    query: `hiring(title ~ "${at(TITLES, i)} strategist") AND tool(name ~ ${at(TOOLS, i)})`,
  })),
  'title phrase': each((i) => ({ query: `hiring(title ~ "${at(TITLES, i)} ${at(BROAD, i)}")` })),
  'title phrase, window': each((i) => ({
    query: `hiring(title ~ "${at(TITLES, i)} ${at(BROAD, i + 3)}", within: ${at(DAYS, i)}d)`,
  })),
  'funding AND title, windows': each((i) => ({
    query: `funding(within: ${at(DAYS, i)}d) AND hiring(title ~ ${at(TITLES, i)}, within: 90d)`,
  })),
  'nested OR and NOT': each((i) => ({
    query: `(hiring(title ~ ${at(TITLES, i)}) OR tool(name ~ ${at(TOOLS, i)})) AND NOT (web OR funding_ai(within: ${at(DAYS, i)}d))`,
  })),
  'broad word': each((i) => ({ query: `hiring(title ~ ${at(BROAD, i)})` })),
  'broad word, filters': each((i) => ({
    query: `hiring(title ~ ${at(BROAD, i)})`,
    filters: { countries: ['DE', 'FR'], employeesMin: 20 + i },
  })),
  prefix: each((i) => ({ query: `hiring(title ~ ${at(BROAD, i).slice(0, 4)}*, within: 60d)` })),
  'two broad types': each((i) => ({ query: `hiring(within: ${at(DAYS, i)}d) AND tool` })),
  'type, window, sorted by score': each((i) => ({ query: `tool(within: ${at(DAYS, i)}d)`, sort: 'score' })),
  'same signal: title, function, place': each((i) => ({
    query: `hiring(title ~ ${at(BROAD, i)}, function: sales|marketing, location ~ ${at(PLACES, i)})`,
  })),
  'place alone': each((i) => ({ query: `hiring(location ~ ${at(PLACES, i)}, within: 60d)` })),
  'amount, window': each((i) => ({ query: `funding(amount >= ${5 + i}m, within: 1y)` })),
  'confidence, window, everything': each((i) => ({ query: `any(confidence >= 0.${80 + i}, within: 30d)` })),
  count: each((i) => ({ query: `hiring(within: ${at(DAYS, i) + 60}d, count >= 3)` })),
  'count of a title': each((i) => ({ query: `hiring(title ~ ${at(BROAD, i)}, count >= 2)` })),
  'THEN, narrow': each((i) => ({
    query: `funding_ai(amount >= ${1 + i}m) THEN hiring(function: sales|marketing) WITHIN 90d`,
  })),
  'THEN, broad': each((i) => ({ query: `funding THEN hiring WITHIN ${at(DAYS, i)}d` })),
  'NOT a type, sorted by newest': each((i) => ({ query: `NOT hiring(within: ${at(DAYS, i)}d)`, sort: 'recent' })),
  everything: each((i) => ({ query: 'any OR NOT any', filters: { employeesMin: 1 + i } })),
}
