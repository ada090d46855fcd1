import { companySummary, contract, type SlicePageReply, type SliceSearchQuery } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { CompanyCell } from '../../../parts/company/CompanyCell.tsx'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { Section } from '../../../parts/Section.tsx'
import { Table } from '../../../parts/tables/Table.tsx'
import typography from '../../../parts/typography.module.css'
import { formatScore } from '../../../parts/words/format.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { Link } from '../../../routing/Link.tsx'
import { confirmCost } from '../costs/cost-confirmation.ts'
import { DownloadCsv } from '../costs/DownloadCsv.tsx'
import { Pagination } from '../costs/Pagination.tsx'
import { sliceCsv } from '../results-csv.ts'
import { texts } from '../texts.ts'

interface SliceResultsProps {
  readonly slug: string
  /** When they were fetched, in milliseconds. */
  readonly at: number
  /** Undefined: still loading. */
  readonly results: SlicePageReply | undefined
  readonly rows: number
  /** The search that was run. */
  readonly search: SliceSearchQuery
  readonly goToPage: (page: number) => void
}

export function SliceResults({ slug, at, results, rows, search, goToPage }: SliceResultsProps) {
  const total = results?.pagination.total
  return (
    <Section
      title={total === undefined ? texts.page.searching : texts.results.title(total)}
      lead={
        <>
          {results && <>{texts.results.asOf(<Time at={new Date(at).toISOString()} />)} </>}
          {texts.results.lead}
        </>
      }
      action={
        results &&
        results.data.length > 0 && (
          <DownloadCsv
            name={slug}
            rows={results.data}
            csvOf={sliceCsv}
            shown={results.pagination}
            result={{
              route: contract.exploreSlice,
              inputOf: ({ page, pageSize }) => ({
                query: { ...search, page: String(page), pageSize: String(pageSize) },
              }),
              rowsOf: ({ data }) => data,
              keyOf: ({ companyId }) => companyId,
              total: results.pagination.total,
            }}
          />
        )
      }
    >
      <span className={typography.visuallyHidden} role="status">
        {total === undefined ? '' : texts.results.found(total)}
      </span>
      {results?.data.length === 0 ? (
        <EmptyState title={total === 0 ? texts.page.nothingFound : texts.results.pageEmpty}>
          {total === 0 ? texts.sliceList.emptyHint : texts.results.pageEmptyHint(results.pagination.totalPages)}
        </EmptyState>
      ) : (
        <Table
          label={texts.results.table}
          rows={results?.data}
          rowKey={({ companyId }) => companyId}
          skeletonRows={rows}
          columns={[
            { label: texts.results.company, cell: (row) => <FoundCompany row={row} /> },
            {
              label: texts.sliceList.score,
              cell: ({ score }) => <span className={typography.tabular}>{formatScore(score)}</span>,
            },
            { label: texts.sliceList.entered, cell: ({ enteredAt }) => <Time at={enteredAt} /> },
            { label: texts.sliceList.ends, cell: ({ windowEndsAt }) => <Time at={windowEndsAt} /> },
          ]}
        />
      )}
      {results && <Pagination results={results.pagination} goToPage={goToPage} />}
    </Section>
  )
}

function FoundCompany({ row }: { row: SlicePageReply['data'][number] }) {
  const { companyId, name, domain, hqCountry, employeeCount } = row
  return (
    <CompanyCell
      name={name}
      facts={companySummary({ hqCountry, employeeCount, fundingStage: 'unknown', industry: 'unknown' })}
    >
      <Link href={`/explore/companies/${companyId}`} onClick={() => confirmCost(companyId)}>
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
