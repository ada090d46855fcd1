import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ImportMappingBody, ImportPreviewReply, SavedMappingReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { Words } from '../../parts/words/Words.tsx'
import type { ChosenFile } from './chosen-file.ts'
import { SaveMapping } from './SaveMapping.tsx'
import { texts as allTexts } from './texts.ts'
import { usePreview } from './use-preview.ts'

const texts = allTexts.preview
const DATE_FORMATS = ['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY/MM/DD']

interface PreviewFormProps {
  readonly file: ChosenFile
  readonly presets: readonly { readonly name: string; readonly title: string }[]
  readonly mappings: readonly SavedMappingReply[]
  readonly isStarting: boolean
  readonly startError: unknown
  readonly onStart: (mapping: ImportMappingBody, sendsNews: boolean) => void
  readonly onClose: () => void
}

/** Nothing is written before the person has seen what becomes of the file. */
export function PreviewForm({ file, presets, mappings, isStarting, startError, onStart, onClose }: PreviewFormProps) {
  const { preview, error, isPending, ask } = usePreview(file)
  const [sendsNews, setSendsNews] = useState(false)
  const mapping = preview?.mapping
  const saved = mappings.find(({ name }) => name === preview?.saved)
  return (
    <Section
      title={texts.title(file.name)}
      action={
        <Button variant="default" size="xs" onClick={onClose}>
          {texts.other}
        </Button>
      }
    >
      <div className={classes(layout.panel, layout.padded, layout.stack)} aria-busy={isPending}>
        {file.isConverted && <Note tone="warning">{texts.converted}</Note>}
        {!preview && !error && <p className={typography.muted}>{texts.reading}</p>}
        <ErrorNote error={error} />
        {preview && mapping && (
          <div className={layout.filters}>
            <NativeSelect
              label={texts.kind}
              value={saved?.id ?? mapping.preset}
              onChange={(event) => ask({ mapping: null, choice: event.currentTarget.value })}
              data={[
                ...mappings.map(({ id, name }) => ({ value: id, label: texts.saved(name) })),
                ...presets.map(({ name, title }) => ({ value: name, label: title })),
              ]}
            />
            <NativeSelect
              label={texts.dates}
              value={mapping.dates ?? ''}
              onChange={(event) => ask({ mapping: { ...mapping, dates: event.currentTarget.value || null } })}
              data={[{ value: '', label: texts.iso }, ...DATE_FORMATS]}
            />
          </div>
        )}
        {preview?.problem && (
          <Note tone="danger" alert>
            <Words text={preview.problem} />
          </Note>
        )}
        {preview && mapping && preview.columns.length > 0 && (
          <Columns preview={preview} mapping={mapping} onChange={(changed) => ask({ mapping: changed })} />
        )}
        {preview && preview.rows.length > 0 && <Rows rows={preview.rows} />}
        {preview && preview.problem === null && <Rejects preview={preview} />}
        {preview && mapping && preview.problem === null && (
          <>
            {preview.columns.length > 0 && <SaveMapping mapping={mapping} saved={saved} />}
            <Checkbox
              label={texts.news}
              checked={sendsNews}
              onChange={(event) => setSendsNews(event.currentTarget.checked)}
            />
            <ErrorNote error={startError} />
            <div>
              <Button
                aria-disabled={isPending || isStarting}
                onClick={() => !isPending && !isStarting && onStart(mapping, sendsNews)}
              >
                {isStarting ? texts.starting : texts.start}
              </Button>
            </div>
          </>
        )}
      </div>
    </Section>
  )
}

interface ColumnsProps {
  readonly preview: ImportPreviewReply
  readonly mapping: ImportMappingBody
  readonly onChange: (mapping: ImportMappingBody) => void
}

function Columns({ preview: { columns, fields }, mapping, onChange }: ColumnsProps) {
  const change = (header: string, field: string) => {
    const others = mapping.columns.filter((column) => column.header !== header)
    onChange({ ...mapping, columns: field === '' ? others : [...others, { header, field }] })
  }
  return (
    <Table
      label={texts.columnsTitle}
      rows={columns.map((column, at) => ({ ...column, at }))}
      rowKey={({ at }) => String(at)}
      dimmed={({ field }) => field === null}
      columns={[
        { label: texts.columns.header, cell: ({ header }) => <Words text={header} /> },
        {
          label: texts.columns.example,
          cell: ({ example }) => <Words text={example} />,
        },
        {
          label: texts.columns.becomes,
          cell: ({ header, field }) => (
            <NativeSelect
              aria-label={texts.fieldOf(header)}
              size="xs"
              value={field ?? ''}
              onChange={(event) => change(header, event.currentTarget.value)}
              data={[
                { value: '', label: texts.leftOut },
                ...fields.map(({ name, becomes, required }) => ({
                  value: name,
                  label: required ? texts.required(becomes) : becomes,
                })),
              ]}
            />
          ),
        },
      ]}
    />
  )
}

function Rows({ rows }: { rows: ImportPreviewReply['rows'] }) {
  return (
    <Table
      label={texts.rowsTitle}
      rows={rows.map((row, at) => ({ ...row, at }))}
      rowKey={({ at }) => String(at)}
      columns={[
        { label: texts.rows.line, cell: ({ line }) => line },
        {
          label: texts.rowsTitle,
          cell: ({ values }) => <Words text={values.map(([name, value]) => `${name}: ${value}`).join(' · ')} />,
        },
      ]}
    />
  )
}

function Rejects({ preview: { rejected, lines, rejects } }: { preview: ImportPreviewReply }) {
  if (rejected === 0) return <p className={typography.small}>{texts.noneRejected(lines)}</p>
  return (
    <Note tone="warning" title={texts.rejected(rejected, lines)}>
      <ul>
        {rejects.map((group) => (
          <li key={group.reason}>
            <Words text={allTexts.past.lines(group.lines, group.reason)} />
          </li>
        ))}
      </ul>
    </Note>
  )
}
