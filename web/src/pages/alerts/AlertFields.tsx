import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { ApiError } from '../../api/client.ts'
import { useApiQuery } from '../../api/queries.ts'
import {
  type ALERT_DESTINATIONS,
  ALERT_INTERVALS,
  contract,
  MAX_NAME_LENGTH,
  nameProblemOf,
  SLACK_HOSTS,
} from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { useSession } from '../../session.ts'
import { texts } from './texts.ts'

const { save } = texts
const AWAY_DAYS = [0, 1, 7, 14, 30, 90]

export type DestinationKind = (typeof ALERT_DESTINATIONS)[number]

/** What is asked for the destinations that need something. */
const TARGETS = {
  slack: { label: save.slackUrl, hint: save.slackHint, placeholder: save.slackExample, missing: save.slackMissing },
  webhook: { label: save.webhookUrl, hint: save.webhookHint, placeholder: 'https://', missing: save.targetMissing },
  mail: { label: save.mailAddress, hint: save.mailHint, placeholder: '', missing: save.targetMissing },
} as const

/** In the order in which they are offered. Members save searches for themselves. */
const OFFERED: readonly DestinationKind[] = ['today', 'slack', 'mail', 'webhook']
const OFFERED_TO_MEMBERS: readonly DestinationKind[] = ['today', 'mail']

/** The fields of a saved search besides its query and filters, as typed. */
export interface AlertForm {
  readonly name: string
  readonly kind: DestinationKind
  readonly target: string
  readonly every: (typeof ALERT_INTERVALS)[number]
  readonly awayDays: number
}

export const NEW_ALERT: AlertForm = { name: '', kind: 'today', target: '', every: 'now', awayDays: 7 }

/** Undefined if something is missing or invalid. */
export function destinationOf({ kind, target }: AlertForm): string | undefined {
  if (kind === 'today') return kind
  const text = target.trim()
  return text === '' || (kind === 'slack' && !URL.canParse(text)) ? undefined : `${kind}:${text}`
}

interface FieldErrors {
  readonly name?: string | undefined
  readonly target?: string | undefined
}

/** The service's errors about these fields. */
export function fieldErrorsOf(error: Error | null): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'name_taken') return { name: error.message }
  const about = (...names: string[]) => error.details.find(({ field }) => names.includes(field)) && error.message
  return { name: about('name'), target: about('to', 'url') }
}

/** Only a warning: other receivers accept Slack's messages too. */
function isOtherReceiver({ kind, target }: AlertForm): boolean {
  const url = kind === 'slack' ? URL.parse(target.trim()) : null
  return url !== null && !SLACK_HOSTS.includes(url.hostname)
}

interface AlertFieldsProps {
  readonly form: AlertForm
  readonly change: (changes: Partial<AlertForm>) => void
  readonly attempted: boolean
  readonly errors: FieldErrors
  /** The kind whose stored destination is kept if the field is empty. A Slack URL is a secret and isn't shown. */
  readonly keeps?: { readonly kind: DestinationKind; readonly target: string } | undefined
}

export function AlertFields({ form, change, attempted, errors, keeps }: AlertFieldsProps) {
  const { data } = useApiQuery(contract.listSearches, {})
  const { account, role } = useSession()
  const isOwner = role === 'owner'
  const { name, kind, target, every, awayDays } = form
  const problem = nameProblemOf(name.trim())
  const nameProblem = problem && save.nameProblems[problem](MAX_NAME_LENGTH)
  const isKept = kind === keeps?.kind && target.trim() === ''
  const hasNoMail = kind === 'mail' && data?.hasMail === false
  return (
    <>
      <TextInput
        data-autofocus
        label={save.name}
        description={save.nameHint}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={((attempted || name.trim() !== '') && nameProblem) || errors.name}
      />
      <div>
        <p aria-hidden="true" className={classes(typography.small, typography.strong)}>
          {save.to}
        </p>
        <SegmentedControl
          fullWidth
          aria-label={save.to}
          value={kind}
          onChange={(value) =>
            change({ kind: value as DestinationKind, target: value === 'mail' ? account.email : '' })
          }
          data={(isOwner ? OFFERED : OFFERED_TO_MEMBERS).map((value) => ({ value, label: texts.destinations[value] }))}
        />
      </div>
      {!isOwner && <p className={classes(typography.muted, typography.small)}>{save.membersOnly}</p>}
      {kind === 'today' ? (
        <p className={typography.muted}>{save.todayHint}</p>
      ) : hasNoMail ? (
        <Note tone="warning">{save.noMail}</Note>
      ) : (
        <TextInput
          label={TARGETS[kind].label}
          description={isOwner ? TARGETS[kind].hint : save.ownMailHint}
          placeholder={kind === keeps?.kind ? save.keeps(keeps.target) : TARGETS[kind].placeholder}
          value={target}
          onChange={(event) => change({ target: event.currentTarget.value })}
          readOnly={!isOwner}
          error={(attempted && !isKept && destinationOf(form) === undefined && TARGETS[kind].missing) || errors.target}
        />
      )}
      {kind === 'slack' && (
        <div role="status">{isOtherReceiver(form) && <Note tone="warning">{save.notSlack}</Note>}</div>
      )}
      {kind !== 'today' && (
        <NativeSelect
          label={save.every}
          data={ALERT_INTERVALS.map((value) => ({ value, label: texts.intervals[value] }))}
          value={every}
          onChange={(event) => change({ every: event.currentTarget.value as AlertForm['every'] })}
        />
      )}
      <NativeSelect
        label={save.away}
        data={[...new Set([...AWAY_DAYS, awayDays])]
          .sort((a, b) => a - b)
          .map((days) => ({ value: String(days), label: save.awayOptions(days) }))}
        value={String(awayDays)}
        onChange={(event) => change({ awayDays: Number(event.currentTarget.value) })}
      />
    </>
  )
}
