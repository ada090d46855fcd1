import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type SavedSearchReply } from '../../../contract.ts'
import layout from '../../../parts/layout.module.css'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { useToast } from '../../../parts/notes/Toasts.tsx'
import typography from '../../../parts/typography.module.css'
import { Link } from '../../../routing/Link.tsx'
import { navigate } from '../../../routing/location.ts'
import { useCan, useSession } from '../../../session.ts'
import { FollowWindows } from '../../alerts/FollowWindows.tsx'
import { TestMessage } from '../../alerts/TestMessage.tsx'
import { CreateListDialog } from '../../lists/CreateListDialog.tsx'
import { MonitorPanel } from '../../lists/monitoring/MonitorPanel.tsx'
import { type Channel, ConnectDialog } from './ConnectDialog.tsx'
import type { StepProps } from './Step.tsx'
import { texts } from './texts.ts'
import { type FirstStepsReply, WANTED_SEARCHES } from './use-first-steps.ts'

export function useSalesSteps(steps: FirstStepsReply): StepProps[] {
  const { role } = useSession()
  const { data } = useApiQuery(contract.listSearches, {})
  const isSending = data?.searches.some(isOwnAndSent) ?? false
  const { accounts, hasMonitored, searches, hasDestination, hasAlert } = steps
  return [
    {
      title: texts.accounts.title,
      hint: texts.accounts.hint,
      progress: accounts > 0 ? texts.accounts.done(accounts) : undefined,
      isDone: accounts > 0,
      children: <AddAccounts />,
    },
    ...(hasMonitored === null
      ? []
      : [
          { title: texts.monitor.title, hint: texts.monitor.hint, isDone: hasMonitored, children: <MonitorAccounts /> },
        ]),
    {
      title: texts.windows.title(WANTED_SEARCHES),
      hint: texts.windows.hint,
      progress: searches > 0 ? texts.windows.progress(searches) : undefined,
      isDone: searches >= WANTED_SEARCHES,
      children: <FollowWindows searches={data?.searches} />,
    },
    {
      title: role === 'owner' ? texts.connect.title : texts.connect.titleForMember,
      hint: texts.connect.hint,
      isDone: hasDestination,
      children: <Connect searches={data?.searches ?? []} hasMail={data?.hasMail ?? false} />,
    },
    {
      title: texts.alert.title,
      hint: isSending ? texts.alert.hint : texts.alert.waiting,
      isDone: hasAlert,
      children: <FirstAlert searches={data?.searches ?? []} />,
    },
  ]
}

function AddAccounts() {
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className={layout.row}>
        <Button onClick={() => setIsOpen(true)}>{texts.accounts.action}</Button>
        {can('createImport') && <Link href="/lists/imports">{texts.accounts.importFile}</Link>}
      </div>
      {isOpen && <CreateListDialog name={texts.accounts.listName} stays onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The largest list: most teams have one. */
function MonitorAccounts() {
  const can = useCan()
  const toast = useToast()
  const { data } = useApiQuery(contract.getLists, {})
  const list = data?.lists.toSorted((a, b) => b.entries - a.entries)[0]
  const input = { params: { listId: list?.id ?? '' }, query: {} }
  const { data: monitored } = useApiQuery(contract.getMonitoring, input, { enabled: list !== undefined })
  if (data && (list?.entries ?? 0) === 0) return <p>{texts.monitor.first}</p>
  if (!can('monitorList')) return <p>{texts.monitor.owners}</p>
  if (!list || !monitored) return <Loading height={60} />
  const open = () => navigate(`/lists/${list.id}/monitoring`)
  const onStart = () => toast(texts.monitor.started, { label: texts.monitor.open, run: open })
  return <MonitorPanel listId={list.id} entries={list.entries} monitoring={monitored.monitoring} onStart={onStart} />
}

interface ConnectProps {
  readonly searches: readonly SavedSearchReply[]
  readonly hasMail: boolean
}

function Connect({ searches, hasMail }: ConnectProps) {
  const { role } = useSession()
  const can = useCan()
  const [channel, setChannel] = useState<Channel>()
  const own = searches.filter(({ canChange, destination }) => canChange && destination === 'today')
  if (role !== 'owner' && !hasMail) return <p>{texts.connect.noMail}</p>
  if (own.length === 0) return <p>{texts.connect.first}</p>
  return (
    <div className={layout.row}>
      {role === 'owner' && <Button onClick={() => setChannel('slack')}>{texts.connect.slack}</Button>}
      {hasMail && (
        <Button variant={role === 'owner' ? 'default' : 'filled'} onClick={() => setChannel('mail')}>
          {texts.connect.mail}
        </Button>
      )}
      {can('connectCrm') && <Link href="/alerts/crm">{texts.connect.crm}</Link>}
      {channel && <ConnectDialog channel={channel} searches={own} onClose={() => setChannel(undefined)} />}
    </div>
  )
}

const isOwnAndSent = ({ canChange, destination }: SavedSearchReply) => canChange && destination !== 'today'

function FirstAlert({ searches }: { searches: readonly SavedSearchReply[] }) {
  const sending = searches.find(isOwnAndSent)
  if (!sending) return null
  return sending.state === 'unconfirmed' ? (
    <p className={typography.muted}>{sending.reason}</p>
  ) : (
    <TestMessage searchId={sending.id} />
  )
}
