import { Button } from '@mantine/core'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type ImportReply, type ImportState, MAX_STORED_REJECTS } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import type { Tone } from '../../parts/notes/tone.ts'
import { Section } from '../../parts/Section.tsx'
import { csvOf } from '../../parts/tables/csv.ts'
import { downloadCsv } from '../../parts/tables/download-csv.ts'
import { Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.past
const TONES: Readonly<Record<ImportState, Tone>> = {
  uploading: 'neutral',
  running: 'neutral',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
}

export function PastImports({ imports }: { imports: readonly ImportReply[] }) {
  const [openId, setOpenId] = useState<string>()
  const open = imports.find(({ id }) => id === openId)
  return (
    <Section title={texts.title}>
      <Table
        label={texts.title}
        rows={imports}
        rowKey={({ id }) => id}
        columns={[
          { label: texts.columns.file, cell: ({ fileName }) => <Words text={fileName} /> },
          {
            label: texts.columns.state,
            cell: ({ state }) => <Status tone={TONES[state]}>{texts.states[state]}</Status>,
          },
          {
            label: texts.columns.result,
            cell: (row) => (
              <>
                {row.message ? <Words text={row.message} /> : texts.result(row)}
                {row.rejected > 0 && (
                  <div>
                    <Button
                      variant="default"
                      size="xs"
                      aria-expanded={openId === row.id}
                      onClick={() => setOpenId(openId === row.id ? undefined : row.id)}
                    >
                      {texts.rejects(row.rejected)}
                    </Button>
                  </div>
                )}
              </>
            ),
          },
          { label: texts.columns.at, cell: ({ finishedAt }) => finishedAt && <Time at={finishedAt} /> },
        ]}
      />
      {open && <Report imported={open} />}
    </Section>
  )
}

function Report({ imported: { id: importId, fileName, rejected } }: { imported: ImportReply }) {
  const toast = useToast()
  const { data, error } = useApiQuery(contract.getImport, { params: { importId } })
  const download = async () => {
    try {
      const { rejects } = await callApi(contract.getImportRejects, { params: { importId } })
      const rows = rejects.map(({ line, reason, text }) => [line, reason, text])
      downloadCsv(`rejects-${fileName}`, csvOf(['line', 'reason', 'text'], rows))
    } catch (failure) {
      toast((failure as Error).message)
    }
  }
  if (!data) return <ErrorNote error={error} />
  return (
    <Note title={texts.rejects(rejected)}>
      <div className={layout.stackTight}>
        <ul className={typography.breakWord}>
          {data.groups.map(({ reason, lines }) => (
            <li key={reason}>
              <Words text={texts.lines(lines, reason)} />
            </li>
          ))}
        </ul>
        {rejected > MAX_STORED_REJECTS && (
          <p className={classes(typography.muted, typography.small)}>{texts.isCut(MAX_STORED_REJECTS)}</p>
        )}
        <div>
          <Button variant="default" size="xs" onClick={() => void download()}>
            {texts.download}
          </Button>
        </div>
      </div>
    </Note>
  )
}
