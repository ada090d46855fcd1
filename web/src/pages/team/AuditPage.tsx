import { Button, NativeSelect } from '@mantine/core'
import { useApiPages } from '../../api/paged-query.ts'
import { AUDIT_SUBJECTS, type AuditEntryReply, contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Page } from '../../parts/Page.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { useSearchParams } from '../../routing/location.ts'
import { TeamTabs } from './TeamTabs.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.audit

export function AuditPage() {
  const [params, change] = useSearchParams()
  const subject = AUDIT_SUBJECTS.find((each) => each === params.get('about'))
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useApiPages(contract.listAudit, {
    query: subject ? { subject } : {},
  })
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <Page title={allTexts.title} tabTitle={texts.tabTitle} lead={texts.lead}>
      <TeamTabs current="/team/audit" />
      <div className={layout.section}>
        <div className={layout.filters}>
          <NativeSelect
            label={texts.filter}
            data-page-search
            value={subject ?? ''}
            onChange={(event) => change({ about: event.currentTarget.value })}
            data={[
              { value: '', label: texts.everything },
              ...AUDIT_SUBJECTS.map((value) => ({ value, label: texts.subjects[value] })),
            ]}
          />
        </div>
        {error && !data ? (
          <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
        ) : entries?.length === 0 ? (
          <EmptyState title={texts.empty.title}>{subject ? texts.empty.filtered : texts.empty.all}</EmptyState>
        ) : (
          <Table
            label={texts.tableLabel}
            rows={entries}
            rowKey={({ id }) => id}
            skeletonRows={8}
            columns={AUDIT_COLUMNS}
          />
        )}
        {hasNextPage && (
          <div>
            <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {texts.showOlder}
            </Button>
          </div>
        )}
      </div>
    </Page>
  )
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
    cell: ({ actor, actorKind }) => (
      <Words text={actor ?? (actorKind === 'operator' ? texts.operator : texts.anonymous)} />
    ),
  },
  { label: texts.columns.at, cell: ({ at }) => <Time at={at} /> },
  {
    label: texts.columns.address,
    cell: ({ address }) => (
      <span className={classes(typography.mono, typography.breakWord)}>
        {address ?? <span className={typography.muted}>{texts.commandLine}</span>}
      </span>
    ),
  },
]

function detailsOf({ target, details }: AuditEntryReply): string {
  const more = Object.entries(details).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
  return [target?.name, ...more].filter(Boolean).join(' · ')
}
