// Fetches the first rows of a result page by page, as an API client would: each page is charged. Pages that were shown
// or fetched before cost nothing.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, callApi } from '../../../api/client.ts'
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

const MAX_WAIT_SECONDS = 65

export function useFirstRows<Route extends SettingsRoute, Row>(result: PagedResult<Route, Row>, shown: PagePlan) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ readonly rows: number; readonly waiting: boolean }>()
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
        setProgress({ rows: rows.size, waiting: false })
        const reply = read(page) ?? (await fetchPage(page, controller.signal, rows.size))
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

  /** Waits out the limit per minute. Any other limit ends the fetch. */
  async function fetchPage(page: PagePlan, signal: AbortSignal, done: number): Promise<ReplyOf<Route>> {
    for (;;) {
      signal.throwIfAborted()
      try {
        // A pending request is charged, so its reply is awaited even if the user stops.
        const reply = await callApi(route, inputOf(page))
        client.setQueryDefaults(keyOfPage(page), { gcTime: PAID_REPLY_MS })
        client.setQueryData(keyOfPage(page), reply)
        return reply
      } catch (error) {
        const seconds =
          error instanceof ApiError && error.limitType === 'per_minute' ? error.retryAfterSeconds : undefined
        if (seconds === undefined || seconds > MAX_WAIT_SECONDS) throw error
        setProgress({ rows: done, waiting: true })
        await waitFor(seconds * 1_000, signal)
      }
    }
  }

  return { plan, run, progress, stop: () => stopping.current?.abort() }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
