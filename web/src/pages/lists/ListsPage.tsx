import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { type AccountListReply, contract, MAX_LISTS, type TodayRowReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Page } from '../../parts/Page.tsx'
import { RowMenu } from '../../parts/tables/RowMenu.tsx'
import { Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { formatNumber } from '../../parts/words/format.ts'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { navigate } from '../../routing/location.ts'
import { useCommand } from '../../routing/use-command.ts'
import { useCan, useSession } from '../../session.ts'
import { MAX_ROWS } from '../today/texts.ts'
import { CreateListDialog } from './CreateListDialog.tsx'
import { DeleteListDialog } from './DeleteListDialog.tsx'
import { exploreUrl, windowsUrl } from './explore-url.ts'
import { RenameListDialog } from './RenameListDialog.tsx'
import { texts } from './texts.ts'

type OpenDialog = { readonly name: 'create' } | { readonly name: 'rename' | 'delete'; readonly list: AccountListReply }

/** From this number of lists on, the page shows the limit. */
const NEAR_LIMIT = MAX_LISTS - 10

export function ListsPage() {
  const { team } = useSession()
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.getLists, {})
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const number = data?.lists.length ?? 0
  const create = can('createList') && number < MAX_LISTS && (
    <Button onClick={() => setDialog({ name: 'create' })}>{texts.actions.create}</Button>
  )
  useCommand('create', () => setDialog({ name: 'create' }), create !== false && data !== undefined)
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      action={
        <div className={layout.row}>
          {can('createImport') && <Link href="/lists/imports">{texts.actions.importFile}</Link>}
          {number > 0 && create}
        </div>
      }
    >
      {!team.apiAccess && <NoApiAccess />}
      {error && !data ? (
        <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
      ) : number === 0 && data ? (
        <EmptyState title={texts.empty.title} action={create}>
          {can('createList') ? texts.empty.text : texts.empty.noApiAccess}
        </EmptyState>
      ) : (
        <div className={layout.section}>
          <Lists lists={data?.lists} openDialog={setDialog} />
          {number >= NEAR_LIMIT && (
            <p className={classes(typography.muted, typography.small)}>{texts.limit(number, MAX_LISTS)}</p>
          )}
        </div>
      )}
      {dialog?.name === 'create' && <CreateListDialog onClose={close} />}
      {dialog?.name === 'rename' && <RenameListDialog list={dialog.list} onClose={close} />}
      {dialog?.name === 'delete' && <DeleteListDialog list={dialog.list} onClose={close} />}
    </Page>
  )
}

interface ListsProps {
  /** Undefined: still loading. */
  readonly lists: readonly AccountListReply[] | undefined
  readonly openDialog: (dialog: OpenDialog) => void
}

function Lists({ lists, openDialog }: ListsProps) {
  const can = useCan()
  const canSee = can('getToday') && can('listWindows') && lists !== undefined && lists.length > 0
  const { data: today } = useApiQuery(contract.getToday, {}, { enabled: canSee })
  const groups = Object.values(today?.groups ?? {})
  const open = today && openOnLists(groups.flat())
  const hasAll = today?.isLimited === false && groups.every(({ length }) => length < MAX_ROWS)
  const { columns, actions } = texts
  return (
    <Table
      label={texts.tableLabel}
      rows={lists}
      rowKey={({ id }) => id}
      columns={[
        {
          label: columns.name,
          cell: ({ id, name }) => (
            <Link href={`/lists/${id}`} className={typography.strong}>
              <Words text={name} />
            </Link>
          ),
        },
        {
          label: columns.companies,
          align: 'end',
          short: true,
          cell: ({ entries }) => <span className={typography.tabular}>{formatNumber(entries)}</span>,
        },
        ...(canSee
          ? [
              {
                label: columns.open,
                align: 'end' as const,
                short: true,
                cell: ({ name }: AccountListReply) => (
                  <OpenWindows name={name} companies={open?.get(name) ?? 0} isAll={hasAll} />
                ),
              },
            ]
          : []),
        {
          label: columns.monitored,
          cell: ({ id, isMonitored }) => (
            <Link href={`/lists/${id}/monitoring`} className={isMonitored ? undefined : typography.muted}>
              {isMonitored ? texts.monitored : texts.notMonitored}
            </Link>
          ),
        },
        { label: columns.changed, cell: ({ changedAt }) => <Time at={changedAt} /> },
        {
          label: columns.actions,
          menu: true,
          cell: (list) => (
            <RowMenu
              subject={list.name}
              actions={[
                ...(can('listWindows') ? [{ label: actions.windows, run: () => navigate(windowsUrl(list.name)) }] : []),
                ...(can('exploreCompanies')
                  ? [{ label: actions.explore, run: () => navigate(exploreUrl(list.name)) }]
                  : []),
                ...(can('renameList')
                  ? [{ label: actions.rename, run: () => openDialog({ name: 'rename', list }) }]
                  : []),
                ...(can('deleteList')
                  ? [{ label: actions.delete, run: () => openDialog({ name: 'delete', list }), danger: true }]
                  : []),
              ]}
            />
          ),
        },
      ]}
    />
  )
}

/** Companies of Today that are in a window, by list. */
function openOnLists(rows: readonly TodayRowReply[]): ReadonlyMap<string, number> {
  const open = new Map<string, number>()
  for (const { lists, window } of rows) if (window) for (const name of lists) open.set(name, (open.get(name) ?? 0) + 1)
  return open
}

function OpenWindows({ name, companies, isAll }: { name: string; companies: number; isAll: boolean }) {
  if (companies === 0) return <span className={typography.muted}>{isAll ? '0' : '–'}</span>
  return (
    <Link href={windowsUrl(name)} className={typography.tabular}>
      {isAll ? formatNumber(companies) : texts.atLeast(companies)}
    </Link>
  )
}
