import { Button } from '@mantine/core'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { type AuditEntryReply, contract, type InputOf } from '../../contract.ts'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { csvOf } from '../../parts/tables/csv.ts'
import { downloadCsv } from '../../parts/tables/download-csv.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.audit

const MAX_PAGES = 20
const PAGE_ROWS = 500

/** Everything that the filters match, not only what is on the screen. */
export function DownloadAudit({ filter }: { filter: InputOf<typeof contract.listAudit>['query'] }) {
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const entries: AuditEntryReply[] = []
      let before: string | null | undefined
      for (let page = 0; page < MAX_PAGES && before !== null; page++) {
        const query = { ...filter, rows: '500' as const, ...(before !== undefined && { before }) }
        const reply = await callApi(contract.listAudit, { query })
        entries.push(...reply.entries)
        before = reply.next
      }
      downloadCsv(texts.csvName, auditCsv(entries))
      if (before !== null) toast(texts.csvCut(MAX_PAGES * PAGE_ROWS))
    } catch (error) {
      toast((error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button variant="default" aria-disabled={isBusy} onClick={() => void download()}>
      {isBusy ? texts.csvBusy : texts.csv}
    </Button>
  )
}

function auditCsv(entries: readonly AuditEntryReply[]): string {
  return csvOf(
    ['at', 'action', 'actorKind', 'actor', 'address', 'target', 'targetId', 'details'],
    entries.map(({ at, action, actorKind, actor, address, target, details }) => [
      ...[at, action, actorKind, actor, address, target?.name, target?.id],
      Object.keys(details).length === 0 ? '' : JSON.stringify(details),
    ]),
  )
}
