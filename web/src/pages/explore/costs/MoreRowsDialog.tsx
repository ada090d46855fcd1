import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { SettingsRoute } from '../../../contract.ts'
import { Dialog } from '../../../parts/forms/Dialog.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { downloadCsv } from '../../../parts/tables/download-csv.ts'
import { sharedTexts } from '../../../parts/texts.ts'
import { texts } from '../texts.ts'
import { LAST_ROW, type PagePlan } from './plan-pages.ts'
import { useAllowance } from './use-allowance.ts'
import { type PagedResult, useFirstRows } from './use-first-rows.ts'

const { csv } = texts
const CHOICES = [50, 100, 200, LAST_ROW]

export interface DownloadCsvProps<Route extends SettingsRoute, Row> {
  /** The file's name, without the day. */
  readonly name: string
  readonly rows: readonly Row[]
  readonly csvOf: (rows: readonly Row[]) => string
  readonly shown: PagePlan
  readonly result: PagedResult<Route, Row>
}

interface MoreRowsDialogProps<Route extends SettingsRoute, Row> extends DownloadCsvProps<Route, Row> {
  readonly onClose: () => void
}

/** Says what the rows cost, fetches them when the user agrees, and saves what was paid for, however it ends. */
export function MoreRowsDialog<Route extends SettingsRoute, Row>(props: MoreRowsDialogProps<Route, Row>) {
  const { name, rows, csvOf, shown, result, onClose } = props
  const most = Math.min(result.total, LAST_ROW)
  const choices = [...CHOICES.filter((choice) => choice > rows.length && choice < most), most]
  const [wanted, setWanted] = useState(choices[0] ?? most)
  const [ended, setEnded] = useState<{ readonly rows: number; readonly error: Error | undefined }>()
  const { plan, run, progress, stop } = useFirstRows(result, shown)
  const { cost } = plan(wanted)
  const left = useAllowance().allowance?.you.remaining ?? Number.POSITIVE_INFINITY
  const start = async () => {
    const { rows: fetched, error } = await run(wanted)
    const isWhole = fetched.length >= wanted
    if (fetched.length > 0) downloadCsv(isWhole ? name : csv.partName(name, fetched.length, wanted), csvOf(fetched))
    if (isWhole) onClose()
    else setEnded({ rows: fetched.length, error })
  }
  return (
    <Dialog title={csv.title} onClose={onClose} persistent={progress !== undefined}>
      {ended ? (
        <>
          <ErrorNote error={ended.error} />
          <Note tone="warning" alert>
            {csv.ended(ended.rows, wanted)}
          </Note>
          <Group justify="flex-end">
            <Button onClick={onClose}>{sharedTexts.done}</Button>
          </Group>
        </>
      ) : (
        <>
          <NativeSelect
            data-autofocus
            label={csv.rows}
            description={csv.rowsHint(LAST_ROW)}
            data={choices.map((choice) => ({
              value: String(choice),
              label: csv.choice(choice, choice === result.total),
            }))}
            value={String(wanted)}
            onChange={(event) => setWanted(Number(event.currentTarget.value))}
            disabled={progress !== undefined}
          />
          <p>{cost.requests === 0 ? csv.free : csv.cost(cost.companies)}</p>
          {cost.companies > left && <Note tone="warning">{csv.tooFew(left)}</Note>}
          <p role="status">{progress && csv.fetched(progress.rows, wanted)}</p>
          <Group justify="flex-end">
            {progress ? (
              <Button variant="default" onClick={stop}>
                {csv.stop}
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={onClose}>
                  {sharedTexts.cancel}
                </Button>
                <Button onClick={() => void start()}>{csv.submit(wanted)}</Button>
              </>
            )}
          </Group>
        </>
      )}
    </Dialog>
  )
}
