import { isNotFound } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, MONITORING_PAGE_SIZE, MONITORING_STATES } from '../../../contract.ts'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { Page } from '../../../parts/Page.tsx'
import { useSearchParams } from '../../../routing/location.ts'
import { useCan } from '../../../session.ts'
import { Pages } from '../Pages.tsx'
import { texts as listTexts } from '../texts.ts'
import { ListTabs } from './ListTabs.tsx'
import { MonitoredCompanies, StateFilter } from './MonitoredCompanies.tsx'
import { MonitorPanel } from './MonitorPanel.tsx'
import { ReadyWhen } from './ReadyWhen.tsx'
import { texts } from './texts.ts'
import { WaitingBoards } from './WaitingBoards.tsx'

/** While first visits are made, and afterwards. */
const BUSY_SECONDS = 2
const CALM_SECONDS = 30

export function MonitoringPage({ listId }: { listId: string }) {
  const can = useCan()
  const [params, changeParams] = useSearchParams()
  const state = MONITORING_STATES.find((each) => each === params.get('state'))
  const page = /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? (params.get('page') ?? '1') : '1'
  const query = { ...(page !== '1' && { page }), ...(state && { state }) }
  const input = { params: { listId }, query: {} }
  const { data: lists } = useApiQuery(contract.getLists, {})
  const { data: all, error, refetch } = useApiQuery(contract.getMonitoring, input)
  const { data: shown } = useApiQuery(contract.getMonitoring, { ...input, query })
  const { counts, state: monitored } = all?.monitoring ?? {}
  const isBusy = monitored === 'asked' || (counts !== undefined && counts.queued + counts.looking > 0)
  const refetchSeconds = isBusy ? BUSY_SECONDS : CALM_SECONDS
  useApiQuery(contract.getMonitoring, input, { enabled: all !== undefined, refetchSeconds })
  useApiQuery(contract.getMonitoring, { ...input, query }, { enabled: shown !== undefined, refetchSeconds })
  const list = lists?.lists.find(({ id }) => id === listId)
  const back = { href: '/lists', label: listTexts.title }
  if (isNotFound(error)) {
    const { title, text } = listTexts.list.unknown
    return (
      <Page title={title} back={back}>
        <EmptyState title={title}>{text}</EmptyState>
      </Page>
    )
  }
  return (
    <Page
      title={list?.name ?? listTexts.title}
      {...(list && { tabTitle: texts.tabTitle(list.name) })}
      lead={texts.lead}
      back={back}
    >
      <ListTabs listId={listId} current="monitoring" />
      {error && !all && <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />}
      {!all && !error && <Loading height={320} radius={12} />}
      {all && list && (
        <>
          <MonitorPanel listId={listId} entries={list.entries} monitoring={all.monitoring} />
          {monitored === 'on' && (
            <>
              <WaitingBoards refetchSeconds={refetchSeconds} />
              <StateFilter
                counts={all.monitoring.counts}
                state={state}
                onChange={(next) => changeParams({ state: next, page: undefined })}
              />
              <MonitoredCompanies companies={shown?.companies} />
              {shown && (
                <Pages
                  page={Number(page)}
                  total={shown.total}
                  size={MONITORING_PAGE_SIZE}
                  goTo={(next) => changeParams({ page: String(next) })}
                />
              )}
            </>
          )}
          {can('getListReadiness') && list.entries > 0 && <ReadyWhen listId={listId} isBusy={isBusy} />}
        </>
      )}
    </Page>
  )
}
