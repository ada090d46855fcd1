import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { contract } from '../../contract.ts'
import { DialogForm } from '../../parts/DialogForm.tsx'
import { issuedKey } from './IssuedKey.tsx'
import { texts } from './texts.ts'

const { expiryOptions } = texts.create
const EXPIRY_OPTIONS = [
  { value: 'never', label: expiryOptions.never },
  { value: '30', label: expiryOptions.days30 },
  { value: '90', label: expiryOptions.days90 },
  { value: '365', label: expiryOptions.year },
  { value: 'date', label: expiryOptions.date },
]
const MAX_NAME_LENGTH = 100
const DAY_MS = 86_400_000

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState('never')
  const [lastDay, setLastDay] = useState('')
  const expiresAt = expiresAtOf(expiry, lastDay)
  const nameProblem = nameProblemOf(name.trim())
  return (
    <DialogForm
      title={texts.create.title}
      route={contract.createKey}
      invalidates={['listKeys', 'listAudit']}
      submitLabel={texts.create.submit}
      busyLabel={texts.create.busy}
      input={() => (nameProblem || expiresAt === undefined ? undefined : { body: { name: name.trim(), expiresAt } })}
      result={issuedKey}
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
            error={attempted && nameProblem}
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
              min={new Date().toISOString().slice(0, 10)}
              value={lastDay}
              onChange={(event) => setLastDay(event.currentTarget.value)}
              error={attempted && expiresAt === undefined && texts.create.lastDayInvalid}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}

function nameProblemOf(name: string): string | false {
  if (name === '') return texts.create.nameMissing
  return name.length > MAX_NAME_LENGTH && texts.create.nameTooLong(MAX_NAME_LENGTH)
}

/** Null: never. Undefined: the day is missing or in the past. */
function expiresAtOf(expiry: string, lastDay: string): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry !== 'date') return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
  const end = new Date(`${lastDay}T23:59:59`)
  return Number.isNaN(end.getTime()) || end.getTime() < Date.now() ? undefined : end.toISOString()
}
