import { Radio, Stack } from '@mantine/core'
import { AUTH_KEY_LENGTH } from '../../../contract.ts'
import { PasswordField } from '../../../parts/forms/PasswordField.tsx'
import { texts } from '../texts.ts'

const { min: MIN_LENGTH, max: MAX_LENGTH } = AUTH_KEY_LENGTH

/** Undefined: the server generates a key. */
export type AuthKeyChoice = string | undefined

export function authKeyError(key: AuthKeyChoice): string | undefined {
  if (key === undefined) return undefined
  if (!/^[!-~]*$/.test(key)) return texts.authKey.invalidCharacters
  if (key.length < MIN_LENGTH) return texts.authKey.tooShort(MIN_LENGTH)
  return key.length > MAX_LENGTH ? texts.authKey.tooLong(MAX_LENGTH) : undefined
}

interface AuthKeyFieldProps {
  readonly value: AuthKeyChoice
  readonly onChange: (value: AuthKeyChoice) => void
  readonly attempted: boolean
}

export function AuthKeyField({ value, onChange, attempted }: AuthKeyFieldProps) {
  return (
    <Stack gap={10}>
      <Radio.Group
        label={texts.authKey.label}
        description={texts.authKey.hint}
        value={value === undefined ? 'generated' : 'own'}
        onChange={(choice) => onChange(choice === 'own' ? '' : undefined)}
      >
        <Stack gap={8} mt={8}>
          <Radio value="generated" label={texts.authKey.generate} />
          <Radio value="own" label={texts.authKey.useOwn} />
        </Stack>
      </Radio.Group>
      {value !== undefined && (
        <PasswordField
          label={texts.authKey.own}
          description={texts.authKey.ownHint(MIN_LENGTH, MAX_LENGTH)}
          autoComplete="off"
          toggleLabel={texts.authKey.show}
          value={value}
          onChange={onChange}
          error={(attempted || value.length >= MIN_LENGTH) && authKeyError(value)}
        />
      )}
    </Stack>
  )
}
