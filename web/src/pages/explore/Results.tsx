import { Button } from '@mantine/core'
import type { ExploreSignalReply, FoundCompanyReply, FoundPageReply } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { formatNumber, pluralize } from '../../parts/format.ts'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { Link } from '../../routing/Link.tsx'
import { TYPE_NAMES } from '../webhooks/words.ts'
import { agreeTo } from './agreed.ts'
import type { Question } from './question.ts'
import { DOSSIER_COST, factsInWords, searchCost } from './words.ts'

interface ResultsProps {
  /** Undefined: on the way. */
  readonly found: FoundPageReply | undefined
  readonly asked: Question
  readonly turnTo: (page: string) => void
}

export function Results({ found, asked, turnTo }: ResultsProps) {
  return (
    <Section
      title={found ? pluralize(found.total, 'company', 'companies') : 'Searching …'}
      lead={`Opening a company costs ${DOSSIER_COST}.`}
    >
      <span className={typography.visuallyHidden} role="status">
        {found ? `${pluralize(found.total, 'company', 'companies')} found` : ''}
      </span>
      {found?.explain && <Explained explain={found.explain} />}
      {found?.companies.length === 0 ? (
        <EmptyState title={found.total === 0 ? 'No company has these signals' : 'Nothing on this page'}>
          {found.total === 0
            ? 'Look above at how many each clause finds alone, then widen the narrowest: a longer time, fewer words, fewer filters.'
            : 'The companies end before it.'}
        </EmptyState>
      ) : (
        <Table
          label="Companies"
          rows={found?.companies}
          rowKey={({ id }) => id}
          skeletonRows={Number(asked.rows)}
          columns={[
            { label: 'Company', cell: (company) => <Company company={company} /> },
            { label: 'AI score', cell: ({ aiAdoptionScore: { score } }) => <Score score={score} /> },
            { label: 'Heat', cell: ({ heat }) => <span className={typography.tabular}>{heat.toFixed(1)}</span> },
            { label: 'Signals that matched', cell: ({ signals }) => <Signals signals={signals} /> },
          ]}
        />
      )}
      {found && <Turns found={found} turnTo={turnTo} />}
    </Section>
  )
}

function Company({ company }: { company: FoundCompanyReply }) {
  return (
    <>
      <Link
        href={`/explore/companies/${company.id}`}
        className={classes(typography.strong, typography.breakWord)}
        onClick={() => agreeTo(company.id)}
      >
        {company.name}
      </Link>
      <div className={classes(typography.muted, typography.small, typography.breakWord)}>{company.domain}</div>
      <div className={classes(typography.muted, typography.small)}>{factsInWords(company)}</div>
    </>
  )
}

function Score({ score }: { score: number }) {
  return (
    <div className="score">
      <span className={typography.tabular}>{score.toFixed(1)}</span>
      <svg viewBox="0 0 60 6" width="60" height="6" aria-hidden="true" className="bar-line">
        <rect className="rest" width="60" height="6" rx="3" />
        <rect className="part" width={(score / 100) * 60} height="6" rx="3" />
      </svg>
    </div>
  )
}

function Signals({ signals }: { signals: readonly ExploreSignalReply[] }) {
  if (signals.length === 0) return <span className={typography.muted}>None: it matched by what it has not</span>
  return (
    <ul className="found-signals">
      {signals.map(({ id, type, label, occurredAt, status }) => (
        <li key={id}>
          <span className="tag">{TYPE_NAMES[type]}</span> <span className={typography.breakWord}>{label}</span>{' '}
          <span className={classes(typography.muted, typography.small, typography.nowrap)}>
            {status === 'closed' && 'closed, '}
            <Time at={occurredAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** How the query was read, and of several clauses how many companies each finds alone. */
function Explained({ explain: { normalized, clauses } }: { explain: NonNullable<FoundPageReply['explain']> }) {
  if (clauses.length < 2) {
    return (
      <p className={classes(typography.small, typography.muted)}>
        Understood as <code className={typography.breakWord}>{normalized}</code>
      </p>
    )
  }
  return (
    <div className={layout.panel}>
      <table className="table" aria-label="How many companies each clause finds alone">
        <thead>
          <tr>
            <th scope="col">Clauses of the query, as understood</th>
            <th scope="col" className="end">
              Companies, alone
            </th>
          </tr>
        </thead>
        <tbody>
          {clauses.map(({ text, companies }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a clause can stand there twice
            <tr key={i}>
              <td>
                <code className={typography.breakWord}>{text}</code>
              </td>
              <td className={classes('end', typography.tabular)}>{formatNumber(companies)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2} className={classes(typography.small, typography.muted)}>
              Together: <code className={typography.breakWord}>{normalized}</code>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The API goes no further than this row. */
const LAST_ROW = 500

function Turns({
  found: { page, pageSize, totalPages },
  turnTo,
}: {
  found: FoundPageReply
  turnTo: (page: string) => void
}) {
  const last = Math.min(totalPages, Math.floor(LAST_ROW / pageSize))
  if (last < 2 && page === 1) return null
  return (
    <nav className={classes(layout.row, layout.between)} aria-label="Pages">
      <span className={classes(typography.muted, typography.small)}>
        Page {formatNumber(page)} of {formatNumber(totalPages)}
        {page >= last && totalPages > last && `; a search is paged through to row ${LAST_ROW}`}. Turning costs{' '}
        {searchCost(pageSize, 2)}.
      </span>
      <span className={layout.row}>
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => turnTo(String(page - 1))}>
          Page before
        </Button>
        <Button variant="default" size="xs" disabled={page >= last} onClick={() => turnTo(String(page + 1))}>
          Next page
        </Button>
      </span>
    </nav>
  )
}
