import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type KeyReply } from '../../contract.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import layout from '../../parts/layout.module.css'
import { NoApiAccess } from '../../parts/NoApiAccess.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Table } from '../../parts/Table.tsx'
import { useCan, useSession } from '../../session.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { keyColumns, type OpenDialog, works } from './key-columns.tsx'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'
import { texts } from './texts.ts'

export function KeysPage() {
  const { team, role } = useSession()
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.listKeys, {})
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const create = can('createKey') && (
    <Button onClick={() => setDialog({ name: 'create' })}>{texts.actions.create}</Button>
  )
  return (
    <Page title={texts.title} tabTitle={texts.tabTitle} lead={texts.lead} action={create}>
      {!team.apiAccess && <NoApiAccess />}
      {role === 'member' && <Note>{texts.memberNote}</Note>}
      {error && !data ? (
        <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
      ) : data?.keys.length === 0 ? (
        <EmptyState title={texts.empty.title} action={create}>
          {can('createKey') ? texts.empty.owner : team.apiAccess ? texts.empty.member : texts.empty.noApiAccess}
        </EmptyState>
      ) : (
        <KeyTable keys={data?.keys} openDialog={setDialog} />
      )}
      {dialog?.name === 'create' && <CreateKeyDialog onClose={close} />}
      {dialog?.name === 'rotate' && <RotateKeyDialog apiKey={dialog.key} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeKeyDialog apiKey={dialog.key} onClose={close} />}
    </Page>
  )
}

interface KeyTableProps {
  /** Undefined: still loading. */
  readonly keys: readonly KeyReply[] | undefined
  readonly openDialog: (dialog: OpenDialog) => void
}

/** The keys that work, and the others on request. */
function KeyTable({ keys, openDialog }: KeyTableProps) {
  const can = useCan()
  const [showAll, setShowAll] = useState(false)
  const working = keys?.filter(works)
  const invalid = (keys?.length ?? 0) - (working?.length ?? 0)
  return (
    <div className={layout.section}>
      <Table
        label={texts.tableLabel}
        columns={keyColumns(can, openDialog)}
        rows={showAll ? keys : working}
        rowKey={({ id }) => id}
        dimmed={(key) => !works(key)}
      />
      {invalid > 0 && (
        <div>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setShowAll(!showAll)}>
            {showAll ? texts.hideInvalid : texts.showInvalid(invalid)}
          </Button>
        </div>
      )}
    </div>
  )
}
