import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useApiPages } from '../../api/paged-query.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditEntryReply, contract, type InputOf } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Page } from '../../parts/Page.tsx'
import { MorePages } from '../../parts/tables/MorePages.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { Cut } from '../../parts/words/Cut.tsx'
import { localDayOf } from '../../parts/words/format.ts'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { useSearchParams } from '../../routing/location.ts'
import { auditDetails } from './audit-details.ts'
import { DownloadAudit } from './DownloadAudit.tsx'
import { TeamTabs } from './TeamTabs.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.audit

export function AuditPage() {
  const [params, change] = useSearchParams()
  const filter = filterOf(params)
  const isFiltered = Object.keys(filter).length > 0
  const pages = useApiPages(contract.listAudit, { query: filter })
  const { data, error, refetch } = pages
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <Page title={allTexts.title} tabTitle={texts.tabTitle} lead={texts.lead}>
      <TeamTabs current="/team/audit" />
      <div className={layout.section}>
        <AuditFilters filter={filter} actors={data?.pages[0]?.actors} day={params.get('day') ?? ''} change={change} />
        {error && !data ? (
          <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
        ) : entries?.length === 0 ? (
          <EmptyState
            title={texts.empty.title}
            action={
              isFiltered && (
                <Button variant="default" onClick={() => change({ about: '', who: '', day: '' })}>
                  {texts.clear}
                </Button>
              )
            }
          >
            {isFiltered ? texts.empty.filtered : texts.empty.all}
          </EmptyState>
        ) : (
          <Table
            label={texts.tableLabel}
            rows={entries}
            rowKey={({ id }) => id}
            skeletonRows={8}
            columns={AUDIT_COLUMNS}
          />
        )}
        <MorePages pages={pages} label={texts.showOlder} />
      </div>
    </Page>
  )
}

interface AuditFiltersProps {
  readonly filter: AuditFilter
  readonly actors: readonly string[] | undefined
  readonly day: string
  readonly change: (changes: Record<string, string>) => void
}

function AuditFilters({ filter, actors, day, change }: AuditFiltersProps) {
  return (
    <div className={layout.filters}>
      <NativeSelect
        label={texts.filter}
        data-page-search
        value={filter.action ?? filter.subject ?? ''}
        onChange={(event) => change({ about: event.currentTarget.value })}
        data={[
          { value: '', label: texts.everything },
          ...AUDIT_SUBJECTS.map((subject) => ({
            group: texts.subjects[subject],
            items: [
              { value: subject, label: texts.allOf(texts.subjects[subject]) },
              ...AUDIT_ACTIONS[subject].map((action) => ({ value: action, label: texts.actions[action] })),
            ],
          })),
        ]}
      />
      {/* As wide before its names arrive as after. */}
      <NativeSelect
        w={240}
        label={texts.who}
        value={filter.actor ?? ''}
        onChange={(event) => change({ who: event.currentTarget.value })}
        data={[
          { value: '', label: texts.anyone },
          ...actorsOf(actors, filter.actor).map((value) => ({ value, label: actorName(value) })),
        ]}
      />
      <TextInput
        type="date"
        label={texts.day}
        max={localDayOf(new Date())}
        value={day}
        onChange={(event) => change({ day: event.currentTarget.value })}
      />
      <DownloadAudit filter={filter} />
    </div>
  )
}

type AuditFilter = InputOf<typeof contract.listAudit>['query']

/** As the address has it. The day is one of the reader's time zone. */
function filterOf(params: URLSearchParams): AuditFilter {
  const about = params.get('about')
  const subject = AUDIT_SUBJECTS.find((each) => each === about)
  const action = Object.values(AUDIT_ACTIONS)
    .flat()
    .find((each) => each === about)
  const actor = params.get('who')
  const [start, end] = boundsOfDay(params.get('day') ?? '')
  return {
    ...(subject && { subject }),
    ...(action && { action }),
    ...(actor && { actor }),
    ...(start && end && { since: start, until: end }),
  }
}

function boundsOfDay(day: string): readonly [string?, string?] {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return []
  const start = new Date(`${day}T00:00:00`)
  if (Number.isNaN(start.getTime())) return []
  const end = new Date(start)
  end.setDate(end.getDate() + 1)
  return [start.toISOString(), end.toISOString()]
}

/** The chosen one is there while the list is loading, too. */
const actorsOf = (actors: readonly string[] = [], chosen = '') => [
  ...new Set([...actors, ...(chosen === '' ? [] : [chosen])]),
]

function actorName(actor: string): string {
  return actor === 'operator' ? texts.operator : actor === 'anonymous' ? texts.anonymous : actor
}

const AUDIT_COLUMNS: readonly Column<AuditEntryReply>[] = [
  {
    label: texts.columns.action,
    cell: (entry) => (
      <>
        <div>{texts.actions[entry.action]}</div>
        <div className={classes(typography.small, typography.muted)}>
          <Words text={detailsOf(entry)} />
        </div>
      </>
    ),
  },
  {
    label: texts.columns.actor,
    cell: ({ actor, actorKind }) => <Cut size="long" text={actor ?? actorName(actorKind)} />,
  },
  { label: texts.columns.at, short: true, cell: ({ at }) => <Time at={at} /> },
  {
    label: texts.columns.address,
    cell: ({ address }) =>
      address ? (
        <span className={classes(typography.mono, typography.breakWord)}>{address}</span>
      ) : (
        <span className={classes(typography.muted, typography.nowrap)}>{texts.commandLine}</span>
      ),
  },
]

function detailsOf({ target, details }: AuditEntryReply): string {
  return [target?.name, ...auditDetails(details)].filter(Boolean).join(' · ')
}
