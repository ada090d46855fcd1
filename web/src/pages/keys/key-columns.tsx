import type { KeyReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { Status } from '../../parts/notes/Status.tsx'
import type { Tone } from '../../parts/notes/tone.ts'
import { RowMenu } from '../../parts/tables/RowMenu.tsx'
import type { Column } from '../../parts/tables/Table.tsx'
import { sharedTexts } from '../../parts/texts.ts'
import typography from '../../parts/typography.module.css'
import { formatDate } from '../../parts/words/format.ts'
import { Tag } from '../../parts/words/Tag.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { texts as secretTexts } from '../../secrets/texts.ts'
import type { useCan } from '../../session.ts'
import { maskedKey } from './masked-key.ts'
import { texts } from './texts.ts'

export type OpenDialog = { readonly name: 'create' } | { readonly name: 'rotate' | 'revoke'; readonly key: KeyReply }

export const works = ({ state }: KeyReply) => state === 'active' || state === 'replaced'

const TONES: Readonly<Record<KeyReply['state'], Tone>> = {
  active: 'success',
  replaced: 'warning',
  expired: 'off',
  revoked: 'off',
}

export function keyColumns(
  can: ReturnType<typeof useCan>,
  openDialog: (dialog: OpenDialog) => void,
  /** The ids of keys whose secret was never shown. */
  neverShown: ReadonlySet<string | undefined>,
): readonly Column<KeyReply>[] {
  const rotate = (key: KeyReply) => ({
    label: texts.actions.rotate,
    run: () => openDialog({ name: 'rotate', key }),
  })
  const revoke = (key: KeyReply) => ({
    label: texts.actions.revoke,
    danger: true,
    run: () => openDialog({ name: 'revoke', key }),
  })
  return [
    {
      label: texts.columns.name,
      cell: ({ id, name }) => (
        <>
          <Words text={name} /> {neverShown.has(id) && <Tag>{secretTexts.lost.tag}</Tag>}
        </>
      ),
    },
    { label: texts.columns.key, cell: (key) => <code className={typography.nowrap}>{maskedKey(key)}</code> },
    { label: texts.columns.state, cell: KeyState },
    {
      label: texts.columns.created,
      cell: ({ createdAt, createdBy }) => (
        <>
          <Time at={createdAt} />
          <div className={classes(typography.muted, typography.small)}>
            <Words text={texts.createdBy(createdBy)} />
          </div>
        </>
      ),
    },
    { label: texts.columns.lastUsed, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    { label: texts.columns.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      label: sharedTexts.actions,
      menu: true,
      cell: (key) => (
        <RowMenu
          subject={key.name}
          actions={[
            ...(key.state === 'active' && can('rotateKey') ? [rotate(key)] : []),
            ...(works(key) && can('revokeKey') ? [revoke(key)] : []),
          ]}
        />
      ),
    },
  ]
}

function KeyState({ state, revokedAt, expiresAt }: KeyReply) {
  const detail =
    state === 'replaced' && expiresAt
      ? texts.worksUntil(formatDate(expiresAt))
      : state === 'revoked' && revokedAt && formatDate(revokedAt)
  return (
    <>
      <Status tone={TONES[state]}>{texts.states[state]}</Status>
      {detail && <div className={classes(typography.muted, typography.small)}>{detail}</div>}
    </>
  )
}
