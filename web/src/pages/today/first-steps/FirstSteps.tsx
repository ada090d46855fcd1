// The first five minutes of a person in a new team. Each step is done here or one click away, and ticks by itself.

import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../../api/queries.ts'
import { contract } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { Note } from '../../../parts/notes/Note.tsx'
import { useToast } from '../../../parts/notes/Toasts.tsx'
import typography from '../../../parts/typography.module.css'
import { useSession } from '../../../session.ts'
import { useDeveloperSteps } from './developer-steps.tsx'
import styles from './FirstSteps.module.css'
import { Step } from './Step.tsx'
import { useSalesSteps } from './sales-steps.tsx'
import { texts } from './texts.ts'
import type { FirstStepsReply } from './use-first-steps.ts'

type Track = keyof typeof texts.tracks

interface FirstStepsProps {
  readonly steps: FirstStepsReply
  /** One line, until the person asks for more: the page has companies to show already. */
  readonly startsShort: boolean
}

/** Who adds a webhook comes back to the steps that led there. */
let lastTrack: Track = 'sales'

export function FirstSteps({ steps, startsShort }: FirstStepsProps) {
  const [isShort, setIsShort] = useState(startsShort)
  const { role } = useSession()
  const [track, setTrack] = useState(lastTrack)
  const [opened, setOpened] = useState<string>()
  const sales = useSalesSteps(steps)
  const developers = useDeveloperSteps(steps)
  const shown = track === 'sales' ? sales : developers
  const done = shown.filter(({ isDone }) => isDone).length
  const toDo = shown.filter(({ isDone }) => !isDone)
  const current = toDo.find(({ title }) => title === opened) ?? toDo[0]
  return (
    <section className={classes(layout.panel, styles.card)} aria-label={texts.title}>
      <div className={styles.header}>
        <h2>{texts.title}</h2>
        <SegmentedControl
          size="xs"
          aria-label={texts.track}
          value={track}
          onChange={(value) => {
            lastTrack = value as Track
            setTrack(lastTrack)
          }}
          data={Object.entries(texts.tracks).map(([value, label]) => ({ value, label }))}
        />
        <span className={typography.muted} role="status">
          {texts.progress(done, shown.length)}
        </span>
        {isShort && (
          <Button variant="default" size="xs" aria-expanded={false} onClick={() => setIsShort(false)}>
            {current ? texts.next(current.title) : texts.show}
          </Button>
        )}
        <HideButton />
      </div>
      {!isShort && (
        <>
          {track === 'developers' && role !== 'owner' && <Note>{texts.ownersOnly}</Note>}
          <ol className={styles.steps}>
            {shown.map((step) => (
              <Step key={step.title} {...step} isOpen={step === current} open={() => setOpened(step.title)} />
            ))}
          </ol>
          {toDo.length === 0 && <p>{texts.allDone}</p>}
        </>
      )}
    </section>
  )
}

function HideButton() {
  const toast = useToast()
  const note = useApiMutation(contract.noteFirstSteps, { invalidates: ['getFirstSteps'] })
  const onError = ({ message }: Error) => toast(message)
  const show = () => note.mutate({ body: { isDismissed: false } }, { onError })
  const hide = () =>
    note.mutate(
      { body: { isDismissed: true } },
      { onSuccess: () => toast(texts.hidden, { label: texts.undo, run: show }), onError },
    )
  return (
    <Button variant="subtle" color="gray" size="xs" onClick={hide}>
      {texts.hide}
    </Button>
  )
}
