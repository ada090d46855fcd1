import { Button } from '@mantine/core'
import { useApiQuery } from '../../api/queries.ts'
import { contract, MAX_SAVED_SEARCHES, type SavedSearchReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { Page } from '../../parts/Page.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan, useSession } from '../../session.ts'
import { filterWords } from '../explore/search/filter-words.ts'
import styles from './AlertsPage.module.css'
import { FollowWindows } from './FollowWindows.tsx'
import { EXPLAINED_STATES, SEARCH_STATE_TONES } from './state-tones.ts'
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
      {!data && !error && <Loading height={180} radius={12} />}
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
            <div className={layout.panel}>
              {data.searches.map((search) => (
                <SearchRow key={search.id} search={search} />
              ))}
            </div>
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

/** What is searched on the left, how it stands on the right. */
function SearchRow({ search }: { search: SavedSearchReply }) {
  const { id, name, query, filters, list, state, reason, lastEntryAt } = search
  const filtered = filterWords(filters, list)
  return (
    <Link className={styles.row} href={`/alerts/${id}`}>
      <span className={styles.summary}>
        <span className={typography.strong}>
          <Words text={name} />
        </span>
        <code className={classes(typography.small, typography.muted, styles.query)} title={query}>
          {query}
        </code>
        {filtered !== '' && (
          <span className={typography.small}>
            <Words text={filtered} />
          </span>
        )}
        {EXPLAINED_STATES.has(state) && <span className={typography.small}>{reason}</span>}
      </span>
      <span className={styles.summary}>
        <span>
          <Status tone={SEARCH_STATE_TONES[state]}>{texts.states[state]}</Status>{' '}
          {state === 'watching' && <span className={classes(typography.muted, typography.small)}>{reason}</span>}
        </span>
        <span className={classes(typography.muted, typography.small)}>
          {lastEntryAt === null ? texts.list.noEntryYet : texts.list.lastEntry(<Time at={lastEntryAt} />)}
        </span>
        <span className={classes(typography.muted, typography.small)}>
          <Words text={texts.list.delivery(search)} />
        </span>
      </span>
    </Link>
  )
}
