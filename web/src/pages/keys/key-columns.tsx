import type { contract, KeyReply, ReplyOf } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { Status } from '../../parts/notes/Status.tsx'
import type { Tone } from '../../parts/notes/tone.ts'
import { RowMenu } from '../../parts/tables/RowMenu.tsx'
import type { Column } from '../../parts/tables/Table.tsx'
import { sharedTexts } from '../../parts/texts.ts'
import typography from '../../parts/typography.module.css'
import { Cut } from '../../parts/words/Cut.tsx'
import { formatDate, formatNumber } from '../../parts/words/format.ts'
import { Tag } from '../../parts/words/Tag.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { Link } from '../../routing/Link.tsx'
import { texts as secretTexts } from '../../secrets/texts.ts'
import type { useCan } from '../../session.ts'
import { maskedKey } from './masked-key.ts'
import { texts } from './texts.ts'
import { isUnused } from './unused.ts'

export type OpenDialog =
  | { readonly name: 'create' }
  | { readonly name: 'access' | 'rotate' | 'revoke'; readonly key: KeyReply }

type KeyUsage = ReplyOf<typeof contract.getKeyUsage>['keys']

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
  /** Undefined: still loading. */
  usage: KeyUsage | undefined,
  /** Whether one of them expires. */
  someExpire: boolean,
): readonly Column<KeyReply>[] {
  const rotate = (key: KeyReply) => ({
    label: texts.actions.rotate,
    run: () => openDialog({ name: 'rotate', key }),
  })
  const limit = (key: KeyReply) => ({
    label: texts.actions.access,
    run: () => openDialog({ name: 'access', key }),
  })
  const revoke = (key: KeyReply) => ({
    label: texts.actions.revoke,
    danger: true,
    run: () => openDialog({ name: 'revoke', key }),
  })
  return [
    {
      label: texts.columns.name,
      isMain: true,
      cell: (key) => (
        <>
          <Cut size="full" text={key.name} /> {neverShown.has(key.id) && <Tag>{secretTexts.lost.tag}</Tag>}
          {isUnused(key, Date.now()) && <Tag>{texts.unused}</Tag>}
          {key.scopes && <Tag>{texts.access.only(key.scopes)}</Tag>}
          {key.networks && <Tag>{texts.access.from(key.networks)}</Tag>}
        </>
      ),
    },
    { label: texts.columns.key, cell: (key) => <code className={typography.nowrap}>{maskedKey(key)}</code> },
    { label: texts.columns.state, short: true, cell: KeyState },
    { label: texts.columns.created, short: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { label: texts.columns.createdBy, cell: ({ createdBy }) => <Cut text={createdBy ?? texts.anOperator} /> },
    { label: texts.columns.lastUsed, short: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    { label: texts.columns.requests, align: 'end', short: true, cell: ({ id }) => <Requests id={id} usage={usage} /> },
    ...(someExpire
      ? [{ label: texts.columns.expires, short: true, cell: ({ expiresAt }: KeyReply) => <Time at={expiresAt} /> }]
      : []),
    {
      label: sharedTexts.actions,
      menu: true,
      cell: (key) => (
        <RowMenu
          subject={key.name}
          actions={[
            ...(key.state === 'active' && can('rotateKey') ? [rotate(key)] : []),
            ...(works(key) && can('restrictKey') ? [limit(key)] : []),
            ...(works(key) && can('revokeKey') ? [revoke(key)] : []),
          ]}
        />
      ),
    },
  ]
}

function Requests({ id, usage }: { id: string; usage: KeyUsage | undefined }) {
  const { requests, failed } = usage?.find((each) => each.id === id) ?? { requests: 0, failed: 0 }
  if (requests + failed === 0) return <span className={typography.muted}>{usage ? '0' : '–'}</span>
  return (
    <Link href={`/usage/requests?key=${id}`} className={typography.tabular}>
      {formatNumber(requests)}
    </Link>
  )
}

/** Until when a replaced key works stands where the others expire. */
function KeyState({ state, revokedAt }: KeyReply) {
  return (
    <span className={typography.nowrap}>
      <Status tone={TONES[state]}>{texts.states[state]}</Status>
      {state === 'revoked' && revokedAt && (
        <span className={classes(typography.muted, typography.small)}> {formatDate(revokedAt)}</span>
      )}
    </span>
  )
}
