// The stage that is shown follows from what records state and from the company's rounds. It is computed from both each time,
// so it can't drift.

import { columns, many, type Transaction } from '../../../db/index.ts'
import { type FundingStage, shownStage } from '../../../meaning/companies/index.ts'

interface StagedCompany {
  readonly ordinal: number
  readonly stated: FundingStage
  readonly shown: FundingStage
  readonly rounds: readonly string[] | null
  readonly [column: string]: unknown
}

type NewStage = Pick<StagedCompany, 'ordinal' | 'stated' | 'shown'>

const NEW_STAGES = columns<NewStage>(1, {
  ordinal: ['int', ({ ordinal }) => ordinal],
  stated: ['text', ({ stated }) => stated],
  shown: ['text', ({ shown }) => shown],
})

/** Call it while the companies are locked, after their signals were written. Returns those that show another stage now. */
export async function updateShownStages(tx: Transaction, ordinals: readonly number[]): Promise<number[]> {
  if (ordinals.length === 0) return []
  const companies = await many<StagedCompany>(
    tx,
    `select c.ordinal, c.stated_stage as stated, c.funding_stage as shown, r.rounds
       from companies c,
            lateral (select array_agg(distinct case s.fields ->> 'instrument' when 'acquisition' then 'acquisition'
                                               else s.fields ->> 'round' end) as rounds from signals s
                      where s.company_ordinal = c.ordinal and s.type = 'funding' and s.status <> 'retracted'
                        and coalesce(s.fields ->> 'instrument', 'equity') in ('equity', 'acquisition')
                        and (s.fields ->> 'rumour') is distinct from 'true'
                        and (s.fields ->> 'round' is not null or s.fields ->> 'instrument' = 'acquisition')) r
      where c.ordinal = any($1::int[])`,
    [ordinals],
  )
  const before = new Map(companies.map(({ ordinal, shown }) => [ordinal, shown]))
  const stages = companies.map(({ rounds, ...company }) => ({
    ...company,
    shown: shownStage(company.stated, rounds ?? []),
  }))
  const changed = stages.filter(({ ordinal, shown }) => shown !== before.get(ordinal))
  if (changed.length > 0) {
    await tx.query(
      `update companies c set funding_stage = n.shown, stated_stage = n.stated
         from ${NEW_STAGES.as('n')} where c.ordinal = n.ordinal`,
      NEW_STAGES.values(changed),
    )
  }
  return changed.filter(({ ordinal, shown }) => shown !== before.get(ordinal)).map(({ ordinal }) => ordinal)
}
