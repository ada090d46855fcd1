// Titles: each is the job of a company of its own, imported and read from its dossier.

import { PASSING_JOBS } from '../../src/meaning/derived/index.ts'
import { normaliseTitle } from '../../src/meaning/facts/job-title.ts'
import { fold, wordsOf } from '../../src/platform/text/normalise-text.ts'
import { companyId } from '../../src/write/write-path/index.ts'
import { type Dossier, withService } from '../service.ts'
import { type Judged, rowsOf, say, sayJudged } from './rows.ts'

interface Title {
  readonly title: string
  readonly location: string
  readonly employer: string
  /** Null for a pool. */
  readonly comparedTitle: string | null
  readonly ai: boolean
  readonly pool: boolean
  readonly kind: string | null
}

const domainOf = (index: number) => `title-${index}.example`

function* linesOf({ title, location, employer }: Title, index: number, occurredAt: string) {
  yield { record: 'company', domain: domainOf(index), name: employer }
  yield {
    record: 'signal',
    type: 'hiring',
    company: domainOf(index),
    source: 'Board',
    key: `title-${index}`,
    occurredAt,
    confidence: 0.95,
    label: `Hiring ${title}`.slice(0, 200),
    jobTitle: title,
    location,
  }
}

function judgedOf(row: Title, { signals }: Dossier): Judged[] {
  const job = signals.find(({ type }) => type === 'hiring')
  const of = (kind: string, isRight: boolean, got: unknown): Judged => ({
    kind,
    isRight,
    shown: `${row.title} (${row.location}, ${row.employer}): ${got}`,
  })
  const isPool = of('pool or no pool', (job === undefined) === row.pool, job ? 'a job' : 'no job')
  if (!job || row.comparedTitle === null) return [isPool]
  const title = normaliseTitle(String(job.jobTitle))
  const isAi = job.ai === true
  const isPassing = Object.entries(PASSING_JOBS).some(([field, values]) => values.some((value) => value === job[field]))
  return [
    isPool,
    of(
      'title that is compared',
      title === wordsOf(fold(row.comparedTitle)).join(' '),
      `${title}, not ${row.comparedTitle}`,
    ),
    of('passing job or not', isPassing === (row.kind !== null), `${row.kind}, read ${isPassing}`),
    of('AI or not', isAi === row.ai, `AI ${isAi}`),
  ]
}

export async function judgeTitles(): Promise<void> {
  const rows = rowsOf<Title>('titles')
  const occurredAt = new Date(Date.now() - 10 * 86_400_000).toISOString()
  const judged = await withService(
    async ({ write }) => {
      // Pools may be rejected.
      await write(rows.flatMap((row, index) => [...linesOf(row, index, occurredAt)]))
    },
    async (asked) => {
      const all: Judged[] = []
      for (const [index, row] of rows.entries()) {
        all.push(...judgedOf(row, await asked.dossier(companyId(domainOf(index)))))
      }
      return all
    },
  )
  say(`\nTitles: ${rows.length}`)
  sayJudged(judged)
}
