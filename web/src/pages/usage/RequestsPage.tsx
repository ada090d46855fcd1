import { Button, NativeSelect, TextInput } from '@mantine/core'
import { distinctRows, useApiPages } from '../../api/paged-query.ts'
import { contract, type InputOf, type LoggedRequestReply, type ReplyOf, STATUS_CLASSES } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { Page } from '../../parts/Page.tsx'
import { MorePages } from '../../parts/tables/MorePages.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { Cut } from '../../parts/words/Cut.tsx'
import { exactTimes, formatClock, formatDate, formatMilliseconds } from '../../parts/words/format.ts'
import { navigate, useSearchParams } from '../../routing/location.ts'
import { RequestDrawer } from './RequestDrawer.tsx'
import styles from './RequestsPage.module.css'
import { costOf, toneOf } from './request-words.ts'
import { texts as allTexts } from './texts.ts'
import { UsageTabs } from './UsageTabs.tsx'

const texts = allTexts.requests
const NO_FILTERS = { key: undefined, status: undefined, endpoint: undefined, id: undefined }

/** The log of requests of the last days. The filters and the open request are in the address. */
export function RequestsPage() {
  const [params, change] = useSearchParams()
  const filter = filterOf(params)
  const isFiltered = Object.keys(filter).length > 0
  const pages = useApiPages(contract.listRequests, { query: filter }, isFiltered ? {} : { refetchSeconds: 10 })
  const { data, error, refetch, hasNextPage } = pages
  const first = data?.pages[0]
  const requests = distinctRows(
    data,
    (page) => page.requests,
    ({ id }) => id,
  )
  const isEmpty = requests?.length === 0
  const openId = params.get('request') ?? undefined
  const open = requests?.find(({ id }) => id === openId)
  return (
    <Page
      title={allTexts.title}
      tabTitle={texts.title}
      lead={first && first.days > 0 ? texts.lead(first.days) : texts.title}
      action={
        <Button variant="default" size="xs" onClick={() => refetch()}>
          {texts.refresh}
        </Button>
      }
    >
      <UsageTabs current="/usage/requests" />
      <div className={layout.section}>
        {first?.days === 0 && <Note>{texts.none}</Note>}
        <RequestFilters filter={filter} first={first} change={change} />
        {error && !data ? (
          <ErrorNote title={texts.loadError} error={error} retry={refetch} />
        ) : isEmpty ? (
          <NoRequests isFiltered={isFiltered} hasOlder={hasNextPage} onClear={() => change(NO_FILTERS)} />
        ) : (
          <div className={styles.requests}>
            <Table
              label={texts.label}
              rows={requests}
              rowKey={({ id }) => id}
              rowProps={({ id }) => ({ 'data-row': id, 'data-open': id === openId })}
              skeletonRows={8}
              columns={columnsOf((request) => change({ request }))}
            />
          </div>
        )}
        <MorePages pages={pages} label={isEmpty ? texts.searchOlder : texts.older} />
      </div>
      {open && <RequestDrawer request={open} onClose={() => change({ request: undefined })} />}
    </Page>
  )
}

interface RequestFiltersProps {
  readonly filter: Filters
  /** Names what can be chosen. */
  readonly first: ReplyOf<typeof contract.listRequests> | undefined
  readonly change: (changes: Record<string, string>) => void
}

function RequestFilters({ filter, first, change }: RequestFiltersProps) {
  return (
    <search className={styles.filters}>
      <Filter
        label={texts.key}
        value={filter.key}
        choices={(first?.keys ?? []).map(({ id, name }) => [id, name])}
        onChange={(key) => change({ key })}
      />
      <Filter
        label={texts.status}
        value={filter.status}
        choices={STATUS_CLASSES.map((status) => [status, texts.statuses[status]])}
        onChange={(status) => change({ status })}
      />
      <Filter
        label={texts.endpoint}
        value={filter.endpoint}
        choices={(first?.endpoints ?? []).map((name) => [name, allTexts.endpointNames[name] ?? name])}
        onChange={(endpoint) => change({ endpoint })}
      />
      <TextInput
        type="search"
        data-page-search
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        defaultValue={filter.requestId ?? ''}
        key={filter.requestId ?? ''}
        maxLength={100}
        onBlur={({ currentTarget }) => change({ id: currentTarget.value.trim() })}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && change({ id: currentTarget.value.trim() })}
      />
    </search>
  )
}

interface NoRequestsProps {
  readonly isFiltered: boolean
  /** Older requests may match. */
  readonly hasOlder: boolean
  readonly onClear: () => void
}

function NoRequests({ isFiltered, hasOlder, onClear }: NoRequestsProps) {
  return (
    <EmptyState
      title={isFiltered ? texts.noMatches : texts.empty}
      action={
        isFiltered ? (
          <Button variant="default" size="xs" onClick={onClear}>
            {texts.clear}
          </Button>
        ) : (
          <Button variant="default" onClick={() => navigate('/keys')}>
            {texts.copyRequest}
          </Button>
        )
      }
    >
      {hasOlder ? texts.noMatchesYet : isFiltered ? texts.noMatchesHint : texts.emptyHint}
    </EmptyState>
  )
}

type Filters = InputOf<typeof contract.listRequests>['query']

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function filterOf(params: URLSearchParams): Filters {
  const key = params.get('key') ?? ''
  const status = STATUS_CLASSES.find((each) => each === params.get('status'))
  const endpoint = params.get('endpoint')?.slice(0, 50)
  const requestId = params.get('id')?.trim().slice(0, 100)
  return {
    ...(UUID.test(key) && { key }),
    ...(status && { status }),
    ...(endpoint && { endpoint }),
    ...(requestId && { requestId }),
  }
}

interface FilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

function Filter({ label, value = '', choices, onChange }: FilterProps) {
  const known = choices.some(([each]) => each === value)
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: texts.any },
        ...choices.map(([each, text]) => ({ value: each, label: text })),
        // The chosen one is there while the list is loading, too.
        ...(value === '' || known ? [] : [{ value, label: value }]),
      ]}
    />
  )
}

const columnsOf = (onOpen: (id: string) => void): readonly Column<LoggedRequestReply>[] => [
  {
    label: texts.columns.request,
    cell: ({ id, method, path }) => (
      <button type="button" className={styles.request} aria-haspopup="dialog" title={path} onClick={() => onOpen(id)}>
        <span className={typography.muted}>{method}</span> {path}
      </button>
    ),
  },
  {
    label: texts.columns.status,
    cell: ({ status, error }) => (
      <Status tone={toneOf(status)}>{error ? `${status} ${error.code}` : String(status)}</Status>
    ),
  },
  { label: texts.columns.cost, cell: (request) => <span className={typography.nowrap}>{costOf(request)}</span> },
  {
    label: texts.columns.key,
    isMain: true,
    cell: ({ key }) => <Cut size="full" text={key.name || texts.deletedKey} />,
  },
  {
    label: texts.columns.duration,
    align: 'end',
    short: true,
    cell: ({ ms }) => <span className={classes(typography.tabular, typography.nowrap)}>{formatMilliseconds(ms)}</span>,
  },
  { label: texts.columns.time, cell: ({ at }) => <LogTime at={at} /> },
]

/** To the second, as a log needs it. */
function LogTime({ at }: { at: string }) {
  const [here, utc] = exactTimes(at)
  return (
    <time dateTime={at} title={utc ?? here} className={classes(typography.nowrap, typography.tabular)}>
      {formatDate(at)}, {formatClock(Date.parse(at))}
    </time>
  )
}
