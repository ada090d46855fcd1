// The slices that a company is in, and why: pure functions of the company's signals and a time.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { clausesOf, newestFirst, satisfies } from '../../query/index.ts'
import { admits } from './admits.ts'
import { type Notebook, type Slice, sliceFor } from './definition/definition.ts'
import { MAX_POINTS, type NoteOptions, notesAbout } from './notes/company-notes.ts'
import type { CoverageTimes } from './notes/slot-context.ts'
import { type SliceScore, sliceScorer, type Witness } from './scoring.ts'

interface Membership extends Omit<SliceScore<Witness>, 'best'> {
  readonly slug: string
  readonly label: string
  /** The strongest signal of each matching clause, in query order. */
  readonly reasons: readonly { readonly clause: string; readonly signalId: string }[]
  readonly notebook: Required<Omit<Notebook, 'approach' | 'opens'>> & Pick<Notebook, 'approach'>
  /** The sentences of `whyNow`, the most important first. */
  readonly whyNow: readonly string[]
}

/** A membership whose notes are not written yet. */
interface Found {
  readonly slug: string
  readonly score: number
  /** What was `said` in the notes of other slices isn't repeated. */
  write(options?: NoteOptions): Membership
}

/** By the place of a slice in a dossier: a first call doesn't need twenty questions. */
const MAX_POINTS_BY_PLACE = [MAX_POINTS, 3]
const MIN_POINTS = 2
/**
 * The first notes of a dossier say at least this much, and those of a single window more: there is nothing else to
 * read.
 */
const MIN_FACTS = { first: 2, only: 4 } as const

/**
 * Undefined if the company isn't in the slice. `looked` are the types that the company is monitored for: for other
 * types, a NOT is meaningless. `coverage` has the times since when.
 */
export function sliceOf(
  slice: Slice,
  signals: readonly Signal[],
  asOfSeconds: number,
  looked: readonly SignalType[],
  coverage: CoverageTimes = {},
  employeeCount = 0,
): Membership | undefined {
  return found(slice, { signals, asOfSeconds, looked, coverage, employeeCount })?.write()
}

/** What is known of a company. */
interface Known {
  readonly signals: readonly Signal[]
  readonly asOfSeconds: number
  readonly looked: readonly SignalType[]
  readonly coverage: CoverageTimes
  readonly employeeCount: number
}

/** `named` is the tool of a template. */
function found(
  slice: Slice,
  known: Known,
  named?: { readonly slug: string; readonly tool: string },
): Found | undefined {
  const { signals, asOfSeconds, looked, coverage, employeeCount } = known
  if (!slice.needs.looked.every((type) => looked.includes(type))) return undefined
  const { thesis, windowDays, notebook, ...definition } = slice.definition
  const slug = named ? `${definition.slug}:${named.slug}` : definition.slug
  const label = named ? `${definition.label}: ${named.tool}` : definition.label
  const scored = sliceScorer(slice, asOfSeconds)(witnessesOf(slice, signals, asOfSeconds))
  if (!scored) return undefined
  const { best, ...score } = scored
  const clauses = clausesOf(slice.query)
  const matches = best.flatMap(({ clause, witness, matching }) => {
    const matched = clauses[clause.leaf]
    return matched ? [{ clause: matched, best: witness.signal, matching: matching.map(({ signal }) => signal) }] : []
  })
  const { windowEndsAt } = score
  const context = { windowDays, windowEndsAt, asOf: asOfSeconds, matches, signals, coverage, employeeCount }
  const reasons = best.map(({ clause, witness }) => ({ clause: clause.text, signalId: witness.signal.id }))
  const write = (options?: NoteOptions) => {
    const { whyNow, talkingPoints, approach } = notesAbout(slice.notes, context, options)
    return {
      slug,
      label,
      ...score,
      reasons,
      notebook: {
        ...{ thesis: notebook.thesis ?? thesis, whyNow: whyNow.join(' '), talkingPoints },
        ...(approach !== '' && { approach }),
      },
      whyNow,
    }
  }
  return { slug, score: score.score, write }
}

/** Newest first, then by id. Among equally strong signals, the first becomes the reason. */
function witnessesOf({ query }: Slice, signals: readonly Signal[], asOf: number): (Witness & { signal: Signal })[] {
  const clauses = clausesOf(query)
  return newestFirst(signals).flatMap((signal) => {
    const mask = clauses.reduce((bits, clause, i) => bits | (satisfies(clause, signal, asOf) ? 1 << i : 0), 0)
    const { occurredAt, confidence, closedAt } = signal
    return mask === 0
      ? []
      : [{ signal, occurredAt, confidence, clauses: mask, ...(closedAt !== undefined && { closedAt }) }]
  })
}

/**
 * All slices that a company is in, highest score first. A later one doesn't repeat the talking points of an earlier
 * one.
 */
export function slicesOf(
  slices: readonly Slice[],
  signals: readonly Signal[],
  asOfSeconds: number,
  looked: readonly SignalType[],
  employerKind: EmployerKind = 'unknown',
  coverage: CoverageTimes = {},
  employeeCount = 0,
): Membership[] {
  const known = { signals, asOfSeconds, looked, coverage, employeeCount }
  const said = new Set<string>()
  return slices
    .filter((slice) => admits(slice, employerKind))
    .flatMap((slice) => (slice.definition.parameter ? foundForTools(slice, known) : (found(slice, known) ?? [])))
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
    .map(({ write }, place, { length }) => {
      const minFacts = place > 0 ? 0 : length === 1 ? MIN_FACTS.only : MIN_FACTS.first
      return write({ said, maxPoints: MAX_POINTS_BY_PLACE[place] ?? MIN_POINTS, minFacts })
    })
}

/** Tools that a template is tried with: the newest of a company that has more. */
const MAX_TOOLS = 50

/** The memberships in a template, one for each tool of the company that makes it hold, by the names that a caller can write. */
function foundForTools(template: Slice, known: Known): Found[] {
  const byName = new Map<string, string>()
  for (const { type, status, fields } of newestFirst(known.signals)) {
    const named = String(fields.product ?? fields.family ?? fields.tool)
    if (type === 'tool' && status !== 'retracted' && !byName.has(named)) byName.set(named, String(fields.tool))
  }
  return [...byName].slice(0, MAX_TOOLS).flatMap(([slug, tool]) => {
    const slice = sliceFor(template, slug)
    return (slice && found(slice, known, { slug, tool })) ?? []
  })
}
