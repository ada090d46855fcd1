// The definition of a slice, and how it is read from a file. Every problem is reported with its place, so that the
// author can fix all of them together. A file with a problem is rejected as a whole.

import { withoutBidiControls } from '../../../closed-sets/bidi-controls.ts'
import { nearest } from '../../../platform/text/edit-distance.ts'
import { unstorableText } from '../../../platform/text/unstorable-text.ts'
import { type Clause, clausesOf, InvalidQuery, leavesOf, parseSignalQuery, type Query } from '../../../query/index.ts'
import { type NoteTemplates, readNote } from '../notes/company-notes.ts'
import { filledWeights, fillingOf } from './fill-template.ts'
import { needsOf, type SliceNeeds } from './needs.ts'
import { hasControlCharacters, isRecord, Problems, type SliceProblem } from './problems.ts'
import { type WeightedClause, weighClauses } from './weights.ts'
import { windowedQuery } from './windowed-query.ts'

/** A slice as in a file, in the database and in the output of the command line. */
export interface SliceDefinition {
  readonly slug: string
  readonly label: string
  /** Why companies in this group buy. */
  readonly thesis: string
  /** A signal query, as written. */
  readonly query: string
  readonly windowDays: number
  /** The weight of each clause that is not under NOT, by the clause's text: above 0, at most 1. */
  readonly weights: Readonly<Record<string, number>>
  /** A template: `{tool}` and `{category}` in the query and in the weights stand for a tool that the caller names. */
  readonly parameter?: SliceParameter
  readonly notebook: Notebook
}

interface SliceParameter {
  readonly name: 'tool'
  /** A tool to check the template with, and to show as an example. */
  readonly example: string
}

/** Notes for a salesperson, to read before a first call. The texts have slots: see notes/. */
export interface Notebook {
  /** Defaults to the slice's thesis. It is about the slice, so it has no slots. */
  readonly thesis?: string
  readonly whyNow: string
  readonly talkingPoints: readonly string[]
  /** The role that likely owns the problem. Without it, no role is named. */
  readonly approach?: string
  /** For a company that isn't in the slice but matches a part of it: what would be a reason to call. */
  readonly opens?: string
}

/** A valid definition, ready to be searched and evaluated. */
export interface Slice {
  readonly definition: SliceDefinition
  /** Limited to the window. See windowed-query.ts. */
  readonly query: Query
  readonly needs: SliceNeeds
  /** The clauses that are not under NOT, in query order, each once. */
  readonly clauses: readonly WeightedClause[]
  readonly notes: NoteTemplates
  /** Only for a template with its tool filled in: the tools that its query names, as a query. */
  readonly tools?: Query
}

export const SLICE_LIMITS = {
  slug: 60,
  label: 80,
  thesis: 600,
  whyNow: 1_000,
  talkingPoints: 10,
  talkingPoint: 400,
  approach: 400,
  opens: 400,
  windowDays: 365,
  /** In one file. */
  slices: 200,
} as const

const FIELDS = ['slug', 'label', 'thesis', 'query', 'windowDays', 'weights', 'parameter', 'notebook'] as const
const NOTEBOOK_FIELDS = ['thesis', 'whyNow', 'talkingPoints', 'approach', 'opens'] as const

/** Reads one slice or a list of them. If there is any problem, `slices` is empty. */
export function readSlices(value: unknown): { slices: Slice[]; problems: readonly SliceProblem[] } {
  const problems = new Problems()
  if (!Array.isArray(value)) {
    const slice = readSlice(value, problems)
    return { slices: slice && problems.none ? [slice] : [], problems: problems.found }
  }
  if (value.length === 0) problems.add('the list', 'is empty')
  if (value.length > SLICE_LIMITS.slices) {
    problems.add('the list', `has ${value.length} slices: a file can have at most ${SLICE_LIMITS.slices}`)
    return { slices: [], problems: problems.found }
  }
  const slices = value.map((each, index) => readSlice(each, problems.inside(`[${index}]`)))
  for (const [index, slice] of slices.entries()) {
    const first = slices.findIndex((other) => other?.definition.slug === slice?.definition.slug)
    if (slice && first < index) problems.add(`[${index}].slug`, `is already used by [${first}]`)
  }
  return { slices: problems.none ? slices.filter((slice) => slice !== undefined) : [], problems: problems.found }
}

const MAX_TOOL_LENGTH = 100

/** A template with its tool filled in. Undefined if the text can't be the name of a tool, such as `-`. */
export function sliceFor(template: Slice, tool: string): Slice | undefined {
  if (tool.length > MAX_TOOL_LENGTH || unstorableText(tool) !== undefined) return undefined
  const { parameter: _, ...definition } = template.definition
  const fill = fillingOf(tool)
  const weights = filledWeights(definition.weights, fill)
  const { slices } = readSlices({ ...definition, query: fill(definition.query), weights })
  return slices[0] && { ...slices[0], tools: toolsNamedIn(slices[0].query) }
}

/** Only the names: the caller didn't write the rest of the query. */
function toolsNamedIn(query: Query): Query {
  const named = clausesOf(query).flatMap(({ type, conditions }): Clause[] => {
    const names = conditions.filter(({ field }) => type === 'tool' && field === 'tool')
    return names.length > 0 ? [{ node: 'clause', type, conditions: names }] : []
  })
  return { node: 'or', of: named }
}

function readSlice(value: unknown, problems: Problems): Slice | undefined {
  if (!isRecord(value)) {
    problems.add('', 'must be an object with slug, label, thesis, query, windowDays, weights and notebook')
    return undefined
  }
  rejectUnknown(value, FIELDS, problems)
  const slug = readText(value.slug, 'slug', SLICE_LIMITS.slug, problems)
  if (slug !== '' && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    problems.add('slug', 'must be lower-case letters and digits joined by single hyphens, such as hiring-surge')
  }
  const parameter = readParameter(value.parameter, problems)
  const fill = parameter ? fillingOf(parameter.example) : (text: string) => text
  const query = readQuery(typeof value.query === 'string' ? fill(value.query) : value.query, problems)
  const clauses = weighClauses(query, filledWeights(value.weights, fill), problems)
  const definition: SliceDefinition = {
    slug,
    label: readText(value.label, 'label', SLICE_LIMITS.label, problems),
    thesis: readText(value.thesis, 'thesis', SLICE_LIMITS.thesis, problems),
    query: typeof value.query === 'string' ? value.query.trim() : '',
    windowDays: readWindow(value.windowDays, problems),
    weights: isRecord(value.weights) ? (value.weights as Record<string, number>) : {},
    ...(parameter && { parameter }),
    notebook: readNotebook(value.notebook, problems.inside('notebook')),
  }
  if (!query) return undefined
  const notes = readNotes(definition.notebook, query, problems.inside('notebook'))
  return { definition, query: windowedQuery(query, definition.windowDays), needs: needsOf(query), clauses, notes }
}

/** Finds slots that don't exist, and those that nothing in the query could fill. */
function readNotes(
  { whyNow, talkingPoints, approach = '', opens = '' }: Notebook,
  query: Query,
  problems: Problems,
): NoteTemplates {
  const types = leavesOf(query).flatMap(({ clause, negated }) => (negated ? [] : [clause.type]))
  const read = (text: string, place: string) => readNote(text, types, (problem) => problems.add(place, problem))
  return {
    whyNow: read(whyNow, 'whyNow'),
    talkingPoints: talkingPoints.map((point, index) => read(point, `talkingPoints[${index}]`)),
    approach: read(approach, 'approach'),
    // The company has no match that could fill a slot.
    opens: readNote(opens, [], (problem) => problems.add('opens', problem)),
  }
}

function readParameter(value: unknown, problems: Problems): SliceParameter | undefined {
  if (value === undefined) return undefined
  if (!isRecord(value) || value.name !== 'tool') {
    problems.add('parameter', 'must be an object with name "tool" and an example')
    return undefined
  }
  rejectUnknown(value, ['name', 'example'], problems.inside('parameter'))
  return { name: 'tool', example: readText(value.example, 'parameter.example', SLICE_LIMITS.label, problems) }
}

function readQuery(value: unknown, problems: Problems): Query | undefined {
  if (typeof value !== 'string' || value.trim() === '') {
    problems.add('query', 'must be a signal query, such as hiring(title ~ AI SDR)')
    return undefined
  }
  const unstorable = unstorableText(value)
  if (unstorable !== undefined) {
    problems.add('query', unstorable)
    return undefined
  }
  try {
    return parseSignalQuery(value.trim())
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const { position, message, suggestions } = error.details
    const [guess] = suggestions
    // The position refers to the text as written, including the white space that was trimmed from its start.
    const offset = position + value.length - value.trimStart().length
    problems.add('query', `at ${offset}: ${message}${guess ? ` Did you mean ${guess}?` : ''}`)
    return undefined
  }
}

function readWindow(value: unknown, problems: Problems): number {
  const valid = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= SLICE_LIMITS.windowDays
  if (!valid) problems.add('windowDays', `must be a whole number of days from 1 to ${SLICE_LIMITS.windowDays}`)
  return valid ? value : 0
}

function readNotebook(value: unknown, problems: Problems): Notebook {
  if (!isRecord(value)) {
    problems.add('', 'must be an object with whyNow, talkingPoints and, optionally, thesis')
    return { whyNow: '', talkingPoints: [] }
  }
  rejectUnknown(value, NOTEBOOK_FIELDS, problems)
  const points = Array.isArray(value.talkingPoints) ? value.talkingPoints : []
  if (points.length === 0 || points.length > SLICE_LIMITS.talkingPoints) {
    problems.add('talkingPoints', `must be a list of 1 to ${SLICE_LIMITS.talkingPoints} texts`)
  }
  return {
    ...(value.thesis !== undefined && { thesis: readText(value.thesis, 'thesis', SLICE_LIMITS.thesis, problems) }),
    ...(value.approach !== undefined && {
      approach: readText(value.approach, 'approach', SLICE_LIMITS.approach, problems),
    }),
    ...(value.opens !== undefined && { opens: readText(value.opens, 'opens', SLICE_LIMITS.opens, problems) }),
    whyNow: readText(value.whyNow, 'whyNow', SLICE_LIMITS.whyNow, problems),
    talkingPoints: points
      .slice(0, SLICE_LIMITS.talkingPoints)
      .map((point, index) => readText(point, `talkingPoints[${index}]`, SLICE_LIMITS.talkingPoint, problems)),
  }
}

/**
 * One line of text. It is shown in JSON, tables and web pages, so control characters and lone surrogates are rejected.
 */
function readText(value: unknown, place: string, maxLength: number, problems: Problems): string {
  const text = typeof value === 'string' ? withoutBidiControls(value).trim() : ''
  if (text === '') problems.add(place, 'is required and must be text')
  else if (text.length > maxLength) problems.add(place, `has ${text.length} characters: the maximum is ${maxLength}`)
  else if (hasControlCharacters(text))
    problems.add(place, 'must not contain line breaks, control characters or invalid Unicode')
  return text
}

function rejectUnknown(value: Record<string, unknown>, known: readonly string[], problems: Problems): void {
  for (const name of Object.keys(value).filter((each) => !known.includes(each))) {
    const [guess] = nearest(name, known, 1)
    problems.add(name, `is not a known field${guess ? `: did you mean ${guess}?` : ''}`)
  }
}
