import { Button, Group, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ErrorNote } from './Note.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Something is shown that will not be shown again: no stray click or key closes it. */
  readonly insistent?: boolean
}

/** A dialog that is there as long as it is rendered. */
export function Dialog({ title, onClose, children, insistent = false }: DialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="strong">{title}</span>}
      size={520}
      closeOnClickOutside={!insistent}
      closeOnEscape={!insistent}
      withCloseButton={!insistent}
    >
      <div className="stack">{children}</div>
    </Modal>
  )
}

interface FormProps {
  readonly submit: string
  /** What the button says while it is being done. */
  readonly busy: string
  readonly pending: boolean
  readonly error: unknown
  readonly danger?: boolean
  readonly onSubmit: () => void
  readonly onCancel?: (() => void) | undefined
  readonly children: ReactNode
}

/** One form, one deed, one place for its error; the button says what it is doing. */
export function DeedForm({ submit, busy, pending, error, danger = false, onSubmit, onCancel, children }: FormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) onSubmit()
  }
  return (
    <form className="stack" onSubmit={send} noValidate>
      {children}
      <ErrorNote error={error} />
      <Group justify={onCancel ? 'flex-end' : 'flex-start'} gap={10}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" color={danger ? 'red.9' : 'ink'} aria-disabled={pending} data-disabled={pending}>
          {pending ? busy : submit}
        </Button>
      </Group>
    </form>
  )
}
