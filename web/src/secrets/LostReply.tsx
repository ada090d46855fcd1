import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Note } from '../parts/notes/Note.tsx'
import { useOwner } from '../session.ts'
import { texts } from './texts.ts'
import { endAttempt, type Unanswered } from './unanswered.ts'

/** Says what happened to a request whose reply was lost. */
export function LostReply({ attempt, children }: { attempt: Unanswered; children: ReactNode }) {
  const owner = useOwner()
  return (
    <Note
      tone="warning"
      title={texts.lost.title}
      action={
        <Button variant="default" size="xs" onClick={() => endAttempt(owner, attempt.id)}>
          {texts.lost.dismiss}
        </Button>
      }
    >
      {children}
    </Note>
  )
}
