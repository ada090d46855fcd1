import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useApiQuery } from '../../api/queries.ts'
import { type ALERT_DESTINATIONS, contract, RING_INTERVALS } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import typography from '../../parts/typography.module.css'
import { texts } from './texts.ts'

const { save } = texts
const AWAY_DAYS = [0, 1, 7, 14, 30, 90]

export type DestinationKind = (typeof ALERT_DESTINATIONS)[number]

const TARGETS = {
  slack: { label: save.slackUrl, hint: save.slackHint, placeholder: 'https://hooks.slack.com/services/…' },
  webhook: { label: save.webhookUrl, hint: save.webhookHint, placeholder: 'https://' },
  mail: { label: save.mailAddress, hint: save.mailHint, placeholder: '' },
} as const

/** What a saved search has besides its query and filters, as it is typed. */
export interface AlertForm {
  readonly name: string
  readonly kind: DestinationKind
  readonly target: string
  readonly every: (typeof RING_INTERVALS)[number]
  readonly awayDays: number
}

/** Undefined if something is missing. */
export const destinationOf = ({ kind, target }: AlertForm) =>
  target.trim() === '' ? undefined : `${kind}:${target.trim()}`

interface AlertFieldsProps {
  readonly form: AlertForm
  readonly change: (changes: Partial<AlertForm>) => void
  readonly attempted: boolean
  /** The kind whose stored destination stays if the field is empty: the URL of Slack is a secret and isn't shown. */
  readonly keeps?: DestinationKind | undefined
}

export function AlertFields({ form, change, attempted, keeps }: AlertFieldsProps) {
  const { data } = useApiQuery(contract.listSearches, {})
  const { name, kind, target, every, awayDays } = form
  const isKept = kind === keeps
  return (
    <>
      <TextInput
        data-autofocus
        label={save.name}
        description={save.nameHint}
        maxLength={100}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={attempted && name.trim() === '' && save.nameMissing}
      />
      <SegmentedControl
        aria-label={save.to}
        value={kind}
        onChange={(value) => change({ kind: value as DestinationKind, target: '' })}
        data={[
          { value: 'slack', label: texts.destinations.slack },
          { value: 'webhook', label: texts.destinations.webhook },
          { value: 'mail', label: texts.destinations.mail, disabled: data?.hasMail === false },
        ]}
      />
      {data?.hasMail === false && <p className={classes(typography.muted, typography.small)}>{save.noMail}</p>}
      <TextInput
        label={TARGETS[kind].label}
        description={TARGETS[kind].hint}
        placeholder={isKept ? save.keeps : TARGETS[kind].placeholder}
        value={target}
        onChange={(event) => change({ target: event.currentTarget.value })}
        error={attempted && !isKept && target.trim() === '' && save.targetMissing}
      />
      <NativeSelect
        label={save.every}
        data={RING_INTERVALS.map((value) => ({ value, label: texts.intervals[value] }))}
        value={every}
        onChange={(event) => change({ every: event.currentTarget.value as AlertForm['every'] })}
      />
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
