import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useInvalidate } from '../../../api/queries.ts'
import { contract, type SavedSearchReply } from '../../../contract.ts'
import { MutationDialog } from '../../../parts/forms/DialogForm.tsx'
import { useToast } from '../../../parts/notes/Toasts.tsx'
import typography from '../../../parts/typography.module.css'
import { Words } from '../../../parts/words/Words.tsx'
import { useSession } from '../../../session.ts'
import { destinationOf, fieldErrorsOf, NEW_ALERT } from '../../alerts/AlertFields.tsx'
import { texts as alertTexts } from '../../alerts/texts.ts'
import { texts } from './texts.ts'

export type Channel = 'slack' | 'mail'

const { save } = alertTexts
const FIELDS = {
  slack: { label: save.slackUrl, hint: save.slackHint, placeholder: save.slackExample, missing: save.slackMissing },
  mail: { label: save.mailAddress, hint: save.mailHint, placeholder: '', missing: save.targetMissing },
} as const

interface ConnectDialogProps {
  readonly channel: Channel
  /** Those that are only shown on Today. */
  readonly searches: readonly SavedSearchReply[]
  readonly onClose: () => void
}

/** Sends what is only shown on Today to one place. */
export function ConnectDialog({ channel, searches, onClose }: ConnectDialogProps) {
  const { account, role } = useSession()
  const toast = useToast()
  const invalidate = useInvalidate()
  const [target, setTarget] = useState(channel === 'mail' ? account.email : '')
  const connect = useMutation({
    // One after the other: the first error stops, and what is left can be sent again.
    mutationFn: async (to: string) => {
      for (const { id, name, query, filters, list, every, awayDays } of searches) {
        const body = { name, query, filters, list, every, awayDays, to }
        await callApi(contract.changeSearch, { params: { searchId: id }, body })
      }
    },
    onSettled: () => invalidate(['listSearches', 'getSearch', 'getFirstSteps', 'listAudit']),
  })
  const { label, hint, placeholder, missing } = FIELDS[channel]
  const to = destinationOf({ ...NEW_ALERT, kind: channel, target })
  const { target: problem } = fieldErrorsOf(connect.error)
  return (
    <MutationDialog
      title={texts.connect.dialog[channel]}
      mutation={connect}
      submitLabel={texts.connect.submit}
      busyLabel={texts.connect.busy}
      shownInField={problem}
      input={() => to}
      onDone={() => toast(texts.connect.connected)}
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <p className={typography.muted}>
            <Words text={texts.connect.which(searches.map(({ name }) => name))} />
          </p>
          <TextInput
            data-autofocus
            label={label}
            description={role === 'owner' ? hint : save.ownMailHint}
            placeholder={placeholder}
            value={target}
            readOnly={role !== 'owner'}
            onChange={(event) => {
              if (connect.error) connect.reset()
              setTarget(event.currentTarget.value)
            }}
            error={(attempted && to === undefined && missing) || problem}
          />
        </>
      )}
    </MutationDialog>
  )
}
