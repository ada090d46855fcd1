// A clause of a sentence, and how it is written in the query language.

import { quote } from '../parse/values.ts'
import type { ClauseType } from '../tree/tree.ts'
import { keywordOf } from '../tree/vocabulary.ts'
import type { Bound } from './sentence-numbers.ts'
import type { Period } from './sentence-times.ts'

/** How a clause is joined to the one before it. `after`: it happened earlier. */
export type Joint = 'and' | 'or' | 'then' | 'after'

/** Conditions of one object of a clause, such as one of several titles: field with operator, and the values. */
export type Conditions = ReadonlyMap<string, readonly string[]>

/** "Stopped hiring" means recently, unless the sentence gives a time. */
const STOPPED_DAYS = 30

export class ClauseDraft {
  type: ClauseType
  readonly negated: boolean
  readonly joint: Joint
  /** What the clause is about, as written: titles, tools. Each is a list of words. */
  readonly objects: string[][] = [[]]
  objectJoint: 'and' | 'or' = 'and'
  /** Whether a preposition announces a part of the company, as in "hiring in sales". */
  afterPreposition = false
  /** Whether the text is a sentence, and not the short form `hiring sales`. */
  isSentence = false
  /** Conditions that all objects share. */
  readonly shared = new Map<string, string[]>()
  readonly comparisons: string[] = []
  readonly texts: string[][] = []
  time: Period | undefined
  closed = false
  /** Whether jobs were closed and none like them is open. */
  stopped = false
  stepDays: number | undefined
  /** The clause about the tool that this one replaced: a time applies to both. */
  replaced: ClauseDraft | undefined

  constructor(type: ClauseType, negated: boolean, joint: Joint) {
    this.type = type
    this.negated = negated
    this.joint = joint
  }

  get object(): string[] {
    return this.objects.at(-1) as string[]
  }

  /** Whether nothing narrows the clause yet. */
  get isBare(): boolean {
    return this.object.length === 0 && this.objects.length === 1 && this.shared.size + this.comparisons.length === 0
  }

  /** `field` ends with its operator. */
  add(field: string, ...values: readonly string[]): void {
    const known = this.shared.get(field) ?? []
    this.shared.set(field, [...known, ...values.filter((value) => !known.includes(value))])
  }

  compare(field: string, bounds: readonly Bound[]): void {
    for (const { sign, value } of bounds) this.comparisons.push(`${field} ${sign} ${value}`)
  }

  /** A stated time replaces a vague one. */
  setTime(time: Period): void {
    if (!this.time || this.time.vague) this.time = time
    this.replaced?.setTime(time)
  }

  /** The clause, or several joined by AND or OR. `read` interprets an object. */
  print(read: (words: readonly string[], draft: ClauseDraft) => Conditions): string {
    const said = this.objects.filter((words) => words.length > 0)
    const objects = said.length === 0 ? [new Map()] : said.map((words) => read(words, this))
    const merged = this.objectJoint === 'or' || objects.every(isAlternative) ? mergedObjects(objects) : undefined
    const clauses = (merged ? [merged] : objects).map((conditions) =>
      this.stopped ? this.#printStopped(conditions) : this.#printClause(conditions),
    )
    if (clauses.length === 1) return `${this.negated ? 'NOT ' : ''}${clauses[0]}`
    // "Not using A or B" means neither.
    const joint = this.objectJoint === 'or' ? ' OR ' : ' AND '
    const group = clauses.join(joint)
    return this.negated ? `NOT (${group})` : this.objectJoint === 'or' ? `(${group})` : group
  }

  #printStopped(conditions: Conditions): string {
    const parts = this.#partsOf(conditions)
    const closed = [...parts, `closed: ${this.time?.withinDays ?? STOPPED_DAYS}d`]
    const open = parts.length === 0 ? this.type : `${this.type}(${parts.join(', ')})`
    const both = `${this.type}(${closed.join(', ')}) AND NOT ${open}`
    return this.negated ? `(${both})` : both
  }

  #printClause(conditions: Conditions): string {
    const parts = this.#partsOf(conditions)
    const { withinDays, since, before } = this.time ?? {}
    if (this.closed && withinDays !== undefined) parts.push(`closed: ${withinDays}d`)
    else if (withinDays !== undefined) parts.push(`within: ${withinDays}d`)
    if (since !== undefined) parts.push(`since: ${since}`)
    if (before !== undefined) parts.push(`before: ${before}`)
    if (this.closed && withinDays === undefined) parts.push('status: closed')
    return parts.length === 0 ? this.type : `${this.type}(${parts.join(', ')})`
  }

  /** All conditions but the time. */
  #partsOf(conditions: Conditions): string[] {
    const parts: string[] = []
    const all = new Map([...conditions, ...[...this.shared].sort(byField)])
    for (const [field, values] of all) {
      if (values.length > 0) parts.push(`${field} ${values.join('|')}`)
    }
    for (const words of this.texts) parts.push(`text ~ ${bareWords(words)}`)
    parts.push(...this.comparisons)
    return parts
  }
}

/** Conditions in the order in which the parser of the query language writes them: the country first. */
function byField([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return Number(b === 'country:') - Number(a === 'country:')
}

/** "Sales and marketing" are alternatives: a job belongs to one of them. */
const ALTERNATIVE_FIELDS = new Set(['function:', 'round:', 'seniority:'])

function isAlternative(conditions: Conditions): boolean {
  return [...conditions.keys()].every((field) => ALTERNATIVE_FIELDS.has(field))
}

/** One list of conditions, if all objects state the same single field. */
function mergedObjects(objects: readonly Conditions[]): Conditions | undefined {
  if (objects.length === 1) return objects[0]
  const [field] = objects[0]?.keys() ?? []
  if (field === undefined || !objects.every((each) => each.size === 1 && each.has(field))) return undefined
  return new Map([[field, [...new Set(objects.flatMap((each) => each.get(field) ?? []))]]])
}

/** Words of a text condition. A keyword gets a `_`, which parsing drops again. */
export function bareWords(words: readonly string[]): string {
  const safe = words.map((word) => word.replace(/^[-+!]+/, '')).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (safe.some((word) => /[^\p{L}\p{N}.&/'+#@-]/u.test(word))) return quote(safe.join(' '))
  return safe.map((word) => (keywordOf(word) ? `${word}_` : word)).join(' ')
}
