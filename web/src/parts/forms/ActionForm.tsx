import { Button, Group } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import layout from '../layout.module.css'
import { ErrorNote } from '../notes/ErrorNote.tsx'
import { sharedTexts } from '../texts.ts'

export interface FormProps<Input, Reply> {
  readonly submitLabel: string
  /** The button's label while the call is pending. */
  readonly busyLabel: string
  readonly danger?: boolean
  /** False: the form's content is still loading, so it can't be submitted yet. */
  readonly ready?: boolean
  /** The call's input. Undefined: a field is invalid, and nothing is sent. */
  readonly input: () => Input | undefined
  readonly onDone?: (reply: Reply) => void
  /** The fields. A function gets whether a submit was attempted, so that fields show no errors before that. */
  readonly children: ReactNode | ((attempted: boolean) => ReactNode)
}

interface ActionFormProps<Input, Reply> extends FormProps<Input, Reply> {
  readonly mutation: UseMutationResult<Reply, Error, Input>
  readonly onCancel?: (() => void) | undefined
  /** An error that a field shows. It isn't shown a second time. */
  readonly shownInField?: string | null | undefined
}

/** One form, one mutation, one place for its error. */
export function ActionForm<Input, Reply>(props: ActionFormProps<Input, Reply>) {
  const { mutation, submitLabel, busyLabel, danger = false, ready = true, input, onDone, onCancel, children } = props
  const [attempted, setAttempted] = useState(false)
  const { isPending } = mutation
  const isDisabled = isPending || !ready
  const submit = (event: FormEvent) => {
    const form = event.currentTarget
    event.preventDefault()
    if (isDisabled) return
    setAttempted(true)
    const valid = input()
    if (valid === undefined) {
      // The error may be above a long form.
      requestAnimationFrame(() =>
        form.querySelector('[aria-invalid=true],[role=alert]')?.scrollIntoView({ block: 'center' }),
      )
      return
    }
    mutation.mutate(valid, {
      onSuccess: (reply) => {
        setAttempted(false)
        onDone?.(reply)
      },
    })
  }
  return (
    <form className={layout.stack} onSubmit={submit} noValidate>
      {typeof children === 'function' ? children(attempted) : children}
      {mutation.error?.message !== props.shownInField && <ErrorNote error={mutation.error} />}
      <Group justify={onCancel ? 'flex-end' : 'flex-start'} gap={10}>
        {onCancel && (
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            {sharedTexts.cancel}
          </Button>
        )}
        <Button type="submit" color={danger ? 'red.9' : 'ink'} aria-disabled={isDisabled} data-disabled={isDisabled}>
          {isPending ? busyLabel : submitLabel}
        </Button>
      </Group>
    </form>
  )
}
