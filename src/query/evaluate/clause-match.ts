// Decides whether one signal satisfies one clause: the smallest unit of a query's meaning.

import type { Signal } from '../../meaning/signals/index.ts'
import { type FieldValue, SIGNAL_DECLARATIONS } from '../../meaning/types/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { equalityKey, slugOf, wordsOf } from '../../platform/text/normalise-text.ts'
import { DAY_SECONDS, startOfDay } from '../parse/times.ts'
import { comparedFields, SEARCHED_KINDS } from '../tree/fields.ts'
import { conditionsOf } from '../tree/presence.ts'
import type { Clause, Condition, Pattern, PatternWord, ScalarValue } from '../tree/tree.ts'

/** Whether the signal meets every condition of the clause. `count` is not considered. */
export function satisfies(clause: Clause, signal: Signal, asOfSeconds: number): boolean {
  if (signal.status === 'retracted') return false
  if (clause.type !== 'any' && clause.type !== signal.type) return false
  const { withinDays, since, before, closedDays } = clause
  if (withinDays !== undefined && signal.occurredAt < startOfDay(asOfSeconds) - withinDays * DAY_SECONDS) return false
  if (since !== undefined && signal.occurredAt < since) return false
  if (before !== undefined && signal.occurredAt >= before) return false
  if (closedDays !== undefined && !closedSince(signal, startOfDay(asOfSeconds) - closedDays * DAY_SECONDS)) return false
  return conditionsOf(clause).every((condition) => holds(condition, signal))
}

function closedSince({ closedAt }: Signal, from: number): boolean {
  return closedAt !== undefined && closedAt >= from
}

function holds(condition: Condition, signal: Signal): boolean {
  const values = comparedFields(condition).flatMap((field) => valuesOf(signal, field))
  return meetsCondition(condition, values)
}

/** Whether the values of the condition's field meet the condition. */
export function meetsCondition(condition: Condition, values: readonly ScalarValue[]): boolean {
  switch (condition.op) {
    case '~':
    case '~=':
      return values.some((value) => condition.patterns.some((pattern) => containsPattern(pattern, String(value))))
    case ':':
      return values.some((value) => condition.values.includes(comparableValue(value, condition)))
    case '!:':
      return !values.some((value) => condition.values.includes(comparableValue(value, condition)))
    case '>=':
      return values.some((value) => value >= condition.value)
    case '<=':
      return values.some((value) => value <= condition.value)
    case '>':
      return values.some((value) => value > condition.value)
    default:
      return values.some((value) => value < condition.value)
  }
}

/** The signal's values for this field: none, one, or the elements of a list. A missing field gives an empty list. */
function valuesOf(signal: Signal, field: string): readonly ScalarValue[] {
  switch (field) {
    case 'text':
      return searchedTexts(signal)
    case 'confidence':
      return [signal.confidence]
    case 'source':
      return sourceNames(signal)
    case 'status':
      return [signal.status]
    default:
      return ownValues(signal, field)
  }
}

/** The names of all sources of a fact. */
export function sourceNames({ source, sources }: Pick<Signal, 'source' | 'sources'>): string[] {
  return sources ? sources.map(({ name }) => name) : [source.name]
}

function ownValues(signal: Signal, field: string): readonly ScalarValue[] {
  const value: FieldValue | undefined = Object.hasOwn(signal.fields, field) ? signal.fields[field] : undefined
  if (value === undefined) return []
  return typeof value === 'object' ? value : [value]
}

/** The texts that `text` searches. All words of a pattern must be in the same text. */
export function searchedTexts(signal: Signal): string[] {
  const searched = SIGNAL_DECLARATIONS[signal.type].fields.filter((field) => SEARCHED_KINDS.has(field.kind))
  return [signal.label, ...searched.flatMap((field) => ownValues(signal, field.name)).map(String)]
}

/** A stored value, normalised like the query's values. */
export function comparableValue(value: ScalarValue, { kind }: Pick<Condition, 'kind'>): ScalarValue {
  if (typeof value !== 'string') return value
  if (kind === 'text' || kind === 'texts') return equalityKey(value)
  if (kind === 'enum' || kind === 'slug') return slugOf(value)
  return value
}

/** Compares complete words, ignoring case and accents. The words of a phrase must be adjacent and in order. */
export function containsPattern({ phrase, words: wanted }: Pattern, text: string): boolean {
  const words = cachedWordsOf(text)
  const anywhere = (part: readonly PatternWord[]) => words.some((_, start) => matchesFrom(part, words, start))
  return phrase ? anywhere(wanted) : wanted.every((word) => anywhere([word]))
}

/** Whether the words from `start` on are the wanted ones, each as written or as one of its equivalents. */
function matchesFrom(wanted: readonly PatternWord[], words: readonly string[], start: number): boolean {
  const [first, ...rest] = wanted
  if (!first) return true
  const word = words[start]
  if (word === undefined) return false
  if ((first.prefix ? word.startsWith(first.text) : word === first.text) && matchesFrom(rest, words, start + 1)) {
    return true
  }
  return (first.same ?? []).some(
    (form) => form.every((each, i) => words[start + i] === each) && matchesFrom(rest, words, start + form.length),
  )
}

/** The same titles and names are compared with many patterns. */
const wordsCache = new LruMap<string, readonly string[]>(20_000)
const MAX_CACHED_CHARACTERS = 200

export function cachedWordsOf(text: string): readonly string[] {
  const cached = wordsCache.get(text)
  if (cached) return cached
  const words = wordsOf(text)
  if (text.length > MAX_CACHED_CHARACTERS) return words
  wordsCache.set(text, words)
  return words
}
