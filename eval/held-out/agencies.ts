// Employers and what their job ads say: each has a board with its three snippets as ads, which is collected, and the dossier
// says what kind of employer it is.

import { companyId } from '../../src/write/write-path/index.ts'
import { collectFrom } from '../boards.ts'
import { withService } from '../service.ts'
import { type Judged, rowsOf, say, sayJudged } from './rows.ts'

interface Row {
  readonly name: string
  readonly industry?: string
  readonly snippets: readonly string[]
  readonly label: 'direct' | 'agency' | 'marketplace' | 'consultancy'
  readonly reason: string
}

const TITLES = ['Project Manager', 'Team Assistant', 'Senior Engineer']
/** Each ad has two of the three snippets: what an employer writes stands in most of its ads. */
const ADS_PER_SNIPPET = 2

/** A consultancy buys for itself, and so does an employer of which nothing is known. */
function isRight({ label }: Row, kind: unknown): boolean {
  if (label === 'agency' || label === 'marketplace') return kind === label
  return kind === 'direct' || kind === 'unknown'
}

export async function judgeAgencies(): Promise<void> {
  const rows = rowsOf<Row>('agencies')
  const postedAt = Math.floor(Date.now() / 1_000) - 10 * 86_400
  const employers = rows.map(({ name, snippets }, index) => ({
    slug: `employer-${index}`,
    name,
    jobs: Array.from({ length: snippets.length * ADS_PER_SNIPPET }, (_, n) => ({
      id: String(1_000 * (index + 1) + n),
      title: `${TITLES[n % TITLES.length]} ${n < TITLES.length ? '' : 'II'}`.trim(),
      location: 'Berlin, Germany',
      postedAt: postedAt + n,
      description: `<p>${snippets[n % snippets.length]}</p><p>${snippets[(n + 1) % snippets.length]}</p>`,
    })),
  }))
  const judged: Judged[] = []
  await withService(
    async (preparation) => {
      await preparation.write(
        rows.map(({ name, industry }, index) => ({
          record: 'company',
          domain: `employer-${index}.example`,
          name,
          ...(industry && { industry }),
        })),
      )
      await collectFrom(preparation, { visits: [employers] })
    },
    async (asked) => {
      for (const [index, row] of rows.entries()) {
        const { identity, signals } = await asked.dossier(companyId(`employer-${index}.example`))
        const kind = identity.employerKind
        const shown = `${row.name} (${row.industry ?? '-'}): ${kind}, not ${row.label}, ${signals.length} signals: ${row.reason} ${row.snippets.join(' / ')}`
        judged.push({ kind: row.label, isRight: isRight(row, kind), shown })
      }
    },
  )
  const right = judged.filter((each) => each.isRight).length
  say(`\nEmployer kinds: ${right} of ${judged.length}`)
  sayJudged(judged)
}
