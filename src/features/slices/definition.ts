// What a slice is, and how a file becomes one. A file is read as a whole: every problem is listed with its place, so that
// whoever wrote it mends it in one go, and nothing of it is used while one problem is left.

import { nearest } from '../../platform/nearest.ts'
import { InvalidQuery, parseSignalQuery, type Query } from '../query/index.ts'
import { hasControl, isRecord, Problems, type SliceProblem } from './problems.ts'
import { type WeightedClause, weighClauses } from './weights.ts'
import { windowedQuery } from './windowed-query.ts'

/** A slice as it stands in a file, in the database and in the output of the command line. */
export interface SliceDefinition {
  readonly slug: string
  readonly label: string
  /** Why companies in this group buy. */
  readonly thesis: string
  /** A signal query, as its author wrote it. */
  readonly query: string
  readonly windowDays: number
  /** How much each clause that speaks for a company can give, by the clause's text; above 0, at most 1. */
  readonly weights: Readonly<Record<string, number>>
  readonly notebook: Notebook
}

/** What a seller reads before a first call. */
export interface Notebook {
  /** The slice's own thesis when it is left out. */
  readonly thesis?: string
  readonly whyNow: string
  readonly talkingPoints: readonly string[]
}

/** A definition that was found good, ready to be searched and evaluated. */
export interface Slice {
  readonly definition: SliceDefinition
  /** Looked at through the window. */
  readonly query: Query
  /** Those that speak for a company, in the order of the query, each once. */
  readonly clauses: readonly WeightedClause[]
}

export const SLICE_LIMITS = {
  slug: 60,
  label: 80,
  thesis: 600,
  whyNow: 1_000,
  talkingPoints: 10,
  talkingPoint: 400,
  windowDays: 365,
  /** In one file. */
  slices: 200,
} as const

const FIELDS = ['slug', 'label', 'thesis', 'query', 'windowDays', 'weights', 'notebook'] as const
const NOTEBOOK_FIELDS = ['thesis', 'whyNow', 'talkingPoints'] as const

/** One slice, or a list of them. The slices are those of a file without problems; with one problem there are none. */
export function readSlices(value: unknown): { slices: Slice[]; problems: readonly SliceProblem[] } {
  const problems = new Problems()
  if (!Array.isArray(value)) {
    const slice = readSlice(value, problems)
    return { slices: slice && problems.none ? [slice] : [], problems: problems.found }
  }
  if (value.length === 0) problems.add('the list', 'has no slice in it')
  if (value.length > SLICE_LIMITS.slices) {
    problems.add('the list', `has ${value.length} slices: ${SLICE_LIMITS.slices} are the most for one file`)
    return { slices: [], problems: problems.found }
  }
  const slices = value.map((each, index) => readSlice(each, problems.inside(`[${index}]`)))
  for (const [index, slice] of slices.entries()) {
    const first = slices.findIndex((other) => other?.definition.slug === slice?.definition.slug)
    if (slice && first < index) problems.add(`[${index}].slug`, `is that of [${first}] too`)
  }
  return { slices: problems.none ? slices.filter((slice) => slice !== undefined) : [], problems: problems.found }
}

function readSlice(value: unknown, problems: Problems): Slice | undefined {
  if (!isRecord(value)) {
    problems.add('', 'a slice is an object with slug, label, thesis, query, windowDays, weights and notebook')
    return undefined
  }
  refuseUnknown(value, FIELDS, problems)
  const slug = readText(value.slug, 'slug', SLICE_LIMITS.slug, problems)
  if (slug !== '' && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    problems.add('slug', 'is lower-case letters and digits joined by single hyphens, such as hiring-surge')
  }
  const query = readQuery(value.query, problems)
  const { clauses, weights } = weighClauses(query, value.weights, problems)
  const definition: SliceDefinition = {
    slug,
    label: readText(value.label, 'label', SLICE_LIMITS.label, problems),
    thesis: readText(value.thesis, 'thesis', SLICE_LIMITS.thesis, problems),
    query: typeof value.query === 'string' ? value.query.trim() : '',
    windowDays: readWindow(value.windowDays, problems),
    weights,
    notebook: readNotebook(value.notebook, problems.inside('notebook')),
  }
  return query && { definition, query: windowedQuery(query, definition.windowDays), clauses }
}

function readQuery(value: unknown, problems: Problems): Query | undefined {
  if (typeof value !== 'string' || value.trim() === '') {
    problems.add('query', 'is a signal query, such as hiring(title ~ AI SDR)')
    return undefined
  }
  try {
    return parseSignalQuery(value.trim())
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const { position, message, suggestions } = error.details
    const [guess] = suggestions
    // The position is that in the text as written: what was trimmed off its start counts.
    const written = position + value.length - value.trimStart().length
    problems.add('query', `at ${written}: ${message}${guess ? ` Did you mean ${guess}?` : ''}`)
    return undefined
  }
}

function readWindow(value: unknown, problems: Problems): number {
  const good = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= SLICE_LIMITS.windowDays
  if (!good) problems.add('windowDays', `is a whole number of days from 1 to ${SLICE_LIMITS.windowDays}`)
  return good ? value : 0
}

function readNotebook(value: unknown, problems: Problems): Notebook {
  if (!isRecord(value)) {
    problems.add('', 'is an object with whyNow, talkingPoints and, if it is another one, thesis')
    return { whyNow: '', talkingPoints: [] }
  }
  refuseUnknown(value, NOTEBOOK_FIELDS, problems)
  const points = Array.isArray(value.talkingPoints) ? value.talkingPoints : []
  if (points.length === 0 || points.length > SLICE_LIMITS.talkingPoints) {
    problems.add('talkingPoints', `is a list of 1 to ${SLICE_LIMITS.talkingPoints} texts`)
  }
  return {
    ...(value.thesis !== undefined && { thesis: readText(value.thesis, 'thesis', SLICE_LIMITS.thesis, problems) }),
    whyNow: readText(value.whyNow, 'whyNow', SLICE_LIMITS.whyNow, problems),
    talkingPoints: points
      .slice(0, SLICE_LIMITS.talkingPoints)
      .map((point, index) => readText(point, `talkingPoints[${index}]`, SLICE_LIMITS.talkingPoint, problems)),
  }
}

/** A line of text. It goes into JSON, tables and web pages, none of which want control characters or half of a pair. */
function readText(value: unknown, place: string, most: number, problems: Problems): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') problems.add(place, 'is needed, as a text')
  else if (text.length > most) problems.add(place, `has ${text.length} characters: ${most} are the most`)
  else if (hasControl(text)) problems.add(place, 'has line breaks, control characters or broken Unicode in it')
  return text
}

function refuseUnknown(value: Record<string, unknown>, known: readonly string[], problems: Problems): void {
  for (const name of Object.keys(value).filter((each) => !known.includes(each))) {
    const [guess] = nearest(name, known, 1)
    problems.add(name, `is no field of it${guess ? `: did you mean ${guess}?` : ''}`)
  }
}
