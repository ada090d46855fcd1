import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isNotFound } from '../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import {
  type AccountListReply,
  contract,
  ENTRY_STATES,
  LIST_PAGE_SIZE,
  type ListEntryReply,
  type ReplyOf,
} from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { MissingParts } from '../../parts/notes/MissingParts.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { Page } from '../../parts/Page.tsx'
import { RowMenu } from '../../parts/tables/RowMenu.tsx'
import { Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { Cut } from '../../parts/words/Cut.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { navigate, useSearchParams } from '../../routing/location.ts'
import { useCommand } from '../../routing/use-command.ts'
import { useCan, useSession } from '../../session.ts'
import { SaveSearch } from '../alerts/SaveSearch.tsx'
import { AddAccountsDialog } from './AddAccountsDialog.tsx'
import { DeleteListDialog } from './DeleteListDialog.tsx'
import { DownloadEntries } from './DownloadEntries.tsx'
import { exploreUrl, windowsUrl } from './explore-url.ts'
import { ListTabs } from './monitoring/ListTabs.tsx'
import { MonitorPanel } from './monitoring/MonitorPanel.tsx'
import { OpenWindow } from './OpenWindow.tsx'
import { Pages } from './Pages.tsx'
import { RenameListDialog } from './RenameListDialog.tsx'
import { texts } from './texts.ts'

type OpenDialog = 'add' | 'rename' | 'delete'

export function ListPage({ listId }: { listId: string }) {
  const can = useCan()
  const { state, find, page, data, error, failed, isPastEnd, change, refetch } = useListInUrl(listId)
  const [dialog, setDialog] = useState<OpenDialog>()
  const list = data?.list
  // What a monitored list has is on a page of its own.
  const isUnmonitored = list?.isMonitored === false
  const monitoring = useApiQuery(contract.getMonitoring, { params: { listId }, query: {} }, { enabled: isUnmonitored })
  // All of it appears at once, so that nothing moves.
  const isReady = data && (!isUnmonitored || monitoring.data !== undefined || monitoring.error !== null)
  useCommand('add', () => setDialog('add'), list !== undefined && can('addAccounts'))
  const back = { href: '/lists', label: texts.title }
  if (isNotFound(error)) {
    return (
      <Page title={texts.list.unknown.title} back={back}>
        <EmptyState title={texts.list.unknown.title}>{texts.list.unknown.text}</EmptyState>
      </Page>
    )
  }
  return (
    <Page
      title={list?.name ?? texts.title}
      {...(list && { tabTitle: texts.list.tab(list.name) })}
      lead={data && texts.list.lead(data.list.entries, data.waiting, <Time at={data.list.changedAt} />)}
      back={back}
      action={list && can('addAccounts') && <ListActions list={list} onOpen={setDialog} />}
    >
      <ListTabs listId={listId} current="companies" />
      {isReady && data.list.entries > 0 && isUnmonitored && monitoring.data && (
        <MonitorPanel
          listId={listId}
          entries={data.list.entries}
          monitoring={monitoring.data.monitoring}
          onStart={() => navigate(`/lists/${listId}/monitoring`)}
        />
      )}
      {!isReady ? (
        !failed && <Loading height={320} radius={12} />
      ) : data.list.entries === 0 ? (
        <EmptyState title={texts.list.empty.title}>{texts.list.empty.text}</EmptyState>
      ) : (
        <>
          <EntryTools data={data} failed={failed} state={state} find={find} change={change} />
          {!failed && !isPastEnd && (
            <>
              {data.entries.length === 0 ? (
                <EmptyState title={texts.list.none.title}>{texts.list.none.text}</EmptyState>
              ) : (
                <Entries listId={listId} entries={data.entries} />
              )}
              <Pages
                page={page}
                total={data.total}
                size={LIST_PAGE_SIZE}
                goTo={(next) => change({ page: String(next) })}
              />
            </>
          )}
        </>
      )}
      {failed && <ErrorNote title={texts.loadOneFailed} error={error} retry={refetch} />}
      {list && dialog && <Dialogs dialog={dialog} list={list} onClose={() => setDialog(undefined)} />}
    </Page>
  )
}

type ListReply = ReplyOf<typeof contract.getList>

/** The part of the list that the URL names. */
function useListInUrl(listId: string) {
  const [params, change] = useSearchParams()
  const state = ENTRY_STATES.find((each) => each === params.get('state'))
  const find = params.get('find') ?? ''
  const page = /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? (params.get('page') ?? '1') : '1'
  const query = { page, ...(state && { state }), ...(find && { find }) }
  const { data: fresh, error, refetch } = useApiQuery(contract.getList, { params: { listId }, query })
  const lastPage = fresh && Math.max(1, Math.ceil(fresh.total / LIST_PAGE_SIZE))
  const isPastEnd = lastPage !== undefined && Number(page) > lastPage
  // The list stays while another page of it loads or fails to load: the field being typed in must not disappear. An
  // empty page past the end doesn't stay: it would say that nothing matches.
  const [last, setLast] = useState<ListReply>()
  if (fresh && fresh !== last && !isPastEnd) setLast(fresh)
  // The entries of the last page were removed.
  useEffect(() => {
    if (isPastEnd) change({ page: lastPage === 1 ? undefined : String(lastPage) })
  }, [isPastEnd, lastPage, change])
  const failed = error !== null && !fresh
  return { state, find, page: Number(page), data: fresh ?? last, error, failed, isPastEnd, change, refetch }
}

function ListActions({ list, onOpen }: { list: AccountListReply; onOpen: (dialog: OpenDialog) => void }) {
  return (
    <div className={layout.row}>
      <Button onClick={() => onOpen('add')}>{texts.actions.add}</Button>
      <RowMenu
        subject={list.name}
        actions={[
          { label: texts.actions.rename, run: () => onOpen('rename') },
          { label: texts.actions.delete, run: () => onOpen('delete'), danger: true },
        ]}
      />
    </div>
  )
}

interface EntryToolsProps extends Pick<ReturnType<typeof useListInUrl>, 'state' | 'find' | 'failed' | 'change'> {
  readonly data: ListReply
}

/** Which entries are shown, and what can be done with all of them. */
function EntryTools({ data: { list, entries, total }, failed, state, find, change }: EntryToolsProps) {
  const can = useCan()
  return (
    <div className={classes(layout.row, layout.between)}>
      <div className={layout.row}>
        <SegmentedControl
          aria-label={texts.list.stateLabel}
          transitionDuration={0}
          value={state ?? 'all'}
          onChange={(value) => change({ state: value === 'all' ? undefined : value, page: undefined })}
          data={(['all', ...ENTRY_STATES] as const).map((value) => ({ value, label: texts.list.states[value] }))}
        />
        <TextInput
          w={130}
          aria-label={texts.list.find}
          data-page-search
          placeholder={texts.list.find}
          value={find}
          onChange={(event) => change({ find: event.currentTarget.value, page: undefined })}
        />
      </div>
      <div className={layout.row}>
        {can('listWindows') && <Link href={windowsUrl(list.name)}>{texts.actions.windows}</Link>}
        {can('exploreCompanies') && <Link href={exploreUrl(list.name)}>{texts.actions.explore}</Link>}
        <MorningDigest name={list.name} />
        {!failed && entries.length > 0 && (
          <DownloadEntries list={list} entries={entries} total={total} query={{ state, find }} />
        )}
      </div>
    </div>
  )
}

/** Each morning, the companies of the list with something new in the last day. */
function MorningDigest({ name }: { name: string }) {
  const { account } = useSession()
  return (
    <SaveSearch
      query="any(within: 1d)"
      filters={{ list: name }}
      name={texts.digest.name(name)}
      title={texts.digest.title(name)}
      defaults={{ kind: 'mail', target: account.email, every: 'day', awayDays: 0 }}
      label={texts.digest.button}
    />
  )
}

function Dialogs({ dialog, list, onClose }: { dialog: OpenDialog; list: AccountListReply; onClose: () => void }) {
  if (dialog === 'add') return <AddAccountsDialog list={list} onClose={onClose} />
  if (dialog === 'rename') return <RenameListDialog list={list} onClose={onClose} />
  return <DeleteListDialog list={list} onClose={onClose} />
}

function Entries({ listId, entries }: { listId: string; entries: readonly ListEntryReply[] }) {
  const can = useCan()
  const toast = useToast()
  const remove = useApiMutation(contract.removeAccounts, { invalidates: ['getList', 'getLists', 'listAudit'] })
  const run = (domain: string) =>
    remove.mutate(
      { params: { listId }, body: { accounts: domain } },
      { onSuccess: () => toast(texts.list.removed(domain)), onError: ({ message }) => toast(message) },
    )
  const companyIds = entries.flatMap(({ company }) => company?.id ?? [])
  const showsWindows = can('listCompanyWindows') && companyIds.length > 0
  const found = useApiQuery(contract.listCompanyWindows, { body: { companyIds } }, { enabled: showsWindows })
  const windowOf = new Map(found.data?.windows.map((window) => [window.companyId, window]))
  const { columns } = texts.list
  return (
    <>
      <Table
        label={texts.list.tableLabel}
        rows={entries}
        rowKey={({ domain }) => domain}
        columns={[
          { label: columns.account, cell: ({ domain }) => <Cut size="long" text={domain} /> },
          { label: columns.company, isMain: true, cell: (entry) => <CompanyCell entry={entry} /> },
          ...(showsWindows
            ? [
                {
                  label: columns.window,
                  cell: ({ company }: ListEntryReply) =>
                    company && <OpenWindow isKnown={found.data?.isCut === false} window={windowOf.get(company.id)} />,
                },
              ]
            : []),
          { label: columns.added, short: true, cell: ({ addedAt }) => <Time at={addedAt} /> },
          {
            label: columns.actions,
            menu: true,
            cell: ({ domain }) =>
              can('removeAccounts') && (
                <RowMenu subject={domain} actions={[{ label: texts.actions.remove, run: () => run(domain) }]} />
              ),
          },
        ]}
      />
      {found.data?.isCut && <p className={classes(typography.muted, typography.small)}>{texts.list.windowsCut}</p>}
      <MissingParts queries={[found]} />
    </>
  )
}

function CompanyCell({ entry: { domain, company } }: { entry: ListEntryReply }) {
  const can = useCan()
  if (!company) return <span className={typography.muted}>{texts.list.waiting}</span>
  return (
    <>
      {can('exploreCompany') ? (
        <Link className={typography.strong} href={`/explore/companies/${company.id}`}>
          <Cut size="full" text={company.name} />
        </Link>
      ) : (
        <Cut size="full" text={company.name} />
      )}
      {company.domain !== domain && (
        <div className={classes(typography.muted, typography.small)}>
          <Words text={texts.list.as(company.domain)} />
        </div>
      )}
    </>
  )
}
