import { Button } from '@mantine/core'
import { useApiPages } from '../../api/paged-query.ts'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type SavedSearchReply, type SearchChangeReply } from '../../contract.ts'
import { Judge } from '../../feedback/Judge.tsx'
import { FeedbackProvider } from '../../feedback/use-feedback.tsx'
import { classes } from '../../parts/class-names.ts'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { Section } from '../../parts/Section.tsx'
import { RowMenu } from '../../parts/tables/RowMenu.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { Tag } from '../../parts/words/Tag.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { texts } from './texts.ts'

const { history } = texts

export function AlertHistory({ search: { id: searchId, canChange, destination } }: { search: SavedSearchReply }) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useApiPages(
    contract.listSearchChanges,
    { params: { searchId }, query: {} },
    { refetchSeconds: 5 },
  )
  const changes = data?.pages.flatMap((page) => page.changes)
  const columns = useColumns(searchId, canChange, destination === 'today')
  return (
    <Section title={history.title} lead={history.lead}>
      {error && !data && <ErrorNote title={history.loadError} error={error} retry={refetch} />}
      {changes?.length === 0 ? (
        <p className={typography.muted}>{history.empty}</p>
      ) : (
        <FeedbackProvider shown={{ search: searchId }}>
          <Table label={history.title} columns={columns} rows={changes} rowKey={({ id }) => id} />
        </FeedbackProvider>
      )}
      {hasNextPage && (
        <div>
          <Button variant="subtle" color="gray" size="xs" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {history.more}
          </Button>
        </div>
      )}
    </Section>
  )
}

function useColumns(searchId: string, canChange: boolean, isOnToday: boolean): Column<SearchChangeReply>[] {
  const toast = useToast()
  const mute = useApiMutation(contract.muteCompany, { invalidates: ['listSearchChanges'] })
  const unmute = useApiMutation(contract.unmuteCompany, { invalidates: ['listSearchChanges'] })
  const onError = ({ message }: Error) => toast(message)
  const actionsOf = ({ company, isMuted }: SearchChangeReply) => {
    if (!company || !canChange) return []
    const input = { params: { searchId, companyId: company.id } }
    return [
      isMuted
        ? {
            label: history.unmute,
            run: () => unmute.mutate(input, { onSuccess: () => toast(history.unmuted(company.name)), onError }),
          }
        : {
            label: history.mute,
            run: () =>
              mute.mutate({ ...input, body: {} }, { onSuccess: () => toast(history.muted(company.name)), onError }),
          },
    ]
  }
  return [
    { label: history.columns.at, cell: ({ at }) => <Time at={at} /> },
    { label: history.columns.what, cell: ({ action }) => history[action] },
    {
      label: history.columns.company,
      cell: ({ company, isMuted, signals: [signal] }) =>
        company ? (
          <>
            <Link
              className={typography.strong}
              href={`/explore/companies/${company.id}${signal ? `?signal=${signal.id}` : ''}`}
            >
              <Words text={company.name} />
            </Link>{' '}
            {isMuted && <Tag>{history.isMuted}</Tag>}
          </>
        ) : (
          history.removed
        ),
    },
    {
      label: history.columns.why,
      cell: ({ signals }) =>
        signals.slice(0, 2).map(({ id, label, status }) => (
          <div key={id}>
            <Words text={label} /> {status === 'closed' && <span className={typography.muted}>{history.closed}</span>}
          </div>
        )),
    },
    {
      label: history.columns.rang,
      cell: ({ action, silence, message }) => {
        if (action === 'left') return null
        if (silence) return <span className={typography.muted}>{history.silences[silence]}</span>
        if (!message) return isOnToday ? history.onToday : null
        if (!message.problem) return history.messages[message.state]
        return (
          <>
            {history.messages[message.state]}
            <div className={classes(typography.muted, typography.small)}>
              <Words text={message.problem} />
            </div>
          </>
        )
      },
    },
    {
      label: history.columns.verdict,
      cell: ({ id, action, company }) =>
        action === 'entered' && company && <Judge about={{ kind: 'alert', changeId: id }} subject={company.name} />,
    },
    {
      label: history.columns.menu,
      menu: true,
      cell: (change) => <RowMenu subject={change.company?.name ?? ''} actions={actionsOf(change)} />,
    },
  ]
}
