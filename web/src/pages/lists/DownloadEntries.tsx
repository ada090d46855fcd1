import { Button } from '@mantine/core'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import {
  type AccountListReply,
  contract,
  type ENTRY_STATES,
  LIST_PAGE_SIZE,
  type ListEntryReply,
} from '../../contract.ts'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { csvOf } from '../../parts/tables/csv.ts'
import { downloadCsv } from '../../parts/tables/download-csv.ts'
import { texts } from './texts.ts'

/** The same limit as for results. */
const MAX_ROWS = 500

interface DownloadEntriesProps {
  readonly list: AccountListReply
  readonly entries: readonly ListEntryReply[]
  /** The number of matching entries, on all pages. */
  readonly total: number
  readonly query: { readonly state: (typeof ENTRY_STATES)[number] | undefined; readonly find: string }
}

/** A list's entries are the team's own data, so the file is free. */
export function DownloadEntries({ list, entries, total, query: { state, find } }: DownloadEntriesProps) {
  const toast = useToast()
  const [isFetching, setIsFetching] = useState(false)
  const most = Math.min(total, MAX_ROWS)
  const downloadAll = async () => {
    if (isFetching) return
    if (most <= entries.length) return downloadCsv(list.name, entriesCsv(entries))
    setIsFetching(true)
    try {
      const all = new Map<string, ListEntryReply>()
      for (let page = 1; (page - 1) * LIST_PAGE_SIZE < most; page++) {
        const query = { page: String(page), ...(state && { state }), ...(find && { find }) }
        const reply = await callApi(contract.getList, { params: { listId: list.id }, query })
        for (const entry of reply.entries) all.set(entry.domain, entry)
      }
      downloadCsv(list.name, entriesCsv([...all.values()]))
    } catch (error) {
      toast((error as Error).message)
    } finally {
      setIsFetching(false)
    }
  }
  return (
    <Button variant="default" size="xs" aria-disabled={isFetching} onClick={() => void downloadAll()}>
      {isFetching ? texts.actions.csvBusy : texts.actions.csv(most, most === total)}
    </Button>
  )
}

function entriesCsv(entries: readonly ListEntryReply[]): string {
  return csvOf(
    ['account', 'state', 'company', 'companyDomain', 'companyId', 'addedAt'],
    entries.map(({ domain, company, addedAt }) => [
      domain,
      company ? 'known' : 'waiting',
      company?.name,
      company?.domain,
      company?.id,
      addedAt,
    ]),
  )
}
