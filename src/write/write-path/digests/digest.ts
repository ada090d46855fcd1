// A digest is what a write must know about a company's facts besides those that it touches: the newest and the surest
// of each type, the strongest ones, since when its sources know it, the weeks with a surge. It has a bounded size, so a
// write to a company with 100,000 signals reads a handful of them.
//
// It is updated from the facts that change, and always equals the digest of all the company's facts. It keeps only the
// greatest values of each measure. When those run out, the digest can't tell, and the whole company is read.

import type { EmployerKind } from '../../../closed-sets/signals.ts'
import { areForClients, areOfOthers, areOnMarketplace, isOfMarketplace } from '../../../meaning/companies/index.ts'
import { earliestElsewhere, firstValuesOf, sourcesOf } from '../../../meaning/derived/index.ts'
import { COUNTED_FACTS, strengthOf } from '../../../meaning/scores/index.ts'
import { isPresent } from '../../../meaning/signals/index.ts'
import { isContinuing, SIGNAL_TYPES, type SignalType } from '../../../meaning/types/index.ts'
import { type Coverage, isLookedFor, type SourceState } from '../../sources/index.ts'
import type { SignalSummary } from '../store/rank-queries.ts'
import type { StoredSignal } from '../store/stored-signal.ts'

/** What was known of the company when its derived signals were computed. If this differs, derive again. */
export interface DigestContext {
  readonly employerKind: EmployerKind
  readonly hqCountry: string
  /** Whether it is small enough for a first job of a function. */
  readonly isSmall: boolean
  readonly name: string
  readonly lookedSince: number | null
  /** The sources that declare themselves complete: name and time. */
  readonly declared: readonly (readonly [string, number])[]
}

/** How many values there are, and the greatest of them in descending order, each with its number. */
interface Measure {
  readonly count: number
  readonly greatest: readonly (readonly [value: number, times: number])[]
}

export interface Digest {
  readonly context: DigestContext
  readonly measures: ReadonlyMap<string, Measure>
  /** The times of its rounds. Null: too many to list. */
  readonly rounds: readonly number[] | null
  /** By series, the ISO weeks with a surge. */
  readonly surges: ReadonlyMap<string, readonly number[]>
}

const MAX_ROUNDS = 100
/** How many different values of a measure are kept: more than needed, so that some may be removed. */
const KEPT = 6
const KEPT_STRENGTHS = 2 * COUNTED_FACTS
const HEAT = 'heat '
const OPENING = 'first opening '
const FOR_CLIENTS = 'jobs for clients'
const ON_MARKETPLACE = 'jobs on a marketplace'
const OF_OTHERS = 'jobs of others'

/** Each measure that a signal counts in, with its value. Where the minimum counts, the value is negative. */
function* measuresOf(signal: StoredSignal, context: DigestContext): Generator<[name: string, value: number]> {
  const { type, status, occurredAt } = signal
  if (status === 'retracted') return
  const confidence = Math.round(signal.confidence * 100)
  yield [`last ${type}`, occurredAt]
  yield [`best ${type}`, confidence]
  if (isPresent(signal)) {
    yield [`present best ${type}`, confidence]
    if (!isContinuing(signal.fields.change)) yield [`present last ${type}`, occurredAt]
  }
  const strength = strengthOf(signal)
  if (strength !== undefined) yield [HEAT + type, strength]
  const from = type === 'hiring' ? signal.firstSeenAt : 0
  if (type === 'hiring') {
    const { forClient } = signal.fields
    if (forClient !== undefined) yield [FOR_CLIENTS, 0]
    if (typeof forClient === 'string' && isOfMarketplace(forClient)) yield [ON_MARKETPLACE, 0]
    if (signal.fields.employer !== undefined) yield [OF_OTHERS, 0]
  }
  for (const source of new Set(sourcesOf(signal))) yield [`since ${type} ${source}`, -from]
  if (context.lookedSince === null) return
  for (const [per, value] of firstValuesOf(signal)) yield [`first ${per} ${value}`, -occurredAt]
}

export function digestOf(
  signals: readonly StoredSignal[],
  context: DigestContext,
  surges: ReadonlyMap<string, readonly number[]>,
): Digest {
  const values = new Map<string, Map<number, number>>()
  for (const signal of signals) {
    for (const [name, value] of measuresOf(signal, context)) {
      const times = values.get(name) ?? new Map<number, number>()
      values.set(name, times)
      times.set(value, (times.get(value) ?? 0) + 1)
    }
  }
  const measures = new Map<string, Measure>()
  for (const [name, times] of values) {
    let count = 0
    for (const number of times.values()) count += number
    const greatest = [...times].sort(([a], [b]) => b - a).slice(0, keptOf(name))
    measures.set(name, { count, greatest })
  }
  const rounds = signals
    .filter(({ type, status }) => type === 'funding' && status !== 'retracted')
    .map(({ occurredAt }) => occurredAt)
  return { context, measures, rounds: rounds.length > MAX_ROUNDS ? null : rounds, surges }
}

function keptOf(name: string): number {
  return name.startsWith(HEAT) ? KEPT_STRENGTHS : KEPT
}

/** How many of its greatest values are read. */
function neededOf(name: string): number {
  return name.startsWith(HEAT) ? COUNTED_FACTS : name.startsWith(OPENING) ? 2 : 1
}

export interface ChangedFact {
  readonly before: StoredSignal | undefined
  readonly after: StoredSignal | undefined
}

/** The digest after a change. Undefined: it can't tell. Rounds don't change here. */
export function changedDigest(digest: Digest, changed: readonly ChangedFact[]): Digest | undefined {
  const measures = new Map(digest.measures)
  const changedNames = new Set<string>()
  for (const [side, change] of [
    ['after', added],
    ['before', removed],
  ] as const) {
    for (const { [side]: signal } of changed) {
      if (!signal) continue
      for (const [name, value] of measuresOf(signal, digest.context)) {
        measures.set(name, change(measures.get(name) ?? { count: 0, greatest: [] }, value, keptOf(name)))
        changedNames.add(name)
      }
    }
  }
  for (const name of changedNames) {
    const { count, greatest } = measures.get(name) as Measure
    if (count === 0) measures.delete(name)
    else if (numberOf(greatest) < Math.min(count, neededOf(name))) return undefined
  }
  return { ...digest, measures }
}

function numberOf(greatest: Measure['greatest']): number {
  return greatest.reduce((sum, [, times]) => sum + times, 0)
}

function added({ count, greatest }: Measure, value: number, kept: number): Measure {
  const isComplete = numberOf(greatest) === count
  const place = greatest.findIndex(([other]) => other <= value)
  if (place === -1) {
    // Below all kept values: known to be the next one only if no values were dropped.
    const list = isComplete && greatest.length < kept ? [...greatest, [value, 1] as const] : greatest
    return { count: count + 1, greatest: list }
  }
  const [at, times] = greatest[place] as readonly [number, number]
  const list = greatest.toSpliced(place, at === value ? 1 : 0, [value, at === value ? times + 1 : 1])
  return { count: count + 1, greatest: list.slice(0, kept) }
}

function removed({ count, greatest }: Measure, value: number): Measure {
  const place = greatest.findIndex(([other]) => other === value)
  if (place === -1) return { count: count - 1, greatest }
  const [, times] = greatest[place] as readonly [number, number]
  const list = times === 1 ? greatest.toSpliced(place, 1) : greatest.toSpliced(place, 1, [value, times - 1])
  return { count: count - 1, greatest: list }
}

function topOf({ measures }: Digest, name: string): number | undefined {
  return measures.get(name)?.greatest[0]?.[0]
}

export function newestJobOf(digest: Digest): number {
  return topOf(digest, 'last hiring') ?? Number.NEGATIVE_INFINITY
}

/** The sources that report its jobs. */
export function jobSourcesOf({ measures }: Digest): string[] {
  const prefix = 'since hiring '
  return [...measures.keys()].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}

/** Since when a source's jobs show that it knows the company. */
export function sinceOf(digest: Digest, source: string): number | undefined {
  const top = topOf(digest, `since hiring ${source}`)
  return top === undefined ? undefined : -top
}

export function earliestOf(digest: Digest, per: string, value: unknown): number | undefined {
  const top = topOf(digest, `first ${per} ${value}`)
  return top === undefined ? undefined : -top
}

/** The second job in a country that is no passing one. */
export function secondIn({ measures }: Digest, country: unknown): number | undefined {
  const [first, second] = measures.get(OPENING + country)?.greatest ?? []
  const at = first && first[1] > 1 ? first : second
  return at && -at[0]
}

export function earliestElsewhereOf(digest: Digest, country: unknown): number | undefined {
  const prefix = 'first country '
  const countries = [...digest.measures.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
  return earliestElsewhere(
    countries.flatMap((each): [string, number][] => {
      const at = earliestOf(digest, 'country', each)
      return at === undefined ? [] : [[each, at]]
    }),
    String(country),
  )
}

/** With more jobs that name an employer, a single one can't turn a company into a marketplace, or back. */
const CERTAINLY_MANY = 50

/** Whether its jobs may make the company another kind of employer after a change of these jobs. */
export function mayChangeKind(before: Digest, after: Digest, changed: readonly ChangedFact[]): boolean {
  const [was, is] = [countsOfWhom(before), countsOfWhom(after)]
  if (areForClients(was.jobs, was.forClients) !== areForClients(is.jobs, is.forClients)) return true
  if (areOnMarketplace(was.forClients, was.onMarketplace) !== areOnMarketplace(is.forClients, is.onMarketplace)) {
    return true
  }
  if (areOfOthers(was.jobs, was.ofOthers) !== areOfOthers(is.jobs, is.ofOthers)) return true
  if (!areOfOthers(is.jobs, is.ofOthers) || is.ofOthers > CERTAINLY_MANY) return false
  // The digest doesn't count distinct employers.
  return changed.some((fact) => [fact.before, fact.after].some((job) => job?.fields.employer !== undefined))
}

function countsOfWhom({ measures }: Digest) {
  const countOf = (name: string) => measures.get(name)?.count ?? 0
  return {
    jobs: countOf('last hiring'),
    forClients: countOf(FOR_CLIENTS),
    onMarketplace: countOf(ON_MARKETPLACE),
    ofOthers: countOf(OF_OTHERS),
  }
}

export function strengthsOf({ measures }: Digest): Map<SignalType, number[]> {
  const strengths = SIGNAL_TYPES.map((type): [SignalType, number[]] => {
    const all = (measures.get(HEAT + type)?.greatest ?? []).flatMap(([value, times]) =>
      Array.from({ length: Math.min(times, COUNTED_FACTS) }, () => value),
    )
    return [type, all.slice(0, COUNTED_FACTS)]
  })
  return new Map(strengths.filter(([, ofType]) => ofType.length > 0))
}

export function lookedTypesOf({ measures }: Digest, declared: SourceState['declared'], now: number): SignalType[] {
  const complete = declared.filter(({ completeSince }) => completeSince !== null)
  return SIGNAL_TYPES.filter((type) =>
    complete.some(
      ({ name, lastDeliveryAt }) => measures.has(`since ${type} ${name}`) && isLookedFor(type, lastDeliveryAt, now),
    ),
  )
}

/** Since when its jobs are monitored. */
export function lookedSinceOf({ measures }: Digest, declared: SourceState['declared']): Coverage['since'] | null {
  const times = declared.flatMap(({ name, completeSince }) =>
    completeSince !== null && measures.has(`since hiring ${name}`) ? [completeSince] : [],
  )
  return times.length === 0 ? null : Math.min(...times)
}

export function summaryOfDigest(digest: Digest): SignalSummary {
  const of = (measure: string) =>
    Object.fromEntries(
      SIGNAL_TYPES.flatMap((type) => {
        const top = topOf(digest, `${measure} ${type}`)
        return top === undefined ? [] : [[type, top]]
      }),
    )
  return { last: of('last'), best: of('best'), presentLast: of('present last'), presentBest: of('present best') }
}

export function digestText({ context, measures, rounds, surges }: Digest): string {
  const listed = [...measures].map(([name, { count, greatest }]) => [name, count, greatest.flat()])
  return JSON.stringify([context, listed, rounds, [...surges]])
}

export function digestOfText(text: string): Digest {
  const [context, listed, rounds, surges] = JSON.parse(text)
  const measures = new Map<string, Measure>()
  for (const [name, count, flat] of listed as [string, number, number[]][]) {
    const greatest: [number, number][] = []
    for (let i = 0; i < flat.length; i += 2) greatest.push([flat[i] as number, flat[i + 1] as number])
    measures.set(name, { count, greatest })
  }
  return { context, measures, rounds, surges: new Map(surges) }
}
