import { localDayOf } from '../words/format.ts'
import { csvName } from './csv.ts'

export function downloadCsv(name: string, csv: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  link.download = csvName(name, localDayOf(new Date()))
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
