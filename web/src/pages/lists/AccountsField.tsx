import { Button, FileButton, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { type AccountsReportReply, contract, MAX_ACCOUNTS_LENGTH, MAX_LIST_ENTRIES } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import typography from '../../parts/typography.module.css'
import { readTextFile } from './read-file.ts'
import { texts } from './texts.ts'

interface AccountsFieldProps {
  /** Null: the list is new. */
  readonly listId: string | null
  readonly value: string
  readonly onChange: (accounts: string) => void
  readonly error: string | undefined
  readonly autoFocus?: boolean
}

const PAUSE_MS = 400

/** Pasted or uploaded companies, with a summary of what was understood. */
export function AccountsField({ listId, value, onChange, error, autoFocus = false }: AccountsFieldProps) {
  const [file, setFile] = useState<string>()
  const [fileProblem, setFileProblem] = useState<string>()
  const { mutate, data, error: previewError, isPending } = useApiMutation(contract.readAccounts)
  const isTooLong = value.length > MAX_ACCOUNTS_LENGTH
  const canPreview = value.trim() !== '' && !isTooLong
  useEffect(() => {
    if (!canPreview) return
    const timer = setTimeout(() => mutate({ body: { listId, accounts: value } }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [canPreview, listId, value, mutate])

  const choose = async (chosen: File | null) => {
    if (!chosen) return
    try {
      onChange(await readTextFile(chosen))
      setFile(chosen.name)
      setFileProblem(undefined)
    } catch {
      setFileProblem(texts.form.unreadableFile)
    }
  }
  const problem = isTooLong ? texts.form.tooLong(MAX_ACCOUNTS_LENGTH) : (fileProblem ?? error)
  return (
    <>
      {file === undefined ? (
        <Textarea
          {...(autoFocus && { 'data-autofocus': true })}
          label={texts.form.accounts}
          description={texts.form.accountsDescription(MAX_LIST_ENTRIES)}
          placeholder={texts.form.placeholder}
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={problem}
        />
      ) : (
        <div className={classes(layout.row, layout.between)}>
          <span>{texts.form.file(file)}</span>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setFile(undefined)
              onChange('')
            }}
          >
            {texts.form.noFile}
          </Button>
        </div>
      )}
      {file !== undefined && problem && <p className={typography.small}>{problem}</p>}
      <div>
        <FileButton onChange={choose} accept=".csv,.tsv,.txt,text/csv,text/plain">
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {texts.form.upload}
            </Button>
          )}
        </FileButton>
      </div>
      {canPreview && <Preview report={isPending ? undefined : data?.report} error={previewError} />}
    </>
  )
}

const MAX_SHOWN_LINES = 5

function Preview({ report, error }: { report: AccountsReportReply | undefined; error: Error | null }) {
  if (error) return <ErrorNote error={error} />
  const { preview } = texts
  return (
    <section className={layout.stackTight} aria-label={preview.title} aria-live="polite">
      {report ? (
        <>
          <ul className={typography.small}>
            <li>{preview.added(report.added)}</li>
            {report.alreadyThere > 0 && <li>{preview.alreadyThere(report.alreadyThere)}</li>}
            {report.waiting > 0 && <li>{preview.waiting(report.waiting)}</li>}
            {report.unreadable > 0 && <li>{preview.unreadable(report.unreadable)}</li>}
          </ul>
          <Unreadable report={report} />
        </>
      ) : (
        <p className={classes(typography.muted, typography.small)}>{texts.form.checking}</p>
      )}
    </section>
  )
}

function Unreadable({ report: { unreadable, unreadableLines } }: { report: AccountsReportReply }) {
  const shown = unreadableLines.slice(0, MAX_SHOWN_LINES)
  const rest = unreadable - shown.length
  return (
    <div className={classes(typography.muted, typography.small, typography.breakWord)}>
      {shown.map(({ line, text, reason }) => (
        <p key={line}>{texts.preview.line(line, text, reason)}</p>
      ))}
      {rest > 0 && <p>{texts.preview.more(rest)}</p>}
    </div>
  )
}
