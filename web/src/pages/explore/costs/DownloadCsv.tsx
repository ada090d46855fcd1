import { Button } from '@mantine/core'
import { useState } from 'react'
import type { SettingsRoute } from '../../../contract.ts'
import layout from '../../../parts/layout.module.css'
import { downloadCsv } from '../../../parts/tables/download-csv.ts'
import { texts } from '../texts.ts'
import { type DownloadCsvProps, MoreRowsDialog } from './MoreRowsDialog.tsx'
import { LAST_ROW } from './plan-pages.ts'

/** The rows shown are already paid for, so their file is free. More rows cost the same as showing them. */
export function DownloadCsv<Route extends SettingsRoute, Row>(props: DownloadCsvProps<Route, Row>) {
  const { name, rows, csvOf, result } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={layout.row}>
      <Button variant="default" size="xs" title={texts.csv.hint} onClick={() => downloadCsv(name, csvOf(rows))}>
        {texts.csv.download(rows.length)}
      </Button>
      {Math.min(result.total, LAST_ROW) > rows.length && (
        <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
          {texts.csv.more}
        </Button>
      )}
      {isOpen && <MoreRowsDialog {...props} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
