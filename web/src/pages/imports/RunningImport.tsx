import { Button } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ImportReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Meter } from '../../parts/notes/Meter.tsx'
import { Section } from '../../parts/Section.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.running

interface RunningImportProps {
  readonly running: ImportReply
  /** The bytes that this page has sent. Undefined: it sends none. */
  readonly sent: number | undefined
  readonly error: unknown
  /** Undefined: this page doesn't have the file. */
  readonly retry: (() => void) | undefined
}

export function RunningImport({ running, sent, error, retry }: RunningImportProps) {
  const cancel = useApiMutation(contract.cancelImport, { invalidates: ['getImports', 'listAudit'] })
  const isUploading = running.state === 'uploading'
  const done = isUploading ? (sent ?? running.received) : running.bytesRead
  const words = isUploading
    ? sent === undefined
      ? texts.brokenOff
      : texts.uploading(done / running.bytes)
    : running.isWaiting
      ? texts.waiting
      : texts.reading(running.lines)
  return (
    <Section
      title={texts.title(running.fileName)}
      action={
        <Button
          variant="default"
          size="xs"
          onClick={() => cancel.mutate({ params: { importId: running.id }, body: {} })}
        >
          {running.isCancelling ? texts.cancelling : texts.cancel}
        </Button>
      }
    >
      <div className={classes(layout.panel, layout.padded, layout.stackTight)}>
        <Meter name={texts.meter} value={done} max={running.bytes} text={words} />
        <p>{words}</p>
        {running.isAgain && <p>{texts.again}</p>}
        {!isUploading && <p>{allTexts.past.result(running)}</p>}
        <ErrorNote error={cancel.error} />
        <ErrorNote error={error} />
        {retry && (
          <div>
            <Button onClick={retry}>{texts.retry}</Button>
          </div>
        )}
      </div>
    </Section>
  )
}
