import { PasswordInput, Radio, Stack } from '@mantine/core'
import { AUTH_KEY_LENGTH } from '../../contract.ts'
import { PASSWORD_EYE } from '../../parts/password-eye.ts'

/** Undefined: one is made. */
export type ChosenKey = string | undefined

export function authKeyProblem(key: ChosenKey): string | undefined {
  if (key === undefined) return undefined
  if (!/^[!-~]*$/.test(key)) return 'Use visible characters without spaces.'
  if (key.length < AUTH_KEY_LENGTH.least) return `Use at least ${AUTH_KEY_LENGTH.least} characters.`
  return key.length > AUTH_KEY_LENGTH.most ? `Use at most ${AUTH_KEY_LENGTH.most} characters.` : undefined
}

interface Props {
  readonly value: ChosenKey
  readonly onChange: (value: ChosenKey) => void
  readonly tried: boolean
}

export function AuthKeyField({ value, onChange, tried }: Props) {
  const problem = authKeyProblem(value)
  return (
    <Stack gap={10}>
      <Radio.Group
        label="Authentication key"
        description="Sent with every POST as “Authorization: Bearer …”. Your endpoint compares it and refuses everything else."
        value={value === undefined ? 'made' : 'own'}
        onChange={(choice) => onChange(choice === 'own' ? '' : undefined)}
      >
        <Stack gap={8} mt={8}>
          <Radio value="made" label="Make one for me" />
          <Radio value="own" label="Use my own" />
        </Stack>
      </Radio.Group>
      {value !== undefined && (
        <PasswordInput
          label="Your key"
          description={`${AUTH_KEY_LENGTH.least} to ${AUTH_KEY_LENGTH.most} visible characters.`}
          autoComplete="off"
          visibilityToggleButtonProps={{ ...PASSWORD_EYE, 'aria-label': 'Show the key' }}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={(tried || value.length >= AUTH_KEY_LENGTH.least) && problem}
        />
      )}
    </Stack>
  )
}
