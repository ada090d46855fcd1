import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { type ChosenFile, readChosen } from './chosen-file.ts'
import { ExampleFile } from './ExampleFile.tsx'
import styles from './Imports.module.css'
import { texts } from './texts.ts'

export function ChooseFile({ onChoose }: { onChoose: (file: ChosenFile) => void }) {
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const choose = async (file: File | null | undefined) => {
    if (!file) return
    const read = await readChosen(file)
    if (typeof read === 'string') setProblem(read)
    else onChoose(read)
  }
  return (
    <>
      <section
        aria-label={texts.choose.title}
        className={classes(layout.panel, layout.padded, layout.stackTight, styles.drop)}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          void choose(event.dataTransfer.files[0])
        }}
      >
        <p className={typography.strong}>{texts.choose.title}</p>
        <div>
          <FileButton onChange={(file) => void choose(file)} accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz">
            {(props) => <Button {...props}>{texts.choose.action}</Button>}
          </FileButton>
        </div>
        <p className={classes(typography.muted, typography.small)}>
          {texts.choose.text(MAX_IMPORT_BYTES / 1024 / 1024, MAX_IMPORT_LINES)}
        </p>
        {problem && (
          <Note tone="danger" alert>
            {problem}
          </Note>
        )}
      </section>
      <ExampleFile />
    </>
  )
}
