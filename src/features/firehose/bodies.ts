// From events of the log to what is sent: the payload of the specification, made once for all endpoints.

import { many, type Queryable } from '../../db/index.ts'
import { type NewsEvent, readNews, readNewsAt } from '../log/index.ts'
import { eventPayload } from '../sending/index.ts'
import type { Dispatch, LoadedPage } from './pages.ts'

interface CompanyFace {
  ordinal: number
  id: string
  name: string
  domain: string
  logo: string | null
  [key: string]: unknown
}

export async function loadPage(db: Queryable, after: number, most: number, until: number): Promise<LoadedPage> {
  const page = await readNews(db, after, most, until)
  return { events: await dispatchesOf(db, page.events), position: page.position }
}

export async function loadAt(db: Queryable, positions: readonly number[]): Promise<Dispatch[]> {
  return dispatchesOf(db, await readNewsAt(db, positions))
}

/** With the company's name, domain and logo as they are now. */
async function dispatchesOf(db: Queryable, events: readonly NewsEvent[]): Promise<Dispatch[]> {
  if (events.length === 0) return []
  const ordinals = [...new Set(events.map(({ companyOrdinal }) => companyOrdinal))]
  const faces = await many<CompanyFace>(
    db,
    `select ordinal, id, name, domain, logo from companies where ordinal = any($1)`,
    [ordinals],
  )
  const byOrdinal = new Map(faces.map((face) => [face.ordinal, face]))
  return events.flatMap((event) => {
    const company = byOrdinal.get(event.companyOrdinal)
    if (!company) return []
    const body = Buffer.from(JSON.stringify(eventPayload(event, company)))
    return { position: event.position, type: event.type, signalId: event.signalId, body }
  })
}

/** Fetches single events; what is asked for within one turn of the event loop is one query. */
export class BodyLoader {
  readonly #load: (positions: readonly number[]) => Promise<Dispatch[]>
  #asked = new Map<number, ((found: Promise<Dispatch | undefined>) => void)[]>()

  constructor(load: (positions: readonly number[]) => Promise<Dispatch[]>) {
    this.#load = load
  }

  /** Nothing: retention has taken it. */
  get(position: number): Promise<Dispatch | undefined> {
    if (this.#asked.size === 0) setImmediate(() => this.#fetch())
    return new Promise((resolve) => {
      const waiting = this.#asked.get(position)
      if (waiting) waiting.push(resolve)
      else this.#asked.set(position, [resolve])
    })
  }

  #fetch(): void {
    const asked = this.#asked
    this.#asked = new Map()
    const loaded = this.#load([...asked.keys()]).then((found) => new Map(found.map((each) => [each.position, each])))
    for (const [position, waiting] of asked) {
      for (const resolve of waiting) resolve(loaded.then((found) => found.get(position)))
    }
  }
}
