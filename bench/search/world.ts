// A world of any size, the same in every run: few companies with many signals and many with few, titles and tools that
// follow Zipf's law, two years of days that get busier towards the end.

import { isoTime } from '../../src/meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../src/meaning/types/index.ts'

export interface Size {
  readonly companies: number
  readonly signals: number
}

export const TYPES = SIGNAL_TYPES
const SHARES = [0.45, 0.08, 0.03, 0.12, 0.25, 0.07]
const SENIORITIES = ['', 'senior ', 'junior ', 'lead ', 'principal ', 'staff ', 'head of ', 'vp ', 'director of ']
const FIELDS = [
  ...['ai', 'machine learning', 'data platform', 'sales development', 'software', 'platform', 'cloud', 'growth'],
  ...['revenue', 'customer success', 'devops', 'analytics', 'frontend', 'backend', 'automation', 'prompt', 'solutions'],
  ...['partner', 'quality', 'robotics', 'supply chain', 'quantum', 'payments', 'identity', 'billing', 'search'],
]
const ROLES = [
  ...['engineer', 'manager', 'analyst', 'scientist', 'developer', 'architect', 'specialist', 'representative'],
  ...['consultant', 'designer', 'administrator', 'strategist', 'coordinator', 'executive'],
]
const PLACES = ['berlin', 'paris', 'london', 'madrid', 'warsaw', 'boston', 'austin', 'toronto', 'oslo', 'vienna']
const DISTRICTS = ['', ' mitte', ' north', ' south', ' east', ' west', ' old town', ' harbour', ' campus', ' park']
const SYLLABLES = ['zen', 'flo', 'mind', 'stack', 'spark', 'lumen', 'core', 'loop', 'pilot', 'forge', 'sync', 'beam']
const ROUNDS = ['pre_seed', 'seed', 'series_a', 'series_b', 'series_c', 'series_d', 'debt']
const KINDS = ['ai_product_page', 'ai_feature', 'ai_chat_widget', 'llms_txt', 'mcp_endpoint', 'ai_crawler_policy']
export const FUNCTIONS = ['engineering', 'data', 'product', 'sales', 'marketing', 'operations', 'finance', 'people']
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'ES', 'PL', 'CA', 'NO', 'AT', 'ZZ']
const STAGES = ['bootstrapped', 'seed', 'series_a', 'series_b', 'series_c', 'public', 'unknown']
const INDUSTRIES = ['logistics', 'fintech', 'health', 'retail', 'energy', 'media', 'unknown']

/** 2026-07-01, the time of every query. */
export const AS_OF = Date.UTC(2026, 6, 1) / 1_000
const SPAN_SECONDS = 730 * 86_400

/** Signals that are generated together. */
const BLOCK = 10_000
/** Raised when the same size gives another world. */
export const WORLD_VERSION = 3

export interface WorldCompany {
  readonly ordinal: number
  readonly hqCountry: string
  readonly employees: number
  readonly stage: string
  readonly industry: string
  readonly heatKey: number
  readonly scoreTenths: number
}

export interface WorldSignal {
  readonly n: number
  readonly company: number
  readonly type: number
  readonly label: string
  readonly occurredAt: number
  /** In hundredths. */
  readonly confidence: number
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

export class World {
  readonly size: Size
  readonly titles: readonly string[]
  readonly tools: readonly string[]

  constructor(size: Size) {
    this.size = size
    const random = numbers(7)
    this.titles = shuffled(
      SENIORITIES.flatMap((seniority) =>
        FIELDS.flatMap((field) => ROLES.map((role) => `${seniority}${field} ${role}`)),
      ),
      random,
    )
    this.tools = Array.from({ length: 1_500 }, (_, i) => {
      const [a, b] = [SYLLABLES[i % 12], SYLLABLES[Math.floor(i / 12) % 12]]
      return `${a}${b}${Math.floor(i / 144) || ''}${i % 5 === 0 ? ' ai' : ''}`
    })
  }

  *companies(): Generator<WorldCompany> {
    const random = numbers(11)
    for (let ordinal = 0; ordinal < this.size.companies; ordinal++) {
      yield {
        ordinal,
        hqCountry: zipf(COUNTRIES, random()),
        employees: random() < 0.1 ? 0 : Math.round(Math.exp(4.2 + 1.5 * (random() + random() + random() - 1.5))),
        stage: zipf(STAGES, random()),
        industry: zipf(INDUSTRIES, random()),
        heatKey: Math.round(40_000_000 + 3_000_000 * random() * random()),
        scoreTenths: Math.round(1_000 * random() * random()),
      }
    }
  }

  /** All of them, or one of several parts that are generated at the same time. */
  *signals({ part, parts } = { part: 0, parts: 1 }): Generator<WorldSignal> {
    for (let first = part * BLOCK; first < this.size.signals; first += parts * BLOCK) yield* this.#block(first)
  }

  /** Each block has random numbers of its own, so that it doesn't depend on the others. */
  *#block(first: number): Generator<WorldSignal> {
    const random = numbers(13 + Math.imul(first / BLOCK, 0x9e3779b1))
    const { companies, signals } = this.size
    const knee = companies / 1_000
    const spread = Math.log((companies + knee) / knee)
    const end = Math.min(signals, first + BLOCK)
    for (let n = first; n < end; n++) {
      const rank = Math.min(companies - 1, Math.floor(knee * (Math.exp(random() * spread) - 1)))
      // Companies with many signals are spread over the ordinals.
      const company = (rank * (2_654_435_761 % companies)) % companies
      const type = pick(SHARES, random())
      const ago = SPAN_SECONDS * (1 - ((n + random()) / signals) ** 0.75)
      yield {
        n,
        company,
        type,
        ...this.#content(type, random),
        occurredAt: Math.floor(AS_OF - 1 - ago),
        confidence: 30 + Math.floor(71 * random() ** 0.6),
      }
    }
  }

  #content(type: number, random: () => number): Pick<WorldSignal, 'label' | 'fields'> {
    switch (TYPES[type]) {
      case 'hiring': {
        const jobTitle = zipf(this.titles, random())
        const place = Math.floor(random() * 100)
        return {
          label: jobTitle,
          fields: {
            jobTitle,
            function: FUNCTIONS[jobTitle.length % FUNCTIONS.length] ?? 'other',
            location: `${PLACES[place % 10]}${DISTRICTS[Math.floor(place / 10)]}`,
            country: COUNTRIES[place % 9] ?? 'US',
            ai: jobTitle.includes('ai '),
          },
        }
      }
      case 'funding':
      case 'funding_ai': {
        const round = zipf(ROUNDS, random())
        const amountUsd = Math.round(Math.exp(11 + 7 * random()) / 1_000) * 1_000
        return { label: `raised ${round.replace('_', ' ')}`, fields: { round, amountUsd } }
      }
      case 'web': {
        const kind = zipf(KINDS, random())
        return { label: kind.replaceAll('_', ' '), fields: { kind } }
      }
      case 'tool': {
        const tool = zipf(this.tools, random())
        return {
          label: tool,
          fields: { tool, ai: tool.endsWith(' ai'), change: random() < 0.9 ? 'adopted' : 'dropped' },
        }
      }
      default:
        return { label: 'hiring surge', fields: { windowDays: 30, opened: 5 + Math.floor(20 * random()), ratio: 3 } }
    }
  }
}

export const timeText = isoTime

function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(items: T[], random: () => number): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[items[i], items[j]] = [items[j] as T, items[i] as T]
  }
  return items
}

function zipf<T>(items: readonly T[], u: number): T {
  const spread = Math.log((items.length + 3) / 3)
  return items[Math.min(items.length - 1, Math.floor(3 * (Math.exp(u * spread) - 1)))] as T
}

function pick(shares: readonly number[], u: number): number {
  let sum = 0
  const at = shares.findIndex((share) => {
    sum += share
    return u < sum
  })
  return at === -1 ? shares.length - 1 : at
}
