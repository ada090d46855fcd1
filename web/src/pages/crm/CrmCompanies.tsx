import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { CRM_PAGE_SIZE, contract, type ReplyOf } from '../../contract.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { Section } from '../../parts/Section.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import type { ConnectedCrm } from './connected-crm.ts'
import { texts } from './texts.ts'

type Row = ReplyOf<typeof contract.listCrmCompanies>['companies'][number]
type State = Row['state']

const STATES = Object.keys(texts.companies.states) as State[]
const TONES = { waiting: 'neutral', written: 'success', unknown: 'warning', refused: 'danger' } as const

const COLUMNS: readonly Column<Row>[] = [
  {
    label: texts.companies.company,
    cell: ({ company }) =>
      company ? (
        <Link href={`/explore/companies/${company.id}`}>
          <Words text={company.name || company.domain} />
        </Link>
      ) : (
        texts.companies.removed
      ),
  },
  {
    label: texts.companies.state,
    cell: ({ state }) => <Status tone={TONES[state]}>{texts.companies.states[state]}</Status>,
  },
  { label: texts.companies.windows, cell: ({ windows }) => <Words text={windows.join(', ') || '–'} /> },
  { label: texts.companies.at, cell: ({ writtenAt }) => <Time at={writtenAt} never="–" />, short: true },
  { label: texts.companies.why, cell: ({ problem }) => <Words text={problem ?? '–'} /> },
]

interface CrmCompaniesProps {
  readonly counts: ConnectedCrm['companies']
  readonly refetchSeconds: number
}

/** What was written, when, and why something was not. */
export function CrmCompanies({ counts, refetchSeconds }: CrmCompaniesProps) {
  const [state, setState] = useState<State | ''>('')
  const [page, setPage] = useState(1)
  const query = { ...(state && { state }), page: String(page) }
  const { data, error, refetch } = useApiQuery(contract.listCrmCompanies, { query }, { refetchSeconds })
  const { all, states, empty } = texts.companies
  return (
    <Section
      title={texts.companies.title}
      action={
        <NativeSelect
          aria-label={texts.companies.state}
          value={state}
          data={[
            { value: '', label: all },
            ...STATES.map((each) => ({ value: each, label: `${states[each]} (${counts[each]})` })),
          ]}
          onChange={(event) => {
            setState(event.currentTarget.value as State | '')
            setPage(1)
          }}
        />
      }
    >
      {error && !data && <ErrorNote error={error} retry={refetch} />}
      {data?.total === 0 ? (
        <p className={typography.muted}>{empty}</p>
      ) : (
        <Table
          label={texts.companies.title}
          columns={COLUMNS}
          rows={data?.companies}
          rowKey={({ company, writtenAt, nextAt }) => company?.id ?? `${writtenAt} ${nextAt}`}
        />
      )}
      {data && data.total > CRM_PAGE_SIZE && (
        <div className={layout.row}>
          {page > 1 && (
            <Button variant="default" onClick={() => setPage(page - 1)}>
              {texts.companies.back}
            </Button>
          )}
          {page * CRM_PAGE_SIZE < data.total && (
            <Button variant="default" onClick={() => setPage(page + 1)}>
              {texts.companies.more}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}
