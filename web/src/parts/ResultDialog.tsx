import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { sharedTexts } from './texts.ts'

interface ResultDialogProps {
  readonly title: string
  readonly doneLabel?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows something that can't be shown again, such as a new key. Only its button closes it. */
export function ResultDialog({ title, doneLabel = sharedTexts.done, onClose, children }: ResultDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} persistent>
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose}>{doneLabel}</Button>
      </Group>
    </Dialog>
  )
}
