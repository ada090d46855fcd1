// Enough signals to reach the ends of the kernel's blocks, samples, long lists and counters. The random worlds of the
// other tests are too small for that.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceKernel } from '../../../../test/harness/reference-kernel/reference-kernel.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../../meaning/types/index.ts'
import { DAY_SECONDS, parseSignalQuery, type Query, ranking } from '../../../query/index.ts'
import type { Search, Sort } from '../../engine.ts'
import { IndexBuilder } from '../build/index-builder.ts'
import { LiveIndex } from '../build/live-index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { wasmKernel } from '../kernel/wasm-kernel.ts'
import { search } from './search.ts'

const COMPANIES = 900
const SIGNALS = 40_000
const DAYS = 700
const AS_OF = DAYS * DAY_SECONDS + 12_345

const QUERIES = [
  'hiring',
  'any(within: 30d)',
  'hiring(within: 100d) AND NOT tool(within: 7d)',
  'hiring(title ~ "data engineer")',
  'hiring(title ~ engineer, within: 200d)',
  'hiring(title ~ eng*, since: 1971-01-01, before: 1971-06-01)',
  'any(confidence >= 0.62, within: 90d)',
  'any(confidence >= 0.98, within: 690d)',
  'web(confidence <= 0.01, within: 699d)',
  'hiring(location ~ berlin)',
  'hiring(location ~ "berlin mitte")',
  'hiring(location ~ "berlin mitte", within: 60d)',
  'hiring(location ~ "berlin mitte", since: 1970-06-01, before: 1971-03-01)',
  'hiring(text ~ "oslo mitte", within: 300d)',
  'hiring(location ~ "oslo west", count >= 2)',
  'hiring(location ~ "oslo west", within: 400d, count >= 2)',
  'hiring(title ~ engineer, function: sales, location ~ paris)',
  'any(text ~ berlin)',
  'hiring(text ~ berlin, text ~ engineer, within: 300d)',
  'funding(amount >= 500k, within: 1y)',
  'funding(amount < 20k)',
  'funding(amount > 200k, amount <= 700k)',
  'funding(amount >= 200k, amount < 700k, confidence >= 0.4, within: 1y)',
  'funding(amount >= 300k, confidence <= 0.6, count >= 2)',
  'funding(amount > 2m)',
  'funding(amount >= 500k, text ~ seed)',
  'funding(amount <= 400k) THEN hiring(title ~ "data engineer") WITHIN 30d',
  'velocity(ratio >= 9, within: 600d)',
  'any(confidence < 0.3, within: 200d)',
  'any(confidence >= 0.62, within: 60d)',
  'any(confidence <= 0.2, within: 9d)',
  'any(confidence > 1, within: 9d)',
  'hiring(confidence >= 0.4, within: 50d)',
  'hiring(confidence >= 0.2, confidence <= 0.9, within: 70d, count >= 2)',
  'hiring(within: 60d, count >= 2)',
  'hiring(within: 60d, count <= 300)',
  'velocity(confidence >= 0.99, within: 30d)',
  'tool(source: second)',
  'hiring(within: 500d, count >= 3)',
  'hiring(count >= 260)',
  'hiring(within: 690d, count >= 255)',
  'hiring(title ~ engineer, count <= 254)',
  'hiring(title ~ engineer, count <= 300)',
  'funding(amount >= 900k) THEN hiring(title ~ "data engineer") WITHIN 30d',
  'funding(amount >= 900k) THEN hiring(title ~ "data engineer")',
  'hiring(title ~ "data engineer") THEN funding(amount >= 900k) WITHIN 30d',
  'hiring(title ~ "data engineer") THEN hiring(title ~ "data engineer") WITHIN 1d',
  'hiring(title ~ "brand lead", location ~ oslo) THEN hiring(title ~ "brand lead") WITHIN 1d',
  'hiring(title ~ "brand lead", location ~ oslo) THEN hiring(title ~ "brand lead") WITHIN 3d',
  'hiring(title ~ "sales manager", location ~ oslo) THEN funding(amount >= 900k) WITHIN 60d',
  'funding THEN hiring WITHIN 2d',
  'tool THEN funding THEN hiring(title ~ manager) WITHIN 10d',
  // More clauses than flag sets.
  '(tool OR web OR velocity) THEN (funding OR funding_ai OR hiring(title ~ manager) OR hiring(title ~ lead)) WITHIN 1d',
  'any OR NOT any',
  'hiring(status: any)',
  'hiring(status: closed, count >= 3)',
  'hiring(location ~ "oslo west", status: closed)',
  'hiring(location ~ "oslo west", status: any)',
  'any(status: active, text ~ berlin)',
  'any(status: closed, within: 20d)',
  'hiring(closed: 30d)',
  'hiring(closed: 100d, title ~ engineer, count >= 2)',
  'hiring(closed: 300d, text ~ berlin, confidence >= 0.5)',
  'any(closed: 1d)',
  'hiring(closed: 200d) THEN funding WITHIN 5d',
  'tool(within: 90d)',
  'tool(status: any, within: 90d)',
  'tool(change: dropped)',
  'tool(change: in_use, within: 30d)',
  'tool(confidence >= 0.97)',
  'tool THEN tool(change: dropped) WITHIN 9d',
  'NOT tool',
  'NOT hiring(within: 30d)',
  'hiring AND funding AND velocity',
  'hiring(within: 20d) AND tool(name ~ zenflo)',
  '(hiring(title ~ engineer) AND funding) OR (tool AND NOT web) OR hiring(count >= 60)',
  'hiring(title ~ lead) AND (funding OR (tool(change: adopted) AND (web OR (velocity AND hiring(within: 9d)))))',
  'velocity OR (funding AND (hiring(title ~ lead) THEN tool WITHIN 30d))',
  'velocity(within: 200d)',
  'hiring AND tool',
  'hiring(title ~ engineer) AND tool(name: zenflo) AND web',
  'funding AND (tool OR web) AND NOT velocity',
  'hiring(status: active) THEN funding WITHIN 20d',
]

/** Pseudo-random numbers, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function makeWorld(): Signal[][] {
  const next = numbers(5)
  const one = <T>(of: readonly T[]) => of[next(of.length)] as T
  const world: Signal[][] = Array.from({ length: COMPANIES }, () => [])
  const fieldsOf: Partial<Record<SignalType, () => Signal['fields']>> = {
    hiring: () => ({
      jobTitle: `${one(['data', 'sales', 'cloud', 'field', 'brand'])} ${one(['engineer', 'manager', 'analyst', 'lead'])}`,
      function: one(['sales', 'data', 'engineering', 'product', 'people', 'finance', 'marketing', 'operations']),
      location: `${one(['berlin', 'paris', 'oslo', 'vienna', 'madrid'])} ${one(['east', 'west', 'north', 'south', 'mitte'])}`,
    }),
    funding: () => ({ round: one(['seed', 'series_a']), amountUsd: next(1_000) * 1_000 }),
    tool: () => ({
      tool: one(['zenflo', 'beam ai']),
      ai: next(2) === 1,
      change: one(['adopted', 'in_use', 'dropped']),
    }),
    velocity: () => ({ ratio: (20 + next(150)) / 10, opened: 5 + next(90) }),
  }
  for (let n = 0; n < SIGNALS; n++) {
    // Some companies have thousands of signals, many have a few, some have none.
    const company = Math.floor(COMPANIES * (next(1_000) / 1_000) ** 4)
    const type = next(10) < 5 ? 'hiring' : one(SIGNAL_TYPES)
    const fields = fieldsOf[type]?.() ?? {}
    const closedAt = next(5) === 0 ? next(DAYS * DAY_SECONDS) : undefined
    world[company]?.push({
      id: `${Math.imul(n, 2_654_435_761) >>> 0}`
        .padStart(8, '0')
        .slice(-8)
        .concat('-0000-8000-8000-', String(n).padStart(12, '0')),
      type,
      label: String(fields.jobTitle ?? fields.tool ?? type),
      confidence: next(101) / 100,
      status: next(50) === 0 ? 'retracted' : closedAt === undefined ? 'active' : 'closed',
      ...(closedAt !== undefined && { closedAt }),
      // Half of them exactly at midnight, so that many share a second.
      occurredAt: next(2) === 0 ? next(DAYS) * DAY_SECONDS : next(DAYS * DAY_SECONDS),
      firstSeenAt: 0,
      lastSeenAt: 0,
      source: { name: one(['first', 'second']) },
      fields,
    })
  }
  return world
}

/** A signal of the base that no search finds. */
function retractedLater(ordinal: number): Signal {
  return {
    id: `ffffffff-0000-8000-8000-${String(ordinal).padStart(12, '0')}`,
    type: 'velocity',
    label: 'velocity',
    confidence: 1,
    status: 'active',
    occurredAt: (DAYS - 1 - (ordinal % 20)) * DAY_SECONDS + ordinal,
    firstSeenAt: 0,
    lastSeenAt: 0,
    source: { name: 'first' },
    fields: { ratio: 9, opened: 50 },
  }
}

/**
 * The companies that match, in order. A query is evaluated once for all sorts and kernels, because that reads all
 * signals.
 */
function expected(query: Query, sort: Sort): number[] {
  const matches = evaluated.get(query) ?? evaluate(query)
  evaluated.set(query, matches)
  return matches
    .map(({ ordinal, matchKey, newest }) => {
      const key = { match: matchKey, heat: heatOf(ordinal), score: scoreOf(ordinal), recent: newest }[sort]
      return { ordinal, key: Math.max(-1e15, key), tie: sort === 'score' ? 0 : heatOf(ordinal) }
    })
    .sort((a, b) => b.key - a.key || b.tie - a.tie || a.ordinal - b.ordinal)
    .map(({ ordinal }) => ordinal)
}
const evaluated = new Map<Query, ReturnType<typeof evaluate>>()
function evaluate(query: Query) {
  return world.flatMap((signals, ordinal) => {
    const found = ranking(query, signals, AS_OF, { employeeCount: ordinal })
    return found ? [{ ordinal, ...found }] : []
  })
}
const heatOf = (ordinal: number) => ((ordinal * 7_919) % 101) - 50
const scoreOf = (ordinal: number) => (ordinal * 104_729) % 97

const world = makeWorld()
const queries = QUERIES.map((text) => parseSignalQuery(text))

for (const kernel of [referenceKernel, wasmKernel]) {
  const builder = new IndexBuilder()
  for (const [ordinal, signals] of world.entries()) {
    builder.addCompany({
      ordinal,
      hqCountry: 'DE',
      employeeCount: ordinal,
      fundingStage: 'seed',
      industry: 'health',
      employerKind: 'direct',
      looked: 0,
      heatKey: heatOf(ordinal),
      scoreTenths: scoreOf(ordinal),
    })
    // Every seventh signal is appended to the tail.
    for (const [i, signal] of signals.entries()) if (i % 7 !== 0) builder.addSignal(ordinal, signal)
    builder.addSignal(ordinal, retractedLater(ordinal))
  }
  const used = new Set<string>()
  const index = new LiveIndex(builder.finish({ tail: SIGNALS, companies: 0 }), (memory) =>
    recording(kernel(memory), used),
  )
  for (const [ordinal, signals] of world.entries()) {
    // Every eleventh is written again, which moves it from the base to the tail.
    for (const [i, signal] of signals.entries()) if (i % 7 === 0 || i % 11 === 0) index.putSignal(ordinal, signal)
    index.putSignal(ordinal, { ...retractedLater(ordinal), status: 'retracted' })
  }
  for (const [i, query] of queries.entries()) {
    test(`${QUERIES[i]}, with the ${kernel.name}`, () => {
      const sorts: Sort[] = [(['heat', 'score', 'recent'] as const)[i % 3] as Sort, 'match']
      if (QUERIES[i]?.includes('THEN')) sorts.push('recent')
      for (const sort of new Set(sorts)) assertOrder(query, sort)
    })
  }

  function assertOrder(query: Query, sort: Sort): void {
    const hits = expected(query, sort)
    for (const [offset, limit] of [
      [0, 25],
      [20, 300],
    ] as const) {
      const request: Search = { query, filters: {}, sort, asOf: AS_OF, offset, limit, explain: false }
      const result = search(index, request)
      assert.equal(result.total, hits.length)
      assert.deepEqual(result.ordinals, hits.slice(offset, offset + limit), sort)
    }
  }

  test(`these searches use every function of the ${kernel.name} except those of the company filters`, () => {
    const functions = Object.entries(index.kernel).flatMap(([name, part]) => (typeof part === 'function' ? [name] : []))
    const expected = functions.filter((name) => !name.startsWith('keep'))
    assert.deepEqual(
      expected.filter((name) => !used.has(name)),
      [],
    )
  })
}

/** The same kernel, recording the functions that are called. */
function recording(kernel: Kernel, used: Set<string>): Kernel {
  const entries = Object.entries(kernel).map(([name, part]) => {
    if (typeof part !== 'function') return [name, part]
    const recorded = (...given: number[]) => {
      used.add(name)
      return (part as (...given: number[]) => unknown)(...given)
    }
    return [name, recorded]
  })
  return Object.fromEntries(entries) as Kernel
}
