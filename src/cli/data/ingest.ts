import type { Database } from '../../db/index.ts'
import {
  createProgress,
  type DeclareSources,
  emptySummary,
  type FailedFile,
  FORMATS,
  type Format,
  findSources,
  type IngestOptions,
  ingest,
  RejectsFile,
  type Source,
  type Summary,
} from '../../ingest/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import { Stamper } from '../../write/log/index.ts'
import { declareSources } from '../../write/sources/index.ts'
import { lineWriter, openDryRun } from '../../write/write-path/index.ts'
import { command, type Input, type Output } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { stopOnSignal } from '../stop-on-signal.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'
import { datesOf, type ReadPreset, readPreset, withPreviews } from './ingest-presets.ts'
import { ShownRejects } from './shown-rejects.ts'

export const ingestCommand = command({
  name: 'ingest',
  words: '<file…|->',
  maxWords: Number.POSITIVE_INFINITY,
  summary: 'Read companies and signals from files, folders or standard input (-).',
  options: {
    format: {
      value: 'FORMAT',
      description: `${FORMATS.join(' or ')}. Default: by file name; ndjson for standard input.`,
    },
    'date-format': {
      value: 'FORMAT',
      description: 'How the dates of a CSV file are written, such as DD.MM.YYYY or MM/DD/YYYY. ISO dates need none.',
    },
    preset: {
      value: 'NAME',
      description:
        'The files are exports of another program: see ingest presets. auto: chosen by the header of each file.',
    },
    rejects: { value: 'FILE', description: 'Write rejected lines to this file, with line number and reason.' },
    backfill: { description: 'Import as history: nothing is sent to webhooks.' },
    'dry-run': { description: 'Check and count only: nothing is written, except the rejects file.' },
  },
  examples: [
    'ingest signals.ndjson --rejects rejects.ndjson',
    'ingest exports/ more.csv.gz --json',
    'ingest accounts.csv --date-format DD.MM.YYYY',
    'ingest crunchbase.csv --preset auto --dry-run',
    'ingest export.json --dry-run --rejects rejects.ndjson',
    'ingest - --format csv --backfill < history.csv.gz',
  ],
  async run(input) {
    const sources = await sourcesOf(input)
    const preset = await readPreset(input, sources)
    return withDatabase(input, async (db) => {
      if (input.on('dry-run')) return runDry(input, sources, db, preset)
      const stamper = new Stamper(db)
      const quiet = input.on('backfill')
      using stop = stopOnSignal(() => db.interrupt('ingest'))
      const declare: DeclareSources = (declared) => db.transaction('ingest', (tx) => declareSources(tx, declared))
      const output = await runIngest(
        input,
        sources,
        { ...lineWriter(db, stamper, { quiet }), declare },
        stop.signal,
        preset,
      )
      // The last batches must be in the log when the command ends.
      await stamper.stamp().catch((error: unknown) => {
        if (!stop.signal.aborted) throw error
        input.stderr.write('the last signals are written, and reach the log as soon as its lock is free\n')
      })
      return output
    })
  },
})

async function runDry(
  input: Input,
  sources: readonly Source[],
  db: Database,
  preset: ReadPreset | undefined,
): Promise<Output> {
  const dryRun = await openDryRun(db)
  using stop = stopOnSignal(async () => {})
  try {
    const output = await runIngest(
      input,
      sources,
      { write: dryRun.write, declare: dryRun.declare },
      stop.signal,
      preset,
    )
    const text = `${output.text}\ndry run: nothing was written`
    return { ...output, ...(preset ? withPreviews(preset, { ...output, text }) : { text }) }
  } finally {
    await dryRun.close()
  }
}

async function sourcesOf(input: Input): Promise<Source[]> {
  if (input.words.length === 0) {
    throw new AppError(
      'invalid',
      'ingest needs a file, a folder, or - for standard input (see bin/pro-signal ingest --help)',
    )
  }
  return findSources(input.words, {
    format: formatOf(input.maybe('format')) ?? (input.maybe('preset') === undefined ? undefined : 'csv'),
    except: input.maybe('rejects'),
    stdin: input.stdin,
  })
}

function formatOf(text: string | undefined): Format | undefined {
  const format = FORMATS.find((candidate) => candidate === text?.toLowerCase())
  if (text === undefined || format !== undefined) return format
  throw new AppError('invalid', `--format must be ${FORMATS.join(' or ')}, not ${JSON.stringify(text)}.`)
}

async function runIngest(
  input: Input,
  sources: readonly Source[],
  writing: Pick<IngestOptions, 'write' | 'recognise' | 'writeNew' | 'declare'>,
  signal: AbortSignal,
  preset: ReadPreset | undefined,
): Promise<Output> {
  const path = input.maybe('rejects')
  const file = path === undefined ? undefined : await RejectsFile.create(path)
  const shown = new ShownRejects()
  const dates = datesOf(input)
  const progress = createProgress(input.stderr, totalBytes(sources))
  const summary = emptySummary()
  let ended: 'complete' | 'stopped'
  try {
    ended = await ingest(sources, summary, {
      ...writing,
      takeRejects: file?.take ?? shown.take,
      dates,
      layout: preset?.layout,
      now: () => Math.floor(Date.now() / 1_000),
      onProgress: progress.update,
      signal,
    })
  } catch (error) {
    if (signal.aborted) {
      input.stderr.write('stopped while it waited for the database: the last batch was not written\n')
      return stopped(input, summary)
    }
    const reason = reasonOf(error).replace(/\.$/, '')
    throw new AppError(
      'unavailable',
      `${reason}. Before that, ${inWords(summary)}. When this is solved, run the command again.`,
      {
        cause: error,
      },
    )
  } finally {
    progress.end()
    await file?.close()
    for (const line of shown.lines()) input.stderr.write(`${line}\n`)
    printFailedFiles(input, summary.failed, sources.length)
  }
  if (ended === 'stopped') return stopped(input, summary)
  return { text: describeSummary(summary), json: summary, exitCode: exitCodeOf(summary) }
}

function exitCodeOf({ rejected, failed }: Summary): number {
  if (failed.length > 0) return EXIT.failed
  return rejected > 0 ? EXIT.rejected : EXIT.done
}

function stopped({ stderr }: Input, summary: Summary): Output {
  stderr.write('stopped; run the command again to continue\n')
  return { text: describeSummary(summary), json: summary, exitCode: EXIT.failed }
}

function totalBytes(sources: readonly Source[]): number | undefined {
  return sources.reduce<number | undefined>(
    (sum, { bytes }) => (sum === undefined || bytes === undefined ? undefined : sum + bytes),
    0,
  )
}

/** A file that failed will fail again, so it must be corrected first. */
function printFailedFiles({ stderr }: Input, failed: readonly FailedFile[], files: number): void {
  for (const { reason } of failed) stderr.write(`${reason}\n`)
  if (failed.length === 0) return
  const others = failed.length < files ? ', the others were' : ''
  const which = failed.length === 1 ? '1 file was' : `${failed.length.toLocaleString('en')} files were`
  stderr.write(`${which} not read to the end${others}: correct what failed and run the command again\n`)
}

function inWords({ companies, signals, rejected }: Summary): string {
  const written = [companies, signals].map(({ created, updated }) => (created + updated).toLocaleString('en'))
  return `${written[0]} companies and ${written[1]} signals were written and ${rejected.toLocaleString('en')} lines rejected`
}

function describeSummary({ companies, signals, sources, rejected, failed }: Summary): string {
  const row = (name: string, counts: Summary['companies']) => [
    name,
    ...[counts.created, counts.updated, counts.unchanged].map((count) => count.toLocaleString('en')),
  ]
  const counts = table(['', 'created', 'updated', 'unchanged'], [row('companies', companies), row('signals', signals)])
  const failures = failed.length > 0 ? `\nfailed files: ${failed.length.toLocaleString('en')}` : ''
  const declared = sources ? `\ndeclared sources: ${sources.changed} changed, ${sources.unchanged} unchanged` : ''
  return `${counts}${declared}\nrejected lines: ${rejected.toLocaleString('en')}${failures}`
}
