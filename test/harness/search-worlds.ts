// Random data for the search engines: records for the write path, and searches that match them. Vocabularies and times are
// few, so that words, windows and ranks often match and tie.

import { type Database, many } from '../../src/db/index.ts'
import {
  COMPANY_COLUMNS,
  type CompanyFacts,
  EMPLOYER_KINDS,
  FUNDING_STAGES,
} from '../../src/meaning/companies/index.ts'
import type { IncomingRecord, Signal } from '../../src/meaning/signals/index.ts'
import { toolNameKeys } from '../../src/meaning/tools/index.ts'
import { type FieldValue, SIGNAL_TYPES } from '../../src/meaning/types/index.ts'
import { CLAUSE_TYPES, type Clause, type Condition, DAY_SECONDS, LINE, type Query } from '../../src/query/index.ts'
import { withEquivalents } from '../../src/query/tree/equivalents.ts'
import { withMeaning } from '../../src/query/tree/presence.ts'
import { type CompanyFilters, type Search, SORTS } from '../../src/search/index.ts'
import { declareSources } from '../../src/write/sources/index.ts'
import { aimed } from './aimed-searches.ts'
import { meaning, pattern, query, signal, toolName } from './arbitraries.ts'
import fc from './fast-check.ts'
import { SECOND_BEFORE_OR_AFTER_MIDNIGHT } from './midnight.ts'
import type { ReferenceCompany } from './reference-engine.ts'

const NO_WORDS = '— !'

/** Different spellings that the query language treats as equal. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(' ', '-'),
  (text) => text.replaceAll(' ', ' / '),
  (text) => text.replaceAll('a', 'á').replaceAll('o', 'Ö'),
  (text) => `${text}, ${text}`,
  () => NO_WORDS,
]

const spelling = fc.constantFrom(...SPELLINGS)
const TEXT_FIELDS = ['jobTitle', 'department', 'location', 'vendor', 'tool', 'investors', 'evidence']

const facts = fc.record(
  {
    hqCountry: fc.constantFrom('DE', 'GB', 'US', 'ZZ'),
    employeeCount: fc.constantFrom(0, 1, 50, 51, 1000),
    fundingStage: fc.constantFrom(...FUNDING_STAGES.slice(0, 3), 'unknown' as const),
    industry: fc.constantFrom('logistics', 'retail_tech', 'unknown'),
    employerKind: fc.constantFrom(...EMPLOYER_KINDS),
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** A record of one of `companies` companies. Keys repeat, so later records update, close and retract earlier ones. */
function record(companies: number): fc.Arbitrary<IncomingRecord> {
  const named = (n: number): CompanyFacts => ({ domain: `c${n}.example`, name: `Company ${n}` })
  const company = fc
    .tuple(fc.integer({ min: 0, max: companies - 1 }), facts)
    .map(([n, given]): CompanyFacts => ({ ...named(n), ...given }))
  // The last companies have only facts, no signals.
  const bare = fc.integer({ min: 0, max: companies - 6 }).map(named)
  const signalRecord = fc
    .tuple(signal, bare, fc.integer({ min: 0, max: companies * 12 }), spelling, SECOND_BEFORE_OR_AFTER_MIDNIGHT)
    .map(([made, of, key, spell, midnight]): IncomingRecord => {
      const { type, label, confidence, status, occurredAt, source } = made
      const own = Object.entries(made.fields).map(([name, value]): [string, FieldValue] => [
        name,
        !TEXT_FIELDS.includes(name) ? value : typeof value === 'object' ? value.map(spell) : spell(String(value)),
      ])
      return {
        record: 'signal',
        // A key belongs to one company. Other tests cover moves between companies.
        company: of,
        key: `${of.domain} ${key}`,
        type,
        label: spell(label),
        confidence,
        status,
        occurredAt: key % 2 === 0 ? occurredAt : midnight,
        source: spell(source.name),
        fields: Object.fromEntries(own),
      }
    })
  return fc.oneof(
    { arbitrary: signalRecord, weight: 9 },
    { arbitrary: company.map((each): IncomingRecord => ({ record: 'company', company: each })), weight: 1 },
  )
}

export function records(count: number, companies: number, seed: number): IncomingRecord[] {
  return fc.sample(record(companies), { numRuns: count, seed })
}

const filters: fc.Arbitrary<CompanyFilters> = fc.record(
  {
    countries: fc.subarray(['DE', 'GB', 'ZZ']),
    countriesNot: fc.subarray(['DE', 'US', 'ZZ']),
    employeesMin: fc.constantFrom(0, 1, 50, 51),
    employeesMax: fc.constantFrom(0, 50, 999),
    fundingStages: fc.subarray([...FUNDING_STAGES.slice(0, 2), 'unknown']),
    industries: fc.subarray(['logistics', 'unknown']),
    employerKind: fc.subarray(['direct', 'agency', 'unknown']),
    withoutAgencies: fc.constant(true as const),
    scoreTenthsMin: fc.constantFrom(0, 1, 100),
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** Those of a world of 40 companies, and some that don't exist. */
const ORDINALS = [...Array.from({ length: 42 }, (_, n) => n), 1_000_000]

const listFilters: fc.Arbitrary<CompanyFilters> = fc.record(
  {
    // As domains are given, or as a list is.
    only: fc
      .oneof(fc.subarray(ORDINALS), fc.constant([]))
      .map((ordinals) => (ordinals.length % 2 === 0 ? ordinals : Int32Array.from(ordinals))),
    except: fc.subarray(ORDINALS),
    employerKind: fc.subarray([...EMPLOYER_KINDS]),
  },
  { requiredKeys: [], noNullPrototype: true },
)

const watchedFilter: fc.Arbitrary<CompanyFilters> = fc
  .subarray([...SIGNAL_TYPES], { maxLength: 2 })
  .map((watched) => ({ watched }))

const TIMED: fc.Arbitrary<Partial<Clause>> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(0, 5, 10, 30).map((withinDays) => ({ withinDays })),
  SECOND_BEFORE_OR_AFTER_MIDNIGHT.map((since) => ({ since })),
  SECOND_BEFORE_OR_AFTER_MIDNIGHT.map((before) => ({ before })),
)

export const sourceCondition: fc.Arbitrary<Condition> = fc
  .tuple(fc.constantFrom(':', '!:' as const, '~' as const), fc.constantFrom('growth', 'ai', 'sdr'))
  .map(([op, text]) =>
    op === '~'
      ? { field: 'source', kind: 'text', op, patterns: [{ phrase: false, words: [{ text, prefix: false }] }] }
      : { field: 'source', kind: 'text', op: op as ':', values: [text] },
  )

/** Of a job that may be in several places. */
const placeCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .tuple(fc.constantFrom(':' as const, '!:' as const), fc.constantFrom('DE', 'GB', 'US'))
    .map(([op, value]): Condition => ({ field: 'country', kind: 'country', op, values: [value] })),
  fc
    .tuple(fc.constantFrom(':' as const, '!:' as const), fc.constantFrom('growth', 'sales ai', 'ai'))
    .map(([op, value]): Condition => ({ field: 'location', kind: 'text', op, values: [value] })),
  pattern.map((one): Condition => ({ field: 'location', kind: 'text', op: '~', patterns: [one] })),
)

const condition: fc.Arbitrary<readonly Condition[]> = fc.oneof(
  fc.constant([]),
  sourceCondition.map((one) => [one]),
  fc
    .tuple(fc.constantFrom('vp', 'sdr', 'sdrs', 'ai', 'dr', 'ale'), fc.constantFrom('word', 'prefix', 'literal'))
    .map(([text, kind]): Condition[] => {
      const word = { text, prefix: kind === 'prefix' }
      const patterns = [{ phrase: false, words: [kind === 'literal' ? word : withEquivalents(word)] }]
      return [{ field: 'text', kind: 'text', op: kind === 'literal' ? '~=' : '~', patterns }]
    }),
  fc
    .array(pattern, { minLength: 1, maxLength: 2 })
    .map((patterns): Condition[] => [{ field: 'text', kind: 'text', op: '~', patterns }]),
  fc
    .tuple(fc.constantFrom('>=', '<' as const), fc.constantFrom(0.2, 0.5, 0.9))
    .map(([op, value]): Condition[] => [{ field: 'confidence', kind: 'number', op: op as '>=', value }]),
)

/** Clauses with few conditions. They match often, so bugs at their bounds show. */
const loose: fc.Arbitrary<Clause> = fc
  .tuple(fc.constantFrom(...CLAUSE_TYPES), condition, TIMED)
  .map(([type, conditions, timed]) => ({ node: 'clause', type, conditions, ...timed }))

/** As part of a query, and as part of a step of THEN. */
const looseClause = meaning(loose, false)
const bareStep = fc
  .constantFrom(...CLAUSE_TYPES)
  .map((type): Clause => withMeaning({ node: 'clause', type, conditions: [], step: true }))
const looseStep = fc.oneof(meaning(loose, true), bareStep)

const toolNamed: fc.Arbitrary<Clause> = fc
  .tuple(fc.constantFrom(':' as const, '!:' as const), fc.array(toolName, { minLength: 1, maxLength: 2 }), TIMED)
  .map(([op, names, timed]) => ({
    node: 'clause',
    type: 'tool',
    conditions: [{ field: 'tool', kind: 'text', op, values: [...new Set(names.flatMap(toolNameKeys))] }],
    ...timed,
  }))

/** Jobs by place. */
export const placed: fc.Arbitrary<Clause> = meaning(
  fc
    .tuple(placeCondition, TIMED)
    .map(([one, timed]) => ({ node: 'clause', type: 'hiring', conditions: [one], ...timed })),
  false,
)

const counted = fc
  .tuple(looseClause, fc.constantFrom({ atLeast: 2 }, { atLeast: 1, atMost: 1 }, { atLeast: 2, atMost: 3 }))
  .map(([clause, count]): Query => ({ ...clause, count }))

const chained = fc
  .array(fc.tuple(fc.array(looseStep, { minLength: 1, maxLength: 2 }), fc.constantFrom(undefined, 1, 5, 20)), {
    minLength: 2,
    maxLength: 3,
  })
  .map(
    (steps): Query => ({
      node: 'sequence',
      steps: steps.map(([clauses, days], i) => ({ clauses, ...(i > 0 && days !== undefined && { withinDays: days }) })),
    }),
  )

const part = fc.oneof(
  { arbitrary: looseClause, weight: 3 },
  { arbitrary: counted, weight: 3 },
  { arbitrary: chained, weight: 3 },
  { arbitrary: meaning(toolNamed, false), weight: 1 },
  { arbitrary: placed, weight: 1 },
)

/** Two types, such as a tool in use beside something that happened. */
const beside = fc
  .tuple(fc.constantFrom('tool' as const, 'web' as const, 'funding' as const), fc.constantFrom('hiring', 'any'), TIMED)
  .map(
    ([one, other, timed]): Query => ({
      node: 'and',
      of: [
        withMeaning({ node: 'clause', type: one, conditions: [] }),
        withMeaning({ node: 'clause', type: other as 'any', conditions: [], ...timed }),
      ],
    }),
  )
/** Nearly every company has such a signal, so that a day more, a tie or another signal changes who matches. */
const COMMON: fc.Arbitrary<Partial<Clause>> = fc.oneof(
  fc.constantFrom(5, 10, 20).map((withinDays) => ({ withinDays })),
  fc
    .tuple(fc.constantFrom('ai', 'sales', 'sdr', 'dr', 'ale'), fc.constantFrom(0.5, 0.8))
    .map(([text, value]): Partial<Clause> => {
      const patterns = [{ phrase: false, words: [{ text, prefix: true }] }]
      const word: Condition = { field: 'text', kind: 'text', op: '~', patterns }
      return { conditions: [word, { field: 'confidence', kind: 'number', op: '>=', value }] }
    }),
)
const common = fc
  .tuple(fc.constantFrom(...CLAUSE_TYPES, 'any' as const), COMMON)
  .map(([type, rest]): Query => withMeaning({ node: 'clause', type, conditions: [], ...rest }, 'any'))
const soonAfter = fc
  .tuple(bareStep, bareStep)
  .map(([a, b]): Query => ({ node: 'sequence', steps: [{ clauses: [a] }, { clauses: [b], withinDays: 1 }] }))
/** An abbreviation, anywhere. Words of its long form that stand apart or in another order don't count. */
const abbreviated = fc.constantFrom('vp', 'vp', 'sdr').map((text): Query => {
  const patterns = [{ phrase: false, words: [withEquivalents({ text, prefix: false })] }]
  return withMeaning({ node: 'clause', type: 'any', conditions: [{ field: 'text', kind: 'text', op: '~', patterns }] })
})
const pointed: fc.Arbitrary<Query> = fc.oneof(
  { arbitrary: part, weight: 4 },
  beside,
  common,
  abbreviated,
  { arbitrary: soonAfter, weight: 2 },
  part.map((of): Query => ({ node: 'not', of })),
  fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), part, part, fc.boolean())
    .map(([node, a, b, not]): Query => ({ node, of: [a, not ? { node: 'not', of: b } : b] })),
)

const anySearch: fc.Arbitrary<Search> = fc.record(
  {
    query: fc.oneof({ arbitrary: pointed, weight: 2 }, { arbitrary: query, weight: 1 }),
    filters: fc.oneof(
      { arbitrary: fc.constant({}), weight: 6 },
      { arbitrary: filters, weight: 3 },
      { arbitrary: listFilters, weight: 1 },
      { arbitrary: watchedFilter, weight: 1 },
    ),
    sort: fc.constantFrom(...SORTS),
    asOf: SECOND_BEFORE_OR_AFTER_MIDNIGHT,
    offset: fc.constantFrom(0, 0, 3),
    limit: fc.constantFrom(1, 5, 50),
    explain: fc.boolean(),
  },
  { noNullPrototype: true },
)

/** Every second search is aimed at what exists. */
export const search: fc.Arbitrary<Search> = fc.oneof(
  anySearch,
  fc.tuple(anySearch, aimed).map(([any, stated]): Search => ({ ...any, ...stated })),
)

/** The query with a condition added to each clause. */
export function withCondition(query: Query, condition: Condition): Query {
  const add = (clause: Clause): Clause => ({ ...clause, conditions: [...clause.conditions, condition] })
  switch (query.node) {
    case 'clause':
      return add(query)
    case 'sequence':
      return { ...query, steps: query.steps.map((step) => ({ ...step, clauses: step.clauses.map(add) })) }
    case 'not':
      return { ...query, of: withCondition(query.of, condition) }
    default:
      return { ...query, of: query.of.map((part) => withCondition(part, condition)) }
  }
}

/** One of the sources of the records is complete: some companies are looked at for some types, and have first jobs. */
export async function declareCompleteSource(db: Database): Promise<void> {
  const source = { record: 'source', source: NO_WORDS, completeSince: -400 * DAY_SECONDS } as const
  await db.transaction('ingest', (tx) => declareSources(tx, [source]))
}

/** From now on, closed signals were closed on different days, around midnight, and not when they were written. */
export async function spreadClosedDays(db: Database): Promise<void> {
  const pool = db.pool('ingest')
  await pool.query(`create function closing_time(id text) returns bigint language sql as
    $$ select ((hashtext(id) & 31) + 1) * 86400 + (hashtext(id || 's') & 3) - 1 $$`)
  await pool.query(`create function spread_signal() returns trigger language plpgsql as $$ begin
    if new.status = 'closed' then new.closed_at := to_timestamp(closing_time(new.id::text)); end if;
    return new; end $$`)
  await pool.query(`create function spread_event() returns trigger language plpgsql as $$ begin
    if new.image::jsonb ->> 'status' = 'closed' then
      new.image := (new.image::jsonb || jsonb_build_object('closedAt', closing_time(new.signal_id::text)))::text;
    end if;
    return new; end $$`)
  for (const [table, of] of [
    ['signals', 'signal'],
    ['events', 'event'],
  ]) {
    await pool.query(
      `create trigger spread before insert or update on ${table} for each row execute function spread_${of}()`,
    )
  }
}

const PLACES = { countries: ['GB', 'US'], locations: ['growth', 'sales ai'] }

/** Some facts have a second source or place, as if another report had joined them. Nothing may be written after this. */
export async function addSources(db: Database): Promise<void> {
  const named = ['source', `'growth'::text`]
    .map((name) => `jsonb_build_object('name', ${name}, 'firstSeenAt', 0, 'lastSeenAt', 0)`)
    .join(', ')
  await db.pool('ingest').query(
    `update signals set sources = jsonb_build_array(${named}),
            search_text = search_text || 'source:|growth|' || $1
      where sources is null and hashtext(id::text) & 3 = 0`,
    [LINE],
  )
  await db.pool('ingest').query(
    `update signals set fields = fields || $1::jsonb, search_text = search_text || $2,
            search_words = search_words || 'growth sales ai'::tsvector
      where type = 'hiring' and not fields ? 'locations'`,
    [JSON.stringify(PLACES), PLACES.locations.map((place) => `locations: ${place} ${LINE}`).join('')],
  )
}

/** Everything that is stored, as plain objects. */
export async function readWorld(db: Database): Promise<ReferenceCompany[]> {
  const pool = db.pool('ingest')
  const companies = await many<Omit<ReferenceCompany, 'signals'> & { [key: string]: unknown }>(
    pool,
    `select ${COMPANY_COLUMNS}, heat_key as "heatKey", score_tenths as "scoreTenths", looked
       from companies join company_ranks on company_ordinal = ordinal order by ordinal`,
  )
  const signals = await many<Signal & { ordinal: number; [key: string]: unknown }>(
    pool,
    `select company_ordinal as ordinal, id, type, label, confidence::float8 / 100 as confidence, status,
            extract(epoch from occurred_at)::bigint as "occurredAt", extract(epoch from first_seen_at)::bigint as "firstSeenAt",
            extract(epoch from last_seen_at)::bigint as "lastSeenAt", json_build_object('name', source) as source, fields,
            jsonb_strip_nulls(jsonb_build_object('closedAt', extract(epoch from closed_at)::bigint, 'sources', sources)) as more
       from signals`,
  )
  const complete = signals.map(({ more, ...each }) => ({ ...each, ...(more as Partial<Signal>) }))
  const byCompany = Map.groupBy(complete, ({ ordinal }) => ordinal)
  return companies.map((company) => ({ ...company, signals: byCompany.get(company.ordinal) ?? [] }))
}
