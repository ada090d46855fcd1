import { PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import styles from './ConnectForm.module.css'
import type { ConnectedCrm } from './connected-crm.ts'
import { texts } from './texts.ts'

type Kind = ConnectedCrm['kind']
type Grant = keyof typeof texts.connect.grants

interface ConnectFormProps {
  /** The one that is connected. */
  readonly kind?: Kind
  readonly canBeLocal: boolean
  readonly onDone?: () => void
}

const NOTHING = { instance: '', token: '', clientId: '', clientSecret: '', username: '', privateKey: '' }

/** The credentials are tested before they are saved, and shown to nobody again. */
export function ConnectForm({ kind: connected = 'hubspot', canBeLocal, onDone }: ConnectFormProps) {
  const [kind, setKind] = useState<Kind>(connected)
  const [grant, setGrant] = useState<Grant>('secret')
  const [values, setValues] = useState(NOTHING)
  const connect = useApiMutation(contract.connectCrm, { invalidates: ['getCrm', 'listCrmCompanies', 'listAudit'] })
  const toast = useToast()
  const field = (name: keyof typeof NOTHING) => ({
    maw: 480,
    label: texts.connect[name],
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((all) => ({ ...all, [name]: value })),
  })
  const needed = kind === 'hubspot' ? (['token'] as const) : NEEDED[grant]
  return (
    <ActionForm
      mutation={connect}
      submitLabel={texts.connect.submit}
      busyLabel={texts.connect.busy(texts.kinds[kind])}
      input={() => {
        const named = [...needed, 'instance' as const].map((name) => [name, values[name].trim()] as const)
        const isMissing = named.some(([name, value]) => value === '' && (name !== 'instance' || kind === 'salesforce'))
        if (isMissing) return undefined
        return { body: { kind, ...Object.fromEntries(named.filter(([, value]) => value !== '')) } }
      }}
      onDone={() => {
        toast(texts.connect.done)
        setValues(NOTHING)
        onDone?.()
      }}
    >
      <SegmentedControl
        maw={480}
        aria-label={texts.connect.kind}
        value={kind}
        onChange={(value) => {
          setKind(value as Kind)
          connect.reset()
        }}
        data={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
      />
      <p className={typography.muted}>{texts.connect.leads[kind]}</p>
      {kind === 'hubspot' ? (
        <>
          <ul className={styles.scopes} aria-label={texts.connect.scopesTitle}>
            {texts.connect.scopes.map(([scope, use]) => (
              <li key={scope}>
                <code>{scope}</code> <span className={typography.muted}>{use}</span>
              </li>
            ))}
          </ul>
          <PasswordInput {...field('token')} autoComplete="off" />
          {canBeLocal && (
            <TextInput {...field('instance')} label={texts.connect.address} description={texts.connect.addressHint} />
          )}
        </>
      ) : (
        <>
          <TextInput {...field('instance')} placeholder={texts.connect.instanceExample} autoComplete="off" />
          <TextInput {...field('clientId')} autoComplete="off" />
          <SegmentedControl
            maw={480}
            aria-label={texts.connect.grant}
            value={grant}
            onChange={(value) => setGrant(value as Grant)}
            data={Object.entries(texts.connect.grants).map(([value, label]) => ({ value, label }))}
          />
          {grant === 'secret' ? (
            <PasswordInput {...field('clientSecret')} autoComplete="off" />
          ) : (
            <>
              <TextInput {...field('username')} autoComplete="off" />
              <Textarea {...field('privateKey')} rows={4} spellCheck={false} autoComplete="off" />
            </>
          )}
        </>
      )}
    </ActionForm>
  )
}

const NEEDED = {
  secret: ['clientId', 'clientSecret'],
  key: ['clientId', 'username', 'privateKey'],
} as const satisfies Record<Grant, readonly (keyof typeof NOTHING)[]>
