import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '../../api/client.ts'
import { AUDIT_SUBJECTS, type AuditEntryReply, type AuditSubject, contract } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import layout from '../../parts/layout.module.css'
import { Page } from '../../parts/Page.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { useSearchParams } from '../../routing/location.ts'
import { AUDIT_ACTION_NAMES } from './audit-actions.ts'
import { TeamTabs } from './TeamTabs.tsx'

const SUBJECTS: Readonly<Record<AuditSubject, string>> = {
  keys: 'Keys',
  webhooks: 'Webhooks',
  members: 'Members and invitations',
  sessions: 'Sign-ins and passwords',
  team: 'Plan and limits',
}

export function AuditPage() {
  const [parameters, change] = useSearchParams()
  const subject = AUDIT_SUBJECTS.find((each) => each === parameters.get('about'))
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [contract.listAudit.name, subject],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        contract.listAudit,
        { query: { ...(subject && { subject }), ...(pageParam && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <Page
      title="Team"
      tabTitle="Audit log"
      lead="Who did what, and from where. Entries are never changed and are kept for 400 days."
    >
      <TeamTabs current="/team/audit" />
      <div className={layout.section}>
        <div className={layout.filters}>
          <NativeSelect
            label="About"
            value={subject ?? ''}
            onChange={(event) => change({ about: event.currentTarget.value })}
            data={[
              { value: '', label: 'Everything' },
              ...AUDIT_SUBJECTS.map((value) => ({ value, label: SUBJECTS[value] })),
            ]}
          />
        </div>
        {error && !data ? (
          <ErrorNote title="The audit log cannot be shown" error={error} retry={refetch} />
        ) : entries?.length === 0 ? (
          <EmptyState title="Nothing here yet">
            {subject
              ? 'Nothing of this kind has been done. Choose “Everything” to see the rest.'
              : 'What people of the team do will show here.'}
          </EmptyState>
        ) : (
          <Table
            label="Audit log"
            rows={entries}
            rowKey={({ id }) => id}
            skeletonRows={8}
            columns={[
              {
                label: 'What',
                cell: (entry) => (
                  <>
                    <div>{AUDIT_ACTION_NAMES[entry.action]}</div>
                    <div className={classes(typography.small, typography.muted, typography.breakWord)}>
                      {detailsOf(entry)}
                    </div>
                  </>
                ),
              },
              {
                label: 'Who',
                cell: ({ actor }) => <span className={typography.breakWord}>{actor ?? 'An operator'}</span>,
              },
              { label: 'When', cell: ({ at }) => <Time at={at} /> },
              {
                label: 'From',
                cell: ({ address }) => (
                  <span className={classes(typography.mono, typography.breakWord)}>
                    {address ?? <span className={typography.muted}>Command line</span>}
                  </span>
                ),
              },
            ]}
          />
        )}
        {hasNextPage && (
          <div>
            <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              Show older entries
            </Button>
          </div>
        )}
      </div>
    </Page>
  )
}

function detailsOf({ target, details }: AuditEntryReply): string {
  const more = Object.entries(details).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
  return [target?.name, ...more].filter(Boolean).join(' · ')
}
