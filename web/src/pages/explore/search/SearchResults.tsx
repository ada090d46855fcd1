import type { ReactNode } from 'react'
import {
  companySummary,
  contract,
  type ExploreSearchBody,
  type ExploreSignalReply,
  type FoundCompanyReply,
  type FoundPageReply,
} from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { CompanyCell } from '../../../parts/company/CompanyCell.tsx'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { Section } from '../../../parts/Section.tsx'
import { Table } from '../../../parts/tables/Table.tsx'
import typography from '../../../parts/typography.module.css'
import { formatScore } from '../../../parts/words/format.ts'
import { signalText } from '../../../parts/words/signal-text.ts'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { Link } from '../../../routing/Link.tsx'
import { confirmCost } from '../costs/cost-confirmation.ts'
import { DownloadCsv } from '../costs/DownloadCsv.tsx'
import { Pagination } from '../costs/Pagination.tsx'
import { RoundTags } from '../RoundTags.tsx'
import { searchCsv } from '../results-csv.ts'
import bar from '../ScoreBar.module.css'
import { texts } from '../texts.ts'
import { NotMonitored, QueryExplanation } from './QueryExplanation.tsx'
import styles from './SearchResults.module.css'

interface SearchResultsProps {
  /** When they were fetched, in milliseconds. */
  readonly at: number
  /** Undefined: still loading. */
  readonly results: FoundPageReply | undefined
  readonly rows: number
  /** The search that was run. */
  readonly search: ExploreSearchBody
  readonly goToPage: (page: number) => void
  /** Beside the title. */
  readonly action: ReactNode
  /** What is shown when no company matches. */
  readonly nothing: ReactNode
}

export function SearchResults({ at, results, rows, search, goToPage, action, nothing }: SearchResultsProps) {
  return (
    <Section
      title={results ? texts.results.title(results.total) : texts.page.searching}
      lead={
        <>
          {results && <>{texts.results.asOf(<Time at={new Date(at).toISOString()} />)} </>}
          {results?.total === 0 ? texts.results.leadNone : texts.results.lead}
        </>
      }
      action={
        results && (
          <div className={layout.row}>
            {action}
            {results.companies.length > 0 && (
              <DownloadCsv
                name={texts.csv.search}
                rows={results.companies}
                csvOf={searchCsv}
                shown={results}
                result={{
                  route: contract.exploreCompanies,
                  inputOf: ({ page, pageSize }) => ({ body: { ...search, page, pageSize } }),
                  rowsOf: ({ companies }) => companies,
                  keyOf: ({ id }) => id,
                  total: results.total,
                }}
              />
            )}
          </div>
        )
      }
    >
      <span className={typography.visuallyHidden} role="status">
        {results ? texts.results.found(results.total) : ''}
      </span>
      {results?.total === 0 ? (
        nothing
      ) : results?.companies.length === 0 ? (
        <EmptyState title={texts.results.pageEmpty}>{texts.results.pageEmptyHint(results.totalPages)}</EmptyState>
      ) : (
        <Table
          label={texts.results.table}
          rows={results?.companies}
          rowKey={({ id }) => id}
          skeletonRows={rows}
          columns={[
            { label: texts.results.company, cell: (company) => <FoundCompany company={company} /> },
            {
              label: texts.results.match,
              short: true,
              cell: ({ match }) => <span className={typography.tabular}>{formatScore(match)}</span>,
            },
            {
              label: texts.results.heat,
              short: true,
              cell: ({ heat }) => <span className={typography.tabular}>{formatScore(heat)}</span>,
            },
            { label: texts.results.score, cell: ({ aiAdoptionScore }) => <ScoreCell {...aiAdoptionScore} /> },
            { label: texts.results.signals, cell: (company) => <SignalsCell company={company} /> },
          ]}
        />
      )}
      {results?.explain?.notLooked && <NotMonitored {...results.explain.notLooked} />}
      {results?.explain && <QueryExplanation explain={results.explain} understood={results.understood} />}
      {results && <Pagination results={results} goToPage={goToPage} />}
    </Section>
  )
}

function FoundCompany({ company }: { company: FoundCompanyReply }) {
  const { id, name, domain } = company
  return (
    <CompanyCell name={name} facts={companySummary(company)}>
      <Link href={`/explore/companies/${id}`} onClick={() => confirmCost(id)}>
        <bdi>
          <Words text={name} />
        </bdi>
      </Link>{' '}
      <span className={classes(typography.muted, typography.small, typography.regular)}>
        <Words text={domain} />
      </span>
    </CompanyCell>
  )
}

/** A 0 of a company that isn't monitored means nothing. */
function ScoreCell({ score, coverage }: { score: number; coverage: number }) {
  if (score === 0 && coverage === 0) return <span className={typography.muted}>{texts.coverage.notMonitored}</span>
  return (
    <div className={styles.score}>
      <span className={typography.tabular}>{formatScore(score)}</span>
      <svg viewBox="0 0 60 6" width="60" height="6" aria-hidden="true" className={bar.bar}>
        <rect className={bar.track} width="60" height="6" rx="3" />
        <rect className={bar.part} width={(score / 100) * 60} height="6" rx="3" />
      </svg>
    </div>
  )
}

function SignalsCell({ company: { signals, notLooked = [] } }: { company: FoundCompanyReply }) {
  return (
    <>
      {signals.length > 0 ? (
        <SignalList signals={signals} />
      ) : (
        <div className={typography.muted}>{texts.results.noSignals}</div>
      )}
      {notLooked.length > 0 && (
        <div className={classes(typography.muted, typography.small)}>
          {texts.results.notLooked(notLooked.map((type) => SIGNAL_TYPE_NAMES[type]))}
        </div>
      )}
    </>
  )
}

function SignalList({ signals }: { signals: readonly ExploreSignalReply[] }) {
  return (
    <ul className={styles.signals}>
      {signals.map((signal) => (
        <li key={signal.id}>
          <TypeMark type={signal.type} isIcon /> <Words text={signalText(signal)} /> <RoundTags signal={signal} />
          <span className={classes(typography.muted, typography.small, typography.nowrap)}>
            {signal.status === 'closed' && `${texts.results.closed} `}
            <Time at={signal.occurredAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
