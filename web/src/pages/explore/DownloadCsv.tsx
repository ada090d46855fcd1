import { Button } from '@mantine/core'
import { downloadCsv } from '../../parts/download-csv.ts'
import { texts } from './texts.ts'

interface DownloadCsvProps {
  /** Of the file, to which the day is added. */
  readonly name: string
  readonly rows: number
  readonly csv: () => string
}

/** The rows that are shown. They are paid for, so the file costs nothing. */
export function DownloadCsv({ name, rows, csv }: DownloadCsvProps) {
  return (
    <Button variant="default" size="xs" title={texts.csv.hint} onClick={() => downloadCsv(name, csv())}>
      {texts.csv.download(rows)}
    </Button>
  )
}
