import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAsk } from '../../api/queries.ts'
import { contract, type IssuedKeyReply, type KeyReply } from '../../contract.ts'
import { counted, dateHere } from '../../parts/format.ts'
import { Empty, ErrorNote, Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { RowMenu } from '../../parts/RowMenu.tsx'
import { State, type Tone } from '../../parts/State.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import { useMay, useSession } from '../../session.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { IssuedKeyDialog } from './IssuedKeyDialog.tsx'
import { maskedKey } from './masked-key.ts'
import { NoApiAccess } from './NoApiAccess.tsx'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'

type Doing =
  | { readonly what: 'create' }
  | { readonly what: 'rotate' | 'revoke'; readonly key: KeyReply }
  | { readonly what: 'issued'; readonly issued: IssuedKeyReply }

export function KeysPage() {
  const { team, role } = useSession()
  const may = useMay()
  const { data, error, refetch } = useAsk(contract.listKeys, {})
  const [doing, setDoing] = useState<Doing>()
  const [all, setAll] = useState(false)
  const working = data?.keys.filter(works)
  const ended = data?.keys.filter((key) => !works(key)) ?? []
  const create = may('createKey') && <Button onClick={() => setDoing({ what: 'create' })}>Create key</Button>
  const done = () => setDoing(undefined)

  return (
    <Page
      title="API keys"
      tab="API"
      lead="A key lets a program call the API for your team. All keys of a team share its budgets."
      action={create}
    >
      {!team.apiAccess && <NoApiAccess />}
      {role === 'member' && (
        <Note>You are a member: you see the keys, and an owner creates, rotates and revokes them.</Note>
      )}
      {error && !data ? (
        <ErrorNote title="The keys cannot be shown" error={error} retry={refetch} />
      ) : data?.keys.length === 0 ? (
        <Empty title="No keys yet" action={create}>
          {may('createKey')
            ? 'Create a key for each program that calls the API, so that each can be stopped alone.'
            : team.apiAccess
              ? 'An owner of the team can create the first one.'
              : 'Keys can be created once the team has API access.'}
        </Empty>
      ) : (
        <div className="section">
          <Table
            label="API keys"
            columns={columns(may, setDoing)}
            rows={data && (all ? data.keys : working)}
            rowKey={({ id }) => id}
            faint={(key) => !works(key)}
          />
          {ended.length > 0 && (
            <div>
              <Button variant="subtle" color="gray" size="xs" onClick={() => setAll(!all)}>
                {all
                  ? 'Hide keys that no longer work'
                  : `Show ${counted(ended.length, 'key')} that no longer ${ended.length === 1 ? 'works' : 'work'}`}
              </Button>
            </div>
          )}
        </div>
      )}
      {doing?.what === 'create' && (
        <CreateKeyDialog onClose={done} onIssued={(issued) => setDoing({ what: 'issued', issued })} />
      )}
      {doing?.what === 'rotate' && (
        <RotateKeyDialog
          apiKey={doing.key}
          onClose={done}
          onIssued={(issued) => setDoing({ what: 'issued', issued })}
        />
      )}
      {doing?.what === 'revoke' && <RevokeKeyDialog apiKey={doing.key} onClose={done} />}
      {doing?.what === 'issued' && <IssuedKeyDialog issued={doing.issued} onClose={done} />}
    </Page>
  )
}

const works = ({ state }: KeyReply) => state === 'active' || state === 'replaced'

const STATES: Readonly<Record<KeyReply['state'], readonly [Tone, string]>> = {
  active: ['good', 'Active'],
  replaced: ['watch', 'Replaced'],
  expired: ['off', 'Expired'],
  revoked: ['off', 'Revoked'],
}

function columns(may: ReturnType<typeof useMay>, setDoing: (doing: Doing) => void): readonly Column<KeyReply>[] {
  return [
    { label: 'Name', cell: ({ name }) => <span className="break">{name}</span> },
    { label: 'Key', cell: (key) => <code className="nowrap">{maskedKey(key)}</code> },
    { label: 'State', cell: StateOfKey },
    {
      label: 'Created',
      cell: ({ createdAt, createdBy }) => (
        <>
          <Time at={createdAt} />
          <div className="quiet small break">by {createdBy ?? 'an operator'}</div>
        </>
      ),
    },
    { label: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    { label: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      label: 'Actions',
      menu: true,
      cell: (key) => (
        <RowMenu
          of={key.name}
          deeds={[
            ...(key.state === 'active' && may('rotateKey')
              ? [{ label: 'Rotate…', run: () => setDoing({ what: 'rotate', key }) }]
              : []),
            ...(works(key) && may('revokeKey')
              ? [{ label: 'Revoke…', danger: true, run: () => setDoing({ what: 'revoke', key }) }]
              : []),
          ]}
        />
      ),
    },
  ]
}

function StateOfKey({ state, revokedAt, expiresAt }: KeyReply) {
  const [tone, word] = STATES[state]
  return (
    <>
      <State tone={tone}>{word}</State>
      {state === 'replaced' && expiresAt && <div className="quiet small">works until {dateHere(expiresAt)}</div>}
      {state === 'revoked' && revokedAt && <div className="quiet small">{dateHere(revokedAt)}</div>}
    </>
  )
}
