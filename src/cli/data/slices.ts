import { readFileSync } from 'node:fs'
import {
  applySlices,
  type BrokenSlice,
  type ListedSlice,
  listSlices,
  notFed,
  readFeeds,
  readSlices,
  removeSlice,
  type SliceProblem,
} from '../../api/slices/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import { nearest } from '../../platform/text/edit-distance.ts'
import { wordOf } from '../arguments.ts'
import { command, type Input } from '../command.ts'
import { counted } from '../counted.ts'
import { EXIT } from '../exit-codes.ts'
import { columns, table, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

export const slicesCommands = [
  command({
    name: 'slices list',
    summary: 'List the slices, shipped and applied. not_fed: no source delivers what a slice needs.',
    examples: ['slices list', 'slices list --json'],
    async run(input) {
      const { slices, broken, feeds } = await withDatabase(input, async (db) => ({
        ...(await listSlices(db.pool('settings'))),
        feeds: await readFeeds(db.pool('settings')),
      }))
      const missing = (slice: ListedSlice) => notFed(slice.needs, feeds)
      const rows = slices.map((slice) => [
        slice.definition.slug,
        slice.definition.label,
        `${slice.definition.windowDays} days`,
        missing(slice).length === 0 ? 'fed' : `not_fed: ${missing(slice).join(', ')}`,
        slice.origin,
        time(slice.appliedAt),
      ])
      const text = [
        table(['slug', 'label', 'window', 'state', 'origin', 'applied'], rows),
        ...broken.map(describeBroken),
      ]
      return { text: text.join('\n\n'), json: { slices: slices.map((slice) => asJson(slice, missing(slice))), broken } }
    },
  }),
  command({
    name: 'slices show',
    words: '<slug>',
    maxWords: 1,
    summary: 'Show a slice: its parsed query, its weights and its notebook.',
    examples: ['slices show hiring-surge', 'slices show hiring-surge --json > hiring-surge.json'],
    async run(input) {
      const slug = wordOf(input, 'A slug is required: bin/pro-signal slices list shows them.')
      const { slices } = await withDatabase(input, (db) => listSlices(db.pool('settings')))
      const slice = slices.find(({ definition }) => definition.slug === slug)
      if (slice) return { text: describeSlice(slice), json: slice.definition }
      throw noSlice(slug, slices)
    },
  }),
  command({
    name: 'slices apply',
    words: '<file>',
    maxWords: 1,
    summary: 'Add or change slices from a JSON file. They take effect on every node within a second.',
    examples: ['slices apply my-slices.json', 'slices apply slices/hiring-surge.json --json'],
    async run(input) {
      const file = wordOf(input, 'A file is required: one slice as a JSON object, or a list of them.')
      const { slices, problems } = readSlices(readJson(file))
      if (problems.length > 0) {
        const text = `Nothing was applied. ${file} has ${counted(problems.length, 'problem')}:\n${problemsTable(problems)}`
        return { text, json: { applied: [], problems }, exitCode: EXIT.failed }
      }
      const applied = await withDatabase(input, (db) => db.transaction('settings', (tx) => applySlices(tx, slices)))
      const rows = applied.map(({ slug, outcome }) => [slug, OUTCOMES[outcome]])
      return { text: table(['slug', 'outcome'], rows), json: { applied, problems } }
    },
  }),
  command({
    name: 'slices remove',
    words: '<slug>',
    maxWords: 1,
    summary: 'Remove a slice that was applied. A changed shipped slice becomes as shipped again.',
    examples: ['slices remove our-slice', 'slices remove hiring-surge --json'],
    async run(input) {
      const slug = wordOf(input, 'A slug is required: bin/pro-signal slices list shows them.')
      const outcome = await withDatabase(input, (db) => db.transaction('settings', (tx) => removeSlice(tx, slug)))
      if (outcome === undefined) throw await notApplied(input, slug)
      const text = outcome === 'removed' ? `Removed the slice ${slug}.` : `The slice ${slug} is as shipped again.`
      return { text: `${text} It takes effect on every node within a second.`, json: { slug, outcome } }
    },
  }),
]

async function notApplied(input: Input, slug: string): Promise<AppError> {
  const { slices } = await withDatabase(input, (db) => listSlices(db.pool('settings')))
  if (!slices.some(({ definition }) => definition.slug === slug)) return noSlice(slug, slices)
  return new AppError(
    'conflict',
    `The slice ${slug} is shipped and unchanged, so it cannot be removed. It can be changed: bin/pro-signal slices apply.`,
  )
}

function noSlice(slug: string, slices: readonly ListedSlice[]): AppError {
  const [guess] = nearest(
    slug,
    slices.map(({ definition }) => definition.slug),
    1,
  )
  const help = guess ? `did you mean ${guess}?` : 'bin/pro-signal slices list shows them.'
  return new AppError('not_found', `There is no slice ${JSON.stringify(slug)}: ${help}`)
}

const OUTCOMES = {
  changed: 'applied',
  restored: 'reverted to the shipped slice',
  unchanged: 'unchanged',
} as const

function describeSlice({ definition, clauses, origin, appliedAt }: ListedSlice): string {
  const { slug, label, thesis, query, windowDays, notebook } = definition
  return [
    columns(
      [
        ['slug', slug],
        ['label', label],
        ['origin', appliedAt ? `${origin}, ${time(appliedAt)}` : origin],
        ['window', `${windowDays} days`],
        ['query', query],
      ],
      '',
    ),
    table(
      ['weight', 'clause'],
      clauses.map(({ text, weight }) => [String(weight), text]),
    ),
    `Thesis: ${notebook.thesis ?? thesis}`,
    `Why now: ${notebook.whyNow}`,
    notebook.talkingPoints.map((point) => `- ${point}`).join('\n'),
  ].join('\n\n')
}

/** In the form that `slices apply` takes, with its state and origin. */
function asJson({ definition, origin, appliedAt }: ListedSlice, missing: readonly string[]) {
  const state = missing.length === 0 ? 'fed' : 'not_fed'
  return { ...definition, state, notFed: missing, origin, appliedAt }
}

function describeBroken({ slug, problems }: BrokenSlice): string {
  return `This version cannot use the applied slice ${slug}:\n${problemsTable(problems)}`
}

function problemsTable(problems: readonly SliceProblem[]): string {
  return columns(problems.map(({ place, message }) => [place === '' ? 'the slice' : place, message]))
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new AppError('invalid', `${file} cannot be read (${reasonOf(error)}).`, { cause: error })
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new AppError('unavailable', `${file} is not valid JSON (${reasonOf(error)}).`, { cause: error })
  }
}
