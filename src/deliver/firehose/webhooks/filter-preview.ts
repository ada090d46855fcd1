import { maybeOne, type Queryable } from '../../../db/index.ts'
import { DAY_SECONDS } from '../../../query/index.ts'
import { readHead } from '../../../write/log/index.ts'
import { compileFilter, passesFilter, type WebhookFilter } from '../filters/filter.ts'
import { loadPage } from '../log-pages/outbound-events.ts'

interface FilterPreview {
  /** Events of the types that were checked, and those of them that would have passed. */
  readonly looked: number
  readonly passed: number
  /** Undefined: all of the last seven days were checked. Otherwise only those since then. */
  readonly since: Date | undefined
}

/** Log positions to check, and to read at a time. */
const MAX_POSITIONS = 5_000
const PAGE = 1_000

/** How many of the newest events would have passed, with the current facts of their companies. */
export async function previewFilter(
  db: Queryable,
  types: readonly string[],
  filter: WebhookFilter,
): Promise<FilterPreview> {
  const compiled = compileFilter(filter)
  const head = await readHead(db)
  const weekAgo = await maybeOne<{ position: number }>(
    db,
    `select position - events as position from log
      where day >= (now() at time zone 'utc')::date - 7 and stamped_at >= now() - interval '7 days' order by position limit 1`,
  )
  const weekStart = weekAgo?.position ?? head
  const start = Math.max(weekStart, head - MAX_POSITIONS)
  const passes = new Map<number, number>()
  let [looked, passed] = [0, 0]
  let since: number | undefined
  for (let at = start; at < head; ) {
    const { events, position } = await loadPage(db, at, PAGE, head, compiled.list === undefined ? [] : [compiled.list])
    for (const { type, facts } of events) {
      since ??= facts.unix
      if (!types.includes(type)) continue
      looked += 1
      if (passesFilter(compiled, facts) && isDue(passes, facts.company.ordinal, facts.unix, compiled.onceDays))
        passed += 1
    }
    if (position <= at) break
    at = position
  }
  const isAll = start === weekStart
  return { looked, passed, since: isAll || since === undefined ? undefined : new Date(since * 1_000) }
}

function isDue(passes: Map<number, number>, company: number, unix: number, days: number | undefined): boolean {
  if (days === undefined) return true
  const last = passes.get(company)
  if (last !== undefined && unix < last + days * DAY_SECONDS) return false
  passes.set(company, unix)
  return true
}
