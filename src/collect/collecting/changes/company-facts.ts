// What a visit says about the company itself. A collector fills in what is unknown, and replaces what a collector wrote. It
// never replaces imported facts.

import { withoutBidiControls } from '../../../closed-sets/bidi-controls.ts'
import { type CompanyFacts, UNKNOWN_FACTS } from '../../../meaning/companies/index.ts'
import type { Snapshot } from '../../collectors/index.ts'
import { type Look, NAME_SOURCES, type NameSource, type WrittenFacts } from '../visits/look.ts'

interface VisitFacts {
  /** For the record of the company. */
  readonly facts: CompanyFacts
  readonly written: WrittenFacts
}

export function companyFactsOf({ domain, company }: Pick<Look, 'domain' | 'company'>, snapshot: Snapshot): VisitFacts {
  const { stored, written } = company
  const facts: { -readonly [K in keyof CompanyFacts]: CompanyFacts[K] } = { domain }
  const next: { -readonly [K in keyof WrittenFacts]: WrittenFacts[K] } = { ...written }
  const best = bestName(domain, company.givenName, snapshot)
  const isOurs = stored === null || stored.name === domain || stored.name === written.name
  const isBetter = rankOf(best.from) >= rankOf(written.nameFrom ?? 'domain')
  if (isOurs && (isBetter || stored === null) && stored?.name !== best.name) {
    facts.name = best.name
    next.name = best.name
    next.nameFrom = best.from
  }
  const { logo, hqCountry, employeeCount } = snapshot.company ?? {}
  for (const [fact, value] of Object.entries({ logo, hqCountry, employeeCount })) {
    const name = fact as 'logo' | 'hqCountry' | 'employeeCount'
    const before = stored?.[name] ?? UNKNOWN_FACTS[name]
    if (value === undefined || value === before) continue
    if (before !== UNKNOWN_FACTS[name] && before !== written[name]) continue
    Object.assign(facts, { [name]: value })
    Object.assign(next, { [name]: value })
  }
  return { facts, written: next }
}

function bestName(domain: string, given: string | null, { company, boardName }: Snapshot) {
  const names: Record<NameSource, string | null | undefined> = {
    operator: given,
    page: company?.name,
    board: boardName,
    domain,
  }
  const from = NAME_SOURCES.findLast((source) => names[source]) ?? 'domain'
  return { from, name: withoutBidiControls(names[from] ?? domain) }
}

const rankOf = (source: NameSource) => NAME_SOURCES.indexOf(source)
