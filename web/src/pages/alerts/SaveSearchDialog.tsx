import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { type ALERT_DESTINATIONS, contract, RING_INTERVALS } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { DialogForm } from '../../parts/DialogForm.tsx'
import typography from '../../parts/typography.module.css'
import { navigate } from '../../routing/location.ts'
import { revealSecret } from '../../secrets/unsaved-secret.ts'
import { useOwner } from '../../session.ts'
import { texts } from './texts.ts'

const { save } = texts
const AWAY_DAYS = [0, 1, 7, 14, 30, 90]

type Kind = (typeof ALERT_DESTINATIONS)[number]

const TARGETS = {
  slack: { label: save.slackUrl, hint: save.slackHint, placeholder: 'https://hooks.slack.com/services/…' },
  webhook: { label: save.webhookUrl, hint: save.webhookHint, placeholder: 'https://' },
  mail: { label: save.mailAddress, hint: save.mailHint, placeholder: '' },
} as const

interface SaveSearchDialogProps {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

export function SaveSearchDialog({ query, filters, onClose }: SaveSearchDialogProps) {
  const owner = useOwner()
  const { data } = useApiQuery(contract.listSearches, {})
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('slack')
  const [target, setTarget] = useState('')
  const [every, setEvery] = useState<(typeof RING_INTERVALS)[number]>('now')
  const [awayDays, setAwayDays] = useState(7)
  const isComplete = name.trim() !== '' && target.trim() !== ''
  return (
    <DialogForm
      title={save.title}
      route={contract.createSearch}
      invalidates={['listSearches', 'listAudit']}
      submitLabel={save.submit}
      busyLabel={save.busy}
      doneToast={({ search }) => save.saved(search.name)}
      input={() =>
        isComplete
          ? {
              body: {
                name: name.trim(),
                query,
                filters: { ...filters },
                every,
                awayDays,
                to: `${kind}:${target.trim()}`,
              },
            }
          : undefined
      }
      onDone={({ search, signingSecret }) => {
        if (signingSecret !== null) revealSecret(owner, { kind: 'search', searchId: search.id, signingSecret })
        else navigate(`/alerts/${search.id}`)
      }}
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <p className={typography.muted}>{save.lead}</p>
          <TextInput
            data-autofocus
            label={save.name}
            description={save.nameHint}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={attempted && name.trim() === '' && save.nameMissing}
          />
          <SegmentedControl
            aria-label={save.to}
            value={kind}
            onChange={(value) => setKind(value as Kind)}
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
            placeholder={TARGETS[kind].placeholder}
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
            error={attempted && target.trim() === '' && save.targetMissing}
          />
          <NativeSelect
            label={save.every}
            data={RING_INTERVALS.map((value) => ({ value, label: texts.intervals[value] }))}
            value={every}
            onChange={(event) => setEvery(event.currentTarget.value as typeof every)}
          />
          <NativeSelect
            label={save.away}
            data={AWAY_DAYS.map((days) => ({ value: String(days), label: save.awayOptions(days) }))}
            value={String(awayDays)}
            onChange={(event) => setAwayDays(Number(event.currentTarget.value))}
          />
        </>
      )}
    </DialogForm>
  )
}
