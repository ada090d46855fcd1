import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../api/queries.ts'
import { contract, type IssuedKeyReply } from '../../contract.ts'
import { DeedForm, Dialog } from '../../parts/Dialog.tsx'

const LIVES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'on', label: 'On a day of your choice' },
]
const DAY_MS = 86_400_000

interface Props {
  readonly onClose: () => void
  readonly onIssued: (issued: IssuedKeyReply) => void
}

export function CreateKeyDialog({ onClose, onIssued }: Props) {
  const [name, setName] = useState('')
  const [life, setLife] = useState('')
  const [day, setDay] = useState('')
  const [tried, setTried] = useState(false)
  const create = useAct(contract.createKey, { changes: ['listKeys', 'listAudit'] })
  const expiresAt = endOf(life, day)
  const nameProblem = !name.trim() ? 'Give the key a name.' : name.trim().length > 100 && 'Use at most 100 characters.'
  const dayProblem = expiresAt === undefined && 'Choose a day in the future.'
  const submit = () => {
    setTried(true)
    if (nameProblem || expiresAt === undefined) return
    create.mutate({ body: { name: name.trim(), expiresAt } }, { onSuccess: onIssued })
  }
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <DeedForm
        submit="Create key"
        busy="Creating …"
        pending={create.isPending}
        error={create.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextInput
          data-autofocus
          label="Name"
          description="What will use it, such as “CRM sync”."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && nameProblem}
        />
        <NativeSelect
          label="Expires"
          data={LIVES}
          value={life}
          onChange={(event) => setLife(event.currentTarget.value)}
        />
        {life === 'on' && (
          <TextInput
            type="date"
            label="Last day"
            description="The key works to the end of this day in your time zone."
            min={new Date().toISOString().slice(0, 10)}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            error={tried && dayProblem}
          />
        )}
      </DeedForm>
    </Dialog>
  )
}

/** Null: never. Undefined: no day that a key can end on. */
function endOf(life: string, day: string): string | null | undefined {
  if (life === '') return null
  if (life !== 'on') return new Date(Date.now() + Number(life) * DAY_MS).toISOString()
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) || end.getTime() < Date.now() ? undefined : end.toISOString()
}
