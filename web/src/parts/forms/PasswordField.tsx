import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { sharedTexts } from '../texts.ts'

interface PasswordFieldProps {
  readonly label: string
  readonly description?: string
  readonly autoComplete: 'current-password' | 'new-password' | 'off'
  /** The label of the button that shows the value, for screen readers. */
  readonly toggleLabel?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
}

/** The button that shows the value can be reached with the keyboard. */
export function PasswordField({ toggleLabel = sharedTexts.showPassword, onChange, ...props }: PasswordFieldProps) {
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': toggleLabel, tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
