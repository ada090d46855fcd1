import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { FactList } from '../../parts/tables/FactList.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { useCan, useSession } from '../../session.ts'
import { ConnectForm } from './ConnectForm.tsx'
import { CrmCompanies } from './CrmCompanies.tsx'
import { CrmSettings } from './CrmSettings.tsx'
import type { ConnectedCrm } from './connected-crm.ts'
import { texts } from './texts.ts'

const BUSY_SECONDS = 2
const CALM_SECONDS = 10

export function CrmPage() {
  const { team, role } = useSession()
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.getCrm, {})
  // What was just sent is there within seconds.
  const isBusy = data?.crm?.problem === null && data.crm.companies.waiting > 0
  const refetchSeconds = isBusy ? BUSY_SECONDS : CALM_SECONDS
  useApiQuery(contract.getCrm, {}, { enabled: data !== undefined, refetchSeconds })
  const mayConnect = can('connectCrm')
  return (
    <Page title={texts.title} lead={texts.lead} back={{ href: '/alerts', label: texts.alerts }}>
      {!team.apiAccess && <NoApiAccess />}
      {role === 'member' && <Note>{texts.ownersOnly}</Note>}
      {error && !data && <ErrorNote title={texts.loadError} error={error} retry={refetch} />}
      {!data && !error && <Loading height={180} radius={12} />}
      {data && !data.crm && !mayConnect && <EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
      {data && !data.crm && mayConnect && (
        <>
          <Section title={texts.connect.title}>
            <ConnectForm canBeLocal={data.canBeLocal} />
          </Section>
          <WhatArrives />
        </>
      )}
      {data?.crm && (
        <>
          <Connection crm={data.crm} mayConnect={mayConnect} canBeLocal={data.canBeLocal} />
          {can('changeCrm') && <CrmSettings crm={data.crm} searches={data.searches} />}
          <CrmCompanies counts={data.crm.companies} refetchSeconds={refetchSeconds} />
        </>
      )}
    </Page>
  )
}

/** Before anybody creates an app in a CRM, they see what it is for. */
function WhatArrives() {
  const { title, lead, example, task, taskText } = texts.connect.preview
  return (
    <Section title={title} lead={lead}>
      <FactList
        panel
        facts={[
          [texts.fields.window, example.window],
          [texts.fields.opened, example.opened],
          [texts.fields.closes, example.closes],
          [texts.fields.heat, example.heat],
          [texts.fields.reason, example.reason, 'wide'],
          [task, taskText, 'wide'],
        ]}
      />
    </Section>
  )
}

interface ConnectionProps {
  readonly crm: ConnectedCrm
  readonly mayConnect: boolean
  readonly canBeLocal: boolean
}

function Connection({ crm, mayConnect, canBeLocal }: ConnectionProps) {
  const can = useCan()
  const test = useApiMutation(contract.testCrm, { invalidates: ['getCrm', 'listAudit'] })
  const [open, setOpen] = useState<'token' | 'disconnect'>()
  const { kind, account, problem, heldUntil, lastWrittenAt, connectedAt } = crm
  return (
    <div className={layout.section}>
      {problem !== null && <Note tone="warning">{problem}</Note>}
      <FactList
        panel
        facts={[
          [texts.account, account],
          [
            texts.state,
            <Status key="state" tone={problem ? 'danger' : 'success'}>
              {problem ? texts.notWorking : texts.working}
            </Status>,
          ],
          [texts.lastWritten, <Time key="written" at={lastWrittenAt} never={texts.never} />],
          problem === null || heldUntil === null
            ? [texts.connected, <Time key="connected" at={connectedAt} />]
            : [texts.retry, <Time key="retry" at={heldUntil} />],
        ]}
      />
      <div className={layout.row}>
        {can('testCrm') && (
          <Button
            variant="default"
            aria-disabled={test.isPending}
            onClick={() => !test.isPending && test.mutate({ body: {} })}
          >
            {test.isPending ? texts.test.busy : texts.test.submit}
          </Button>
        )}
        {mayConnect && (
          <Button variant="default" onClick={() => setOpen(open === 'token' ? undefined : 'token')}>
            {texts.connect.again}
          </Button>
        )}
        {can('disconnectCrm') && (
          <Button variant="default" onClick={() => setOpen('disconnect')}>
            {texts.disconnect.submit}
          </Button>
        )}
      </div>
      <ErrorNote error={test.error} />
      {test.data && (
        <p role="status">{texts.test[test.data.problem === null ? 'ok' : 'incomplete'](test.data.account)}</p>
      )}
      {open === 'token' && <ConnectForm kind={kind} canBeLocal={canBeLocal} onDone={() => setOpen(undefined)} />}
      {open === 'disconnect' && (
        <DialogForm
          title={texts.disconnect.title}
          danger
          submitLabel={texts.disconnect.submit}
          busyLabel={texts.disconnect.busy}
          route={contract.disconnectCrm}
          invalidates={['getCrm', 'listCrmCompanies', 'listAudit']}
          input={() => ({})}
          doneToast={texts.disconnect.done}
          onClose={() => setOpen(undefined)}
        >
          <p>{texts.disconnect.text}</p>
        </DialogForm>
      )}
    </div>
  )
}
