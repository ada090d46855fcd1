import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type KeyReply, MAX_WORKING_KEYS } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { useCommand } from '../../routing/use-command.ts'
import { LostReply } from '../../secrets/LostReply.tsx'
import { texts as secretTexts } from '../../secrets/texts.ts'
import { useUnanswered } from '../../secrets/unanswered.ts'
import { useCan, useOwner, useSession } from '../../session.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { CodeSamples } from './CodeSamples.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { keyColumns, type OpenDialog, works } from './key-columns.tsx'
import { findLostKeys, type LostKey } from './lost-keys.ts'
import { maskedKey } from './masked-key.ts'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'
import { texts } from './texts.ts'
import { isUnused } from './unused.ts'

/** From this number of working keys on, the page shows the limit. */
const NEAR_LIMIT = MAX_WORKING_KEYS - 10

export function KeysPage() {
  const { account, team, role } = useSession()
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.listKeys, {})
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const attempts = useUnanswered(useOwner(), ['create-key', 'rotate-key'])
  const lost = data ? findLostKeys(attempts, data.keys, account.email) : []
  const working = data?.keys.filter(works).length ?? 0
  const full = working >= MAX_WORKING_KEYS
  const create = can('createKey') && !full && (
    <Button onClick={() => setDialog({ name: 'create' })}>{texts.actions.create}</Button>
  )
  useCommand('create', () => setDialog({ name: 'create' }), create !== false && data !== undefined)
  return (
    <Page title={texts.title} lead={texts.lead} action={create}>
      {!team.apiAccess && <NoApiAccess />}
      {role === 'member' && <Note>{texts.memberNote}</Note>}
      {full && can('createKey') && <Note tone="warning">{texts.limitReached(MAX_WORKING_KEYS)}</Note>}
      {lost.map(({ attempt, key }) => (
        <LostReply key={attempt.id} attempt={attempt}>
          <LostKeyText attempt={attempt} apiKey={key} />
        </LostReply>
      ))}
      {error && !data ? (
        <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
      ) : data?.keys.length === 0 ? (
        <EmptyState title={texts.empty.title} action={create}>
          {can('createKey') ? texts.empty.owner : team.apiAccess ? texts.empty.member : texts.empty.noApiAccess}
        </EmptyState>
      ) : (
        <KeyTable keys={data?.keys} lost={lost} openDialog={setDialog} />
      )}
      {team.apiAccess && data && data.keys.length > 0 && (
        <Section title={texts.samples.title} lead={texts.samples.lead}>
          <CodeSamples />
        </Section>
      )}
      {dialog?.name === 'create' && <CreateKeyDialog keys={data?.keys ?? []} onClose={close} />}
      {dialog?.name === 'access' && <AccessDialog apiKey={dialog.key} onClose={close} />}
      {dialog?.name === 'rotate' && <RotateKeyDialog apiKey={dialog.key} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeKeyDialog apiKey={dialog.key} onClose={close} />}
    </Page>
  )
}

function LostKeyText({ attempt: { kind, subject }, apiKey }: { attempt: LostKey['attempt']; apiKey: LostKey['key'] }) {
  const { lost } = secretTexts
  if (!apiKey) return kind === 'create-key' ? lost.noKey(subject) : lost.notRotated(subject)
  const shortKey = <code>{maskedKey(apiKey)}</code>
  return kind === 'create-key' ? lost.createdKey(subject, shortKey) : lost.rotatedKey(subject, shortKey)
}

interface KeyTableProps {
  /** Undefined: still loading. */
  readonly keys: readonly KeyReply[] | undefined
  readonly lost: readonly LostKey[]
  readonly openDialog: (dialog: OpenDialog) => void
}

/** Fewer keys are seen at a glance. */
const SEARCHED_FROM = 8

/** By name, by the characters of the key that are shown, or by who created it. */
function isWanted(key: KeyReply, wanted: string): boolean {
  const text = wanted.trim().toLowerCase()
  return [key.name, maskedKey(key), key.createdBy ?? ''].some((each) => each.toLowerCase().includes(text))
}

/** The working keys, and the others on request. */
function KeyTable({ keys, lost, openDialog }: KeyTableProps) {
  const can = useCan()
  const [showAll, setShowAll] = useState(false)
  const [wanted, setWanted] = useState('')
  const working = keys?.filter(works)
  const invalid = (keys?.length ?? 0) - (working?.length ?? 0)
  const usage = useApiQuery(contract.getKeyUsage, {}).data?.keys
  const unused = working?.filter((key) => isUnused(key, Date.now())).length ?? 0
  const shown = (showAll ? keys : working)?.filter((key) => isWanted(key, wanted))
  const neverShown = new Set(lost.map(({ key }) => key?.id))
  return (
    <div className={layout.section}>
      {unused > 0 && can('revokeKey') && <Note>{texts.unusedHint(unused)}</Note>}
      {keys && keys.length >= SEARCHED_FROM && (
        <div className={layout.filters}>
          <TextInput
            type="search"
            label={texts.search}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        </div>
      )}
      <Table
        label={texts.tableLabel}
        columns={keyColumns(can, openDialog, neverShown, usage, shown?.some(({ expiresAt }) => expiresAt) ?? false)}
        rows={shown}
        rowKey={({ id }) => id}
        dimmed={(key) => !works(key)}
      />
      {working && working.length >= NEAR_LIMIT && (
        <p className={classes(typography.muted, typography.small)}>{texts.limit(working.length, MAX_WORKING_KEYS)}</p>
      )}
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
