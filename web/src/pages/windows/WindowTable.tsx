import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { distinctRows, useApiPages } from '../../api/paged-query.ts'
import {
  companySummary,
  contract,
  MAX_FREE_COMPANIES,
  type WindowRowReply,
  type WindowSearchQuery,
} from '../../contract.ts'
import { RowKeys } from '../../keyboard/RowKeys.tsx'
import { focusRow, useRowKeys } from '../../keyboard/use-row-keys.ts'
import { classes } from '../../parts/class-names.ts'
import { AddCompanyDialog } from '../../parts/company/AddToListDialog.tsx'
import { CompanyCell } from '../../parts/company/CompanyCell.tsx'
import { CompanyMenu } from '../../parts/company/CompanyMenu.tsx'
import { inAWeek } from '../../parts/company/snooze-days.ts'
import { addToListTexts } from '../../parts/company/texts.ts'
import { useDecide } from '../../parts/company/use-dispositions.ts'
import { WindowName } from '../../parts/company/WindowName.tsx'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { downloadCsv } from '../../parts/tables/download-csv.ts'
import { MorePages } from '../../parts/tables/MorePages.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import { sharedTexts } from '../../parts/texts.ts'
import typography from '../../parts/typography.module.css'
import { formatScore, shortLocal } from '../../parts/words/format.ts'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { useSearchParams } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { DaysLeft } from './DaysLeft.tsx'
import { texts } from './texts.ts'
import { WindowPanel } from './WindowPanel.tsx'
import styles from './WindowTable.module.css'
import { windowCsv } from './window-csv.ts'

interface WindowTableProps {
  readonly query: WindowSearchQuery
  /** The table of one window has facts of the company instead of the window's name. */
  readonly isOneWindow?: boolean
  /** Shown if there is no row. */
  readonly empty: ReactNode
  /** Names the CSV file. */
  readonly name: string
  /** Follows the rows, once they are there. */
  readonly below?: ReactNode
  /** Called when the first rows are there, or an error. */
  readonly onSettled?: () => void
}

/** A company can be in several windows. */
const keyOf = ({ companyId, slug }: WindowRowReply) => `${slug}:${companyId}`
const companyOf = ({ companyId: id, name }: WindowRowReply) => ({ id, name })

/** The row that a dossier was opened from gets the focus again after Back. */
let leftFrom: string | undefined

export function WindowTable({ query, isOneWindow = false, empty, name, below, onSettled }: WindowTableProps) {
  const pages = useApiPages(contract.listWindows, { query })
  const { data, error, refetch } = pages
  const rows = distinctRows(data, (page) => page.rows, keyOf)
  const [listed, setListed] = useState<WindowRowReply>()
  const add = useCan()('addCompany') ? setListed : undefined
  const { openRow, show, close } = useOpenRow(rows, add)
  useReturnedFocus(rows !== undefined)
  const isSettled = rows !== undefined || error !== null
  useEffect(() => {
    if (isSettled) onSettled?.()
  }, [isSettled, onSettled])

  if (error && !data)
    return <ErrorNote title={texts.table.error} error={error} retry={refetch} whenBusy={sharedTexts.busy} />
  const last = data?.pages.at(-1)
  const isEmpty = rows?.length === 0 && !last?.isCut
  return (
    <>
      <AboveTable name={name} rows={rows} left={last?.free.left} />
      <span className={typography.visuallyHidden} role="status">
        {openRow ? texts.panel.shown(openRow.name) : rows ? texts.table.shown(rows.length) : ''}
      </span>
      {isEmpty ? (
        empty
      ) : (
        <div className={classes(styles.split, openRow && styles.open)}>
          <div className={classes(layout.section, styles.rows)}>
            <Table
              label={texts.table.label}
              rows={rows}
              rowKey={keyOf}
              rowProps={(row) => ({ 'data-row': keyOf(row), 'data-open': row === openRow })}
              skeletonRows={8}
              columns={columnsOf({ isOneWindow, isNarrow: openRow !== undefined, show, add })}
            />
            {last?.isCut && (
              <Note title={texts.free.used(last.free.limit)}>
                {texts.free.usedHint(shortLocal(last.free.resetsAt))}
              </Note>
            )}
            <MorePages pages={pages} label={texts.table.more} />
            {rows && rows.length > 0 && <RowKeys canAdd={add !== undefined} />}
          </div>
          {openRow && (
            <WindowPanel
              key={keyOf(openRow)}
              row={openRow}
              onClose={close}
              onAddToList={add && (() => add(openRow))}
              onLeave={() => {
                leftFrom = keyOf(openRow)
              }}
            />
          )}
        </div>
      )}
      {rows && below}
      {listed && <AddCompanyDialog company={companyOf(listed)} onClose={() => setListed(undefined)} />}
    </>
  )
}

/** The row whose short dossier is open, which is in the URL, and the keys that act on rows. */
function useOpenRow(rows: readonly WindowRowReply[] | undefined, add: ((row: WindowRowReply) => void) | undefined) {
  const [params, change] = useSearchParams()
  const decide = useDecide(['listWindows'])
  const rowOf = (key: string | null) => rows?.find((row) => keyOf(row) === key)
  const openRow = rowOf(params.get('open'))
  const show = (row: WindowRowReply) => {
    if (row === openRow) document.getElementById('short-dossier')?.focus()
    else change({ open: keyOf(row) })
  }
  const close = () => {
    change({ open: undefined })
    if (openRow) focusRow(keyOf(openRow))
  }
  const act = (run: (row: WindowRowReply) => void) => (key: string) => {
    const row = rowOf(key)
    if (row) run(row)
  }
  useRowKeys({
    rows: rows?.map(keyOf) ?? [],
    openRow: openRow && keyOf(openRow),
    onMove: (key) => openRow && change({ open: key }),
    onEscape: close,
    actions: {
      s: act((row) => decide(companyOf(row), { kind: 'snoozed', until: inAWeek(new Date()) })),
      x: act((row) => decide(companyOf(row), { kind: 'not_a_fit', until: null })),
      ...(add && { l: act(add) }),
    },
  })
  return { openRow, show, close }
}

function useReturnedFocus(isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded || leftFrom === undefined) return
    const key = leftFrom
    leftFrom = undefined
    // After the page has moved the focus to its heading.
    requestAnimationFrame(() => focusRow(key))
  }, [isLoaded])
}

interface AboveTableProps {
  readonly name: string
  readonly rows: readonly WindowRowReply[] | undefined
  /** Companies that can still be seen free today. */
  readonly left: number | undefined
}

function AboveTable({ name, rows, left }: AboveTableProps) {
  return (
    <div className={classes(layout.row, layout.between, styles.above)}>
      <p className={classes(typography.small, typography.muted, left === undefined && styles.loading)}>
        {texts.free.left(left ?? MAX_FREE_COMPANIES, MAX_FREE_COMPANIES)}
      </p>
      <Button
        variant="default"
        size="xs"
        title={texts.csv.hint}
        disabled={!rows || rows.length === 0}
        onClick={() => rows && downloadCsv(name, windowCsv(rows))}
      >
        {texts.csv.download(rows?.length)}
      </Button>
    </div>
  )
}

interface ColumnOptions {
  readonly isOneWindow: boolean
  /** The panel takes a part of the width. */
  readonly isNarrow: boolean
  readonly show: (row: WindowRowReply) => void
  readonly add: ((row: WindowRowReply) => void) | undefined
}

function columnsOf({ isOneWindow, isNarrow, show, add }: ColumnOptions): readonly Column<WindowRowReply>[] {
  const { table } = texts
  const evidence: Column<WindowRowReply> = {
    label: table.evidence,
    isText: true,
    cell: (row) => (
      <>
        {!isOneWindow && (
          <div className={classes(typography.muted, typography.small)}>
            <WindowName slug={row.slug} label={row.label} />
          </div>
        )}
        <div className={isNarrow ? undefined : styles.evidence}>
          <Words text={row.evidence} />
        </div>
        {isOneWindow && <div className={classes(typography.muted, typography.small)}>{stageAndIndustry(row)}</div>}
      </>
    ),
  }
  const figures: readonly Column<WindowRowReply>[] = [
    {
      label: table.score,
      align: 'end',
      short: true,
      cell: ({ score }) => <span className={typography.tabular}>{formatScore(score)}</span>,
    },
    {
      label: table.opened,
      short: true,
      cell: ({ enteredAt }) => (
        <span className={typography.nowrap}>
          <Time at={enteredAt} />
        </span>
      ),
    },
  ]
  return [
    { label: table.company, cell: (row) => <RowCompany row={row} show={show} /> },
    evidence,
    ...(isNarrow ? [] : figures),
    {
      label: table.closes,
      cell: ({ windowEndsAt, windowDays }) => <DaysLeft windowEndsAt={windowEndsAt} windowDays={windowDays} />,
    },
    {
      label: sharedTexts.actions,
      menu: true,
      cell: (row) => (
        <CompanyMenu
          company={companyOf(row)}
          windowEndsAt={row.windowEndsAt}
          actions={add ? [{ label: addToListTexts.action, run: () => add(row) }] : []}
          invalidates={['listWindows']}
        />
      ),
    },
  ]
}

const stageAndIndustry = ({ fundingStage, industry }: WindowRowReply) =>
  companySummary({ hqCountry: 'ZZ', employeeCount: 0, fundingStage, industry })

function RowCompany({ row, show }: { row: WindowRowReply; show: (row: WindowRowReply) => void }) {
  return (
    <div className={styles.company}>
      <CompanyCell name={row.name} facts={companySummary({ ...row, fundingStage: 'unknown', industry: 'unknown' })}>
        <button type="button" className={styles.name} title={row.name} onClick={() => show(row)}>
          <bdi>
            <Words text={row.name} />
          </bdi>
        </button>
      </CompanyCell>
    </div>
  )
}
