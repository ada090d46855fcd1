import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { classes } from '../../../parts/class-names.ts'
import { CopyField, MaskedField } from '../../../parts/copying/CopyField.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'

interface SecretSectionProps {
  readonly name: string
  readonly lead: string
  /** Undefined while it is hidden. */
  readonly secret: string | undefined
  readonly reveal: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void }
  readonly onReveal: () => void
  readonly overlap: ReactNode
  readonly dialog: (onClose: () => void) => ReactNode
}

/** A secret of a webhook that can be revealed and rotated. Each reveal is written to the audit log. */
export function SecretSection({ name, lead, secret, reveal, onReveal, overlap, dialog }: SecretSectionProps) {
  const [rotating, setRotating] = useState(false)
  const closeRotation = () => {
    setRotating(false)
    reveal.reset()
  }
  return (
    <Section
      title={name}
      lead={lead}
      action={
        <Group gap={8}>
          <Button
            variant="default"
            size="xs"
            loading={reveal.isPending}
            aria-label={`${secret === undefined ? texts.secrets.reveal : texts.secrets.hide}: ${name}`}
            onClick={secret === undefined ? onReveal : reveal.reset}
          >
            {secret === undefined ? texts.secrets.reveal : texts.secrets.hide}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`${texts.secrets.rotate}: ${name}`}
            onClick={() => setRotating(true)}
          >
            {texts.secrets.rotate}
          </Button>
        </Group>
      }
    >
      <ErrorNote error={reveal.error} />
      {secret === undefined ? <MaskedField /> : <CopyField text={secret} name={name} />}
      {overlap && <p className={classes(typography.muted, typography.small)}>{overlap}</p>}
      {rotating && dialog(closeRotation)}
    </Section>
  )
}
