import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { contract, type KeyReply, MAX_NAME_LENGTH, nameProblemOf } from '../../contract.ts'
import { MutationDialog } from '../../parts/forms/DialogForm.tsx'
import { localDayOf } from '../../parts/words/format.ts'
import { useSecretMutation } from '../../secrets/use-secret-mutation.ts'
import { AccessFields, useAccess } from './AccessFields.tsx'
import { keySecret } from './key-secret.ts'
import { texts } from './texts.ts'

const { expiryOptions } = texts.create
const EXPIRY_OPTIONS = [
  { value: 'never', label: expiryOptions.never },
  { value: '30', label: expiryOptions.days30 },
  { value: '90', label: expiryOptions.days90 },
  { value: '365', label: expiryOptions.year },
  { value: 'date', label: expiryOptions.date },
]
const DAY_MS = 86_400_000

interface CreateKeyDialogProps {
  /** The existing keys. */
  readonly keys: readonly KeyReply[]
  readonly onClose: () => void
}

export function CreateKeyDialog({ keys, onClose }: CreateKeyDialogProps) {
  const create = useSecretMutation(contract.createKey, {
    invalidates: ['listKeys', 'listAudit', 'getFirstSteps'],
    secret: keySecret,
    attempt: ({ body }) => ({ kind: 'create-key', subject: body.name, known: keys.map(({ id }) => id) }),
    created: ({ key }) => key.id,
  })
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState('never')
  const [lastDay, setLastDay] = useState('')
  const [isLimited, setIsLimited] = useState(false)
  const limits = useAccess()
  const access = isLimited ? limits.access : {}
  const expiresAt = expiresAtOf(expiry, lastDay)
  const problem = nameProblemOf(name.trim())
  const nameProblem = problem && texts.create.nameProblems[problem](MAX_NAME_LENGTH)
  return (
    <MutationDialog
      title={texts.create.title}
      mutation={create}
      submitLabel={texts.create.submit}
      busyLabel={texts.create.busy}
      input={() =>
        nameProblem || expiresAt === undefined || !access
          ? undefined
          : { body: { name: name.trim(), expiresAt, ...access } }
      }
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <TextInput
            data-autofocus
            label={texts.create.name}
            description={texts.create.nameDescription}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            // An empty name is reported on submit, any other problem at once.
            error={(attempted || name.trim() !== '') && nameProblem}
          />
          <NativeSelect
            label={texts.create.expires}
            data={EXPIRY_OPTIONS}
            value={expiry}
            onChange={(event) => setExpiry(event.currentTarget.value)}
          />
          {expiry === 'date' && (
            <TextInput
              type="date"
              label={texts.create.lastDay}
              description={texts.create.lastDayDescription}
              min={localDayOf(new Date())}
              value={lastDay}
              onChange={(event) => setLastDay(event.currentTarget.value)}
              error={attempted && expiresAt === undefined && texts.create.lastDayInvalid}
            />
          )}
          <Checkbox
            label={texts.access.more}
            checked={isLimited}
            onChange={(event) => setIsLimited(event.currentTarget.checked)}
          />
          {isLimited && <AccessFields state={limits} attempted={attempted} />}
        </>
      )}
    </MutationDialog>
  )
}

/** Null: never. Undefined: the day is missing or in the past. */
function expiresAtOf(expiry: string, lastDay: string): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry !== 'date') return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
  const end = new Date(`${lastDay}T23:59:59`)
  return Number.isNaN(end.getTime()) || end.getTime() < Date.now() ? undefined : end.toISOString()
}
