import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import fc from '../../../../test/harness/fast-check.ts'
import { JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many } from '../../../db/index.ts'
import type { IncomingLine, IncomingSignal } from '../../../meaning/signals/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { Stamper } from '../../log/index.ts'
import { mergeCompanies, resolveDomains, splitCompany, writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = (lines: readonly IncomingLine[]) => writeRecords(db, stamper, lines)
const merge = (from: string, into: string) => mergeCompanies(db, stamper, { from, into })
const split = (domain: string) => splitCompany(db, stamper, { domain })

type Step =
  | { readonly do: 'report'; readonly at: number; readonly what: number; readonly source: number }
  | { readonly do: 'merge'; readonly at: number; readonly into: number }
  | { readonly do: 'split'; readonly at: number }

const place = fc.nat({ max: 4 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('report' as const),
        at: place,
        what: fc.nat({ max: 7 }),
        source: fc.nat({ max: 2 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), at: place, into: place }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('split' as const), at: place }) },
  ),
  { minLength: 4, maxLength: 25 },
)

/** What a customer sees of a company, without ids, names of companies and times of writing. */
async function shownOf(domain: string): Promise<unknown[]> {
  return many(
    db.pool('ingest'),
    `select s.type, s.label, s.confidence, s.status, s.occurred_at, s.fields, jsonb_array_length(s.sources) as sources,
            r.heat_key, r.score_tenths
       from companies c join signals s on s.company_ordinal = c.ordinal join company_ranks r on r.company_ordinal = c.ordinal
      where c.domain = $1 and s.status <> 'retracted' order by s.type, s.occurred_at, s.label`,
    [domain],
  )
}

test('after any sequence of reports, merges and splits the facts are those of the final companies', async () => {
  let world = 0
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const w = `w${world++}`
      const domains = [`${w}-a.example`, `${w}-b.example`, `${w}-c.example`, `${w}-d.example`, `sub.${w}-a.example`]
      const domainAt = (at: number) => domains[at] ?? ''
      const report = ({ at, what, source }: { at: number; what: number; source: number }): IncomingSignal => {
        const key = `${w}-${at}-${what}-${source}`
        const parts = { source: `source ${source}`, occurredAt: JUNE + (what * 5 + at) * 3_600 + source }
        if (what === 0)
          return signal(domainAt(at), key, {
            ...parts,
            type: 'funding',
            label: 'Series A',
            fields: { round: 'series_a', amountUsd: 9_000_000 },
          })
        const jobTitle = what % 2 === 0 ? 'AI Engineer' : `Seller ${what}`
        return signal(domainAt(at), key, {
          ...parts,
          label: jobTitle,
          fields: { jobTitle, country: 'DE', ai: what % 2 === 0 },
        })
      }
      const reports = new Map<string, IncomingSignal>()
      for (const step of sequence) {
        const line = step.do === 'report' ? report(step) : undefined
        if (line) {
          reports.set(line.key, line)
          await write([line])
        } else if (step.do === 'merge') await merge(domainAt(step.at), domainAt(step.into)).catch(expected)
        else await split(domainAt(step.at)).catch(expected)
      }
      const lines = [...reports.values()]
      const { companies, domainOf } = await resolveDomains(db.pool('ingest'), domains)
      const scratch = (domain: string) => `scratch-${domainOf(domain).replaceAll('.', '-')}.example`
      await write(
        lines.map((line) => {
          const domain = scratch(line.company.domain)
          return { ...line, key: `scratch ${line.key}`, company: { domain, name: domain } }
        }),
      )
      for (const { domain } of new Set(companies.values())) {
        const isUsed = lines.some((line) => companies.get(line.company.domain)?.domain === domain)
        if (isUsed) assert.deepEqual(await shownOf(domain), await shownOf(scratch(domain)))
        else assert.deepEqual(await shownOf(domain), [])
      }
    }),
    { numRuns: 12 },
  )
})

function expected(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
