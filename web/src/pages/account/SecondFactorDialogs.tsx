import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type RouteName } from '../../contract.ts'
import { ProgramBlock } from '../../parts/copying/CodeBlock.tsx'
import { CopyField } from '../../parts/copying/CopyField.tsx'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { Dialog } from '../../parts/forms/Dialog.tsx'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { PasswordField } from '../../parts/forms/PasswordField.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { texts } from './second-factor-texts.ts'

interface DialogProps {
  readonly onClose: () => void
}

const CHANGED: readonly RouteName[] = ['getSecondFactor', 'listSessions', 'listAudit']

/** The password, then the app, then the recovery codes. */
export function SetUpDialog({ onClose }: DialogProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const start = useApiMutation(contract.startSecondFactor)
  const confirm = useApiMutation(contract.confirmSecondFactor, { invalidates: CHANGED })
  if (confirm.data) return <CodesDialog codes={confirm.data.recoveryCodes} onClose={onClose} />
  if (!start.data) {
    return (
      <Dialog title={texts.setUp.title} onClose={onClose} persistent={start.isPending}>
        <ActionForm
          mutation={start}
          submitLabel={texts.setUp.next}
          busyLabel={texts.setUp.busy}
          input={() => (password ? { body: { password } } : undefined)}
          onCancel={onClose}
        >
          {(attempted) => <CurrentPassword value={password} onChange={setPassword} attempted={attempted} />}
        </ActionForm>
      </Dialog>
    )
  }
  const { secret, qr } = start.data
  return (
    <Dialog title={texts.setUp.title} onClose={onClose} persistent>
      <p>{texts.setUp.scan}</p>
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} width={200} height={200} role="img" aria-label={texts.setUp.qr}>
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <div>
        {texts.setUp.type}
        <CopyField text={secret.replace(/.{4}(?=.)/g, '$& ')} name={texts.setUp.secret} />
      </div>
      <ActionForm
        mutation={confirm}
        submitLabel={texts.setUp.submit}
        busyLabel={texts.setUp.busy}
        input={() => (code.trim() ? { body: { code: code.trim() } } : undefined)}
        onCancel={onClose}
      >
        {(attempted) => <CodeField value={code} onChange={setCode} attempted={attempted} />}
      </ActionForm>
    </Dialog>
  )
}

export function RenewCodesDialog({ onClose }: DialogProps) {
  const both = useBoth()
  const renew = useApiMutation(contract.renewRecoveryCodes, { invalidates: CHANGED })
  if (renew.data) return <CodesDialog codes={renew.data.recoveryCodes} onClose={onClose} />
  return (
    <Dialog title={texts.renew.title} onClose={onClose} persistent={renew.isPending}>
      <p>{texts.renew.body}</p>
      <ActionForm
        mutation={renew}
        submitLabel={texts.renew.submit}
        busyLabel={texts.renew.busy}
        input={both.input}
        onCancel={onClose}
      >
        {both.fields}
      </ActionForm>
    </Dialog>
  )
}

export function TurnOffDialog({ onClose }: DialogProps) {
  const both = useBoth()
  return (
    <DialogForm
      title={texts.remove.title}
      route={contract.removeSecondFactor}
      invalidates={CHANGED}
      danger
      submitLabel={texts.remove.submit}
      busyLabel={texts.remove.busy}
      input={both.input}
      doneToast={texts.remove.done}
      onClose={onClose}
    >
      {both.fields}
    </DialogForm>
  )
}

/** They are shown once. */
function CodesDialog({ codes, onClose }: DialogProps & { codes: readonly string[] }) {
  return (
    <Dialog title={texts.codes.title} onClose={onClose} persistent>
      <Note tone="warning">{texts.codes.warning}</Note>
      <ProgramBlock text={codes.join('\n')} name={texts.codes.name} />
      <div>
        <Button onClick={onClose}>{texts.codes.done}</Button>
      </div>
    </Dialog>
  )
}

function useBoth() {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return {
    input: () => (password && code.trim() ? { body: { password, code: code.trim() } } : undefined),
    fields: (attempted: boolean) => (
      <>
        <CurrentPassword value={password} onChange={setPassword} attempted={attempted} />
        <CodeField value={code} onChange={setCode} attempted={attempted} description={texts.codeOrRecovery} />
      </>
    ),
  }
}

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly attempted: boolean
}

function CurrentPassword({ value, onChange, attempted }: FieldProps) {
  return (
    <PasswordField
      label={texts.password}
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      error={attempted && !value && texts.passwordMissing}
    />
  )
}

function CodeField({ value, onChange, attempted, description }: FieldProps & { description?: string }) {
  return (
    <TextInput
      label={texts.code}
      {...(description !== undefined && { description })}
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={attempted && !value.trim() && texts.codeMissing}
    />
  )
}
