import {
  companyDomain,
  readers,
  readReports,
  type StoredVisit,
  storedVisits,
  type Verified,
  verifyVisit,
} from '../../collect/collecting/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { command, type Input } from '../command.ts'
import { count, counted } from '../counted.ts'
import { EXIT } from '../exit-codes.ts'
import { stopOnSignal } from '../stop-on-signal.ts'
import { columns, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

export const receiptsCommands = [
  command({
    name: 'receipts verify',
    summary: 'Read the archived answers of visits again, and list the reports that do not follow from them.',
    options: {
      company: { value: 'DOMAIN', description: 'The visits of this company.' },
      visit: { value: 'ID', description: 'The visit with this receipt: signals show ID --receipt prints its number.' },
      all: { description: 'All visits.' },
    },
    examples: [
      'receipts verify --company northwind.example',
      'receipts verify --visit 812',
      'receipts verify --all --json',
    ],
    async run(input) {
      const wanted = wantedVisits(input)
      const { COLLECT_ARCHIVE_DIR: folder, COLLECT_ARCHIVE_KEEP: keepDays } = input.config
      if (folder === undefined) {
        throw new AppError(
          'invalid',
          'Set COLLECT_ARCHIVE_DIR to the folder with the archived answers. Without it none are kept, and there is nothing to read.',
        )
      }
      const tally = { visits: 0, confirmed: 0, undecided: 0, refuted: 0, claims: 0 }
      const told: ToldVisit[] = []
      const progress = showProgress(tally, input.stderr)
      const isStopped = await withDatabase(input, async (db) => {
        using stop = stopOnSignal(async () => {})
        const pool = db.pool('settings')
        for await (const visit of storedVisits(pool, wanted)) {
          if (stop.signal.aborted) break
          const reports = await readReports(pool, [...visit.current.keys()])
          const verified = await verifyVisit(visit, reports, { folder, keepDays }, readers, stop.signal).catch(
            (error) => {
              if (stop.signal.aborted) return undefined
              throw error
            },
          )
          if (!verified) break
          tally.visits++
          tally[verified.verdict]++
          tally.claims += verified.claims
          if (verified.verdict !== 'confirmed' && told.length < MAX_TOLD) told.push(toldVisit(visit, verified))
          progress.update()
        }
        return stop.signal.aborted
      }).finally(() => progress.end())
      if (tally.visits === 0 && !isStopped) throw new AppError('not_found', 'None of these visits has a receipt.')
      if (isStopped) input.stderr.write('stopped before the end\n')
      const json = { ...tally, told }
      const text = [
        columns(
          Object.entries(tally).map(([name, n]) => [name, count(n)]),
          '',
        ),
        ...told.map(describe),
      ].join('\n\n')
      return { text, json, exitCode: tally.refuted > 0 || isStopped ? EXIT.failed : EXIT.done }
    },
  }),
]

/** Only unconfirmed visits. The tally counts all. */
const MAX_TOLD = 100

function wantedVisits(input: Input): { readonly domain?: string; readonly id?: number } {
  const [company, visit] = [input.maybe('company'), input.maybe('visit')]
  if (Number(company !== undefined) + Number(visit !== undefined) + Number(input.on('all')) !== 1)
    throw new AppError('invalid', 'Say what to verify: --company DOMAIN, --visit ID or --all.')
  if (company !== undefined) return { domain: companyDomain(company) }
  if (visit === undefined) return {}
  if (!/^[1-9]\d{0,14}$/.test(visit))
    throw new AppError('invalid', `${JSON.stringify(visit)} is not the number of a receipt.`)
  return { id: Number(visit) }
}

function toldVisit({ id, collector, target, domain, visit, at }: StoredVisit, verified: Verified) {
  return { receipt: id, company: domain, source: collector, target, visit, at: at.toISOString(), ...verified }
}

type ToldVisit = ReturnType<typeof toldVisit>

const MAX_SHOWN_PROBLEMS = 10

function describe({ receipt, company, source, target, visit, at, verdict, problems, why }: ToldVisit): string {
  const head = `receipt ${receipt}, ${verdict}: ${source} ${target} of ${company}, visit ${visit}, ${time(new Date(at))}`
  const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).map(({ kind, text }) => `  ${kind}: ${text}`)
  const more = problems.length - shown.length
  return [
    head,
    ...(why === undefined ? [] : [`  ${why}`]),
    ...shown,
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
  ].join('\n')
}

const PROGRESS_MS = 200

/** One line on a terminal that is overwritten. */
function showProgress(tally: Readonly<Record<'visits' | 'refuted', number>>, stream: Input['stderr']) {
  let shownAt = 0
  return {
    update() {
      if (!stream.isTTY || performance.now() - shownAt < PROGRESS_MS) return
      shownAt = performance.now()
      stream.write(`\r\u001B[K${counted(tally.visits, 'visit')}, ${count(tally.refuted)} refuted`)
    },
    end() {
      if (shownAt > 0) stream.write('\r\u001B[K')
    },
  }
}
