// Turns events of the log into request bodies, once for all endpoints.

import { listsOf } from '../../../account/lists/index.ts'
import { many, type Queryable } from '../../../db/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import type { FilteredCompany } from '../../../search/index.ts'
import { type DeliverableEvent, readDeliverableEvents, readDeliverableEventsAt } from '../../../write/log/index.ts'
import { eventPayload } from '../../sending/index.ts'
import type { LoadedPage, OutboundEvent } from './page-cache.ts'

interface PayloadCompany extends FilteredCompany {
  /** As named in the event: it may have been merged into this company. */
  named: number
  id: string
  name: string
  domain: string
  logo: string | null
  [key: string]: unknown
}

/** `listIds` are the lists that filters need. */
export async function loadPage(
  db: Queryable,
  after: number,
  limit: number,
  until: number,
  listIds: readonly string[] = [],
): Promise<LoadedPage> {
  const page = await readDeliverableEvents(db, after, limit, until)
  return { events: await toOutbound(db, page.events, listIds), position: page.position }
}

export async function loadOutboundEvents(db: Queryable, positions: readonly number[]): Promise<OutboundEvent[]> {
  return toOutbound(db, await readDeliverableEventsAt(db, positions))
}

/** Uses the current facts of the company, and those of the company that it was merged into. */
async function toOutbound(
  db: Queryable,
  events: readonly DeliverableEvent[],
  listIds: readonly string[] = [],
): Promise<OutboundEvent[]> {
  if (events.length === 0) return []
  const ordinals = [...new Set(events.map(({ companyOrdinal }) => companyOrdinal))]
  const companies = await many<PayloadCompany>(
    db,
    `select c.ordinal as named, s.ordinal, s.id, s.name, s.domain, s.logo, s.hq_country as "hqCountry",
            s.employee_count as "employeeCount", s.funding_stage as "fundingStage", s.industry,
            s.employer_kind as "employerKind", coalesce(r.score_tenths, 0) as "scoreTenths", coalesce(r.looked, 0) as looked
       from companies c join companies s on s.ordinal = coalesce(c.merged_into, c.ordinal)
       left join company_ranks r on r.company_ordinal = s.ordinal where c.ordinal = any($1)`,
    [ordinals],
  )
  const byOrdinal = new Map(companies.map((company) => [company.named, company]))
  const present = companies.map(({ ordinal }) => ordinal)
  const lists = await listsOf(db, listIds, present)
  return events.flatMap((event) => {
    const company = byOrdinal.get(event.companyOrdinal)
    if (!company) return []
    const payload = eventPayload(event, company)
    const body = Buffer.from(JSON.stringify(payload))
    const { position, type, signalId, unix } = event
    const signal = { ...(event.image as Omit<Signal, 'id' | 'type'>), id: signalId, type }
    return {
      position,
      eventId: payload.eventId,
      type,
      signalId,
      body,
      facts: { signal, company, lists: lists.get(company.ordinal) ?? NO_LISTS, unix },
    }
  })
}

const NO_LISTS: ReadonlySet<string> = new Set()

/** Loads single events. All requests within one iteration of the event loop share one query. */
export class EventLoader {
  readonly #load: (positions: readonly number[]) => Promise<OutboundEvent[]>
  #requested = new Map<number, ((event: Promise<OutboundEvent | undefined>) => void)[]>()

  constructor(load: (positions: readonly number[]) => Promise<OutboundEvent[]>) {
    this.#load = load
  }

  /** Undefined if retention has dropped the event. */
  get(position: number): Promise<OutboundEvent | undefined> {
    if (this.#requested.size === 0) setImmediate(() => this.#loadAll())
    return new Promise((resolve) => {
      const waiting = this.#requested.get(position)
      if (waiting) waiting.push(resolve)
      else this.#requested.set(position, [resolve])
    })
  }

  #loadAll(): void {
    const requested = this.#requested
    this.#requested = new Map()
    const loaded = this.#load([...requested.keys()]).then(
      (events) => new Map(events.map((event) => [event.position, event])),
    )
    for (const [position, waiting] of requested) {
      for (const resolve of waiting) resolve(loaded.then((byPosition) => byPosition.get(position)))
    }
  }
}
