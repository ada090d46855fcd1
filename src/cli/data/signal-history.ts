// The part of `signals show --history`: what was known about a signal, and when.

import { many, type Queryable } from '../../db/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { readCompanyChanges, readSignalHistory } from '../../write/write-path/index.ts'
import { columns, time } from '../table.ts'

interface Recorded {
  readonly [name: string]: unknown
}

/** Readable: companies by domain, and times as ISO texts. */
export async function readRecord(db: Queryable, id: string) {
  const reports = await readSignalHistory(db, id)
  const companies = await readCompanyChanges(
    db,
    reports.map(({ now }) => now.company),
  )
  const were = reports.flatMap(({ entries }) => entries.flatMap(({ was, is }) => [was?.company, is?.company]))
  const ordinals = [
    ...were,
    ...companies.flatMap(({ companyOrdinal, was }) => [companyOrdinal, was.mergedInto ?? undefined]),
  ]
  const domains = await many<{ ordinal: number; domain: string }>(
    db,
    'select ordinal, domain from companies where ordinal = any($1::int[])',
    [ordinals.filter((ordinal) => ordinal !== undefined)],
  )
  const domainOf = new Map(domains.map(({ ordinal, domain }) => [ordinal, domain]))
  const shown = (recorded: Recorded) =>
    Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, shownValue(name, value, domainOf)]))
  return {
    reports: reports.map(({ id: reportId, source, key, isComplete, entries }) => ({
      ...{ id: reportId, source, key, isComplete },
      entries: entries.map(({ at, what, was, is }) => ({
        ...{ at, what },
        ...(was && is && { was: shown(was), is: shown(is) }),
      })),
    })),
    companies: companies.map(({ at, companyOrdinal, was }) => ({
      ...{ at, domain: domainOf.get(companyOrdinal) ?? null },
      was: shown(was),
    })),
  }
}

function shownValue(name: string, value: unknown, domainOf: ReadonlyMap<number, string>): unknown {
  if (typeof value !== 'number') return value
  if (name === 'company' || name === 'mergedInto') return domainOf.get(value) ?? value
  return name === 'occurredAt' || name === 'closedAt' ? isoTime(value) : value
}

export function describeRecord({ reports, companies }: Awaited<ReturnType<typeof readRecord>>): string {
  const lines = reports.flatMap(({ source, key, entries }) =>
    entries.map(({ at, what, was = {}, is = {} }) => {
      const changes = differences(was, is)
      return { at, cells: [`${source} ${key}`, `${what.join(', ')}${changes === '' ? '' : `: ${changes}`}`] }
    }),
  )
  const ofCompanies = companies.map(({ at, domain, was }) => ({
    at,
    cells: [domain ?? '–', was.created ? 'first known' : `changed: ${values(was, ' was ')}`],
  }))
  const all = [...lines, ...ofCompanies].sort((a, b) => a.at.getTime() - b.at.getTime())
  const listed = all.length > 0 ? columns(all.map(({ at, cells }) => [time(at), ...cells])) : '  nothing'
  const incomplete = reports.filter(({ isComplete }) => !isComplete)
  const more = incomplete.map(({ source, key }) => `\n  ${source} ${key}: earlier changes are not recorded`).join('')
  return `history\n${listed}${more}`
}

/** `label "A" → "B"`, and the fields of the type by their own names. */
function differences({ fields: fieldsWere, ...was }: Recorded, { fields: fieldsAre, ...is }: Recorded): string {
  const before: Recorded = { ...was, ...(fieldsWere as Recorded | undefined) }
  const after: Recorded = { ...is, ...(fieldsAre as Recorded | undefined) }
  return Object.entries(before)
    .map(([name, value]) => `${name} ${shortly(value)} → ${shortly(after[name])}`)
    .join(', ')
}

function values(recorded: Recorded, between: string): string {
  return Object.entries(recorded)
    .map(([name, value]) => `${name}${between}${shortly(value)}`)
    .join(', ')
}

function shortly(value: unknown): string {
  return value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
}
