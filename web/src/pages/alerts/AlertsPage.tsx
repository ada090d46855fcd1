import { Button } from '@mantine/core'
import { useApiQuery } from '../../api/queries.ts'
import { contract, MAX_SAVED_SEARCHES } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import typography from '../../parts/typography.module.css'
import { Link } from '../../routing/Link.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan, useSession } from '../../session.ts'
import styles from './AlertsPage.module.css'
import { AlertTable } from './AlertTable.tsx'
import { FollowWindows } from './FollowWindows.tsx'
import { TimeZoneForm } from './TimeZoneForm.tsx'
import { texts } from './texts.ts'

export function AlertsPage() {
  const { team, role } = useSession()
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.listSearches, {}, { refetchSeconds: 10 })
  const add = can('createSearch') && (
    <Button variant={data?.searches.length === 0 ? 'default' : 'filled'} onClick={() => navigate('/explore#new-alert')}>
      {data?.searches.length === 0 ? texts.list.toExplore : texts.list.add}
    </Button>
  )
  return (
    <Page
      title={texts.list.title}
      lead={texts.list.lead}
      action={
        <div className={layout.row}>
          <Link href="/alerts/crm">{texts.list.crm}</Link>
          {data && data.searches.length > 0 && add}
        </div>
      }
    >
      {!team.apiAccess && <NoApiAccess />}
      {role === 'member' && team.apiAccess && <Note>{texts.list.memberNote}</Note>}
      {error && !data && <ErrorNote title={texts.list.loadError} error={error} retry={refetch} />}
      {!data && !error && <AlertTable searches={undefined} />}
      {data?.searches.length === 0 && (
        <EmptyState
          title={texts.list.empty}
          action={
            add && (
              <div className={classes(layout.stack, styles.follow)}>
                <FollowWindows searches={data.searches} />
                <div>{add}</div>
              </div>
            )
          }
        >
          {can('createSearch') ? texts.list.emptyOwner : texts.list.emptyNoApiAccess}
        </EmptyState>
      )}
      {data && data.searches.length > 0 && (
        <>
          <div className={layout.section}>
            <AlertTable searches={data.searches} />
            {data.searches.length >= MAX_SAVED_SEARCHES && (
              <p className={classes(typography.muted, typography.small)}>
                {texts.list.limitReached(MAX_SAVED_SEARCHES)}
              </p>
            )}
          </div>
          {can('setTimeZone') && data.searches.some(({ every }) => every !== 'now') && (
            <TimeZoneForm timeZone={data.timeZone} />
          )}
        </>
      )}
    </Page>
  )
}
