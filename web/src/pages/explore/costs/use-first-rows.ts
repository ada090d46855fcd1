// Fetches the first rows of a result page by page. The companies of a page are charged. Pages that were shown or fetched
// before are not asked for again.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import type { InputOf, ReplyOf, SettingsRoute } from '../../../contract.ts'
import { PAID_REPLY_MS } from './paid-replies.ts'
import { type KnownPage, type PagePlan, planPages, type RowsPlan } from './plan-pages.ts'
import { refreshUsage } from './refresh-usage.ts'

export interface PagedResult<Route extends SettingsRoute, Row> {
  readonly route: Route
  readonly inputOf: (page: PagePlan) => InputOf<Route>
  readonly rowsOf: (reply: ReplyOf<Route>) => readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly total: number
}

export interface FetchedRows<Row> {
  readonly rows: readonly Row[]
  /** Why there are fewer rows than wanted. Undefined: there are enough, or the user stopped. */
  readonly error?: Error
}

export function useFirstRows<Route extends SettingsRoute, Row>(result: PagedResult<Route, Row>, shown: PagePlan) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ readonly rows: number }>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  const { route, inputOf, rowsOf, keyOf, total } = result
  const keyOfPage = (page: PagePlan) => [route.name, inputOf(page)]
  const read = (page: PagePlan) => client.getQueryData<ReplyOf<Route>>(keyOfPage(page))

  /** Knows the shown page, the others of its size, and those that an earlier plan fetched. */
  function plan(wanted: number): RowsPlan {
    const known: KnownPage[] = []
    const add = (page: PagePlan) => {
      const reply = read(page)
      if (reply) known.push({ ...page, rows: rowsOf(reply).length })
    }
    for (let page = 1; (page - 1) * shown.pageSize < wanted; page++) add({ page, pageSize: shown.pageSize })
    let planned = planPages(known, wanted, total)
    // Planned pages may be cached from last time. Then the plan stays the same and costs less.
    for (const page of planned.pages) if (page.pageSize !== shown.pageSize) add(page)
    planned = planPages(known, wanted, total)
    return planned
  }

  async function run(wanted: number): Promise<FetchedRows<Row>> {
    const controller = new AbortController()
    stopping.current = controller
    const rows = new Map<string, Row>()
    try {
      for (const page of plan(wanted).pages) {
        setProgress({ rows: rows.size })
        const reply = read(page) ?? (await fetchPage(page, controller.signal))
        for (const row of rowsOf(reply)) rows.set(keyOf(row), row)
      }
      return { rows: [...rows.values()].slice(0, wanted) }
    } catch (error) {
      return { rows: [...rows.values()], ...(!controller.signal.aborted && { error: error as Error }) }
    } finally {
      setProgress(undefined)
      void refreshUsage(client)
    }
  }

  async function fetchPage(page: PagePlan, signal: AbortSignal): Promise<ReplyOf<Route>> {
    signal.throwIfAborted()
    // A pending request is charged, so its reply is awaited even if the user stops.
    const reply = await callApi(route, inputOf(page))
    client.setQueryDefaults(keyOfPage(page), { gcTime: PAID_REPLY_MS })
    client.setQueryData(keyOfPage(page), reply)
    return reply
  }

  return { plan, run, progress, stop: () => stopping.current?.abort() }
}
