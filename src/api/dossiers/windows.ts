import type { Queryable } from '../../db/index.ts'
import type { Company } from '../../meaning/companies/index.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import { coverageOf, lookedTypes } from '../../write/sources/index.ts'
import { quietNotesOf, type Slice, slicesOf } from '../slices/index.ts'
import type { CompanyForNotes } from './companies-with-signals.ts'
import { readCompany } from './queries.ts'

/** A company with more signals is judged by its newest ones: the rest is years old and has little weight. */
export const MAX_READ_SIGNALS = 20_000

interface CompanyWindows {
  readonly company: Company
  readonly signals: readonly Signal[]
  /** The slices that the company is in, highest score first, with the dossier's notes. */
  readonly memberships: ReturnType<typeof slicesOf>
  /** Notes about a company that is in no slice. */
  readonly notebook: ReturnType<typeof quietNotesOf>
  /** Of everything that the memberships are based on. */
  readonly fingerprint: string
}

/** Undefined if there is no such company. */
export async function readWindows(
  db: Queryable,
  id: string,
  slices: readonly Slice[],
): Promise<CompanyWindows | undefined> {
  const read = await readCompany(db, id, MAX_READ_SIGNALS)
  if (!read) return undefined
  const { company, signals, fingerprint, now } = read
  const memberships = membershipsOf(slices, read, now)
  const notebook = memberships.length > 0 ? undefined : quietOf(slices, read, now)
  return { company, signals, memberships, notebook, fingerprint }
}

/** Those of the slices that the company is in, highest score first, with the dossier's notes. */
export function membershipsOf(
  slices: readonly Slice[],
  { company, signals, declared, looks }: CompanyForNotes,
  now: number,
): ReturnType<typeof slicesOf> {
  const coverage = coverageOf(signals, declared, looks)
  return slicesOf(
    slices,
    signals,
    now,
    lookedTypes(coverage, now),
    company.employerKind,
    coverage,
    company.employeeCount,
  )
}

function quietOf(slices: readonly Slice[], { company, signals, declared, looks }: CompanyForNotes, asOf: number) {
  const { employerKind, employeeCount } = company
  const coverage = coverageOf(signals, declared, looks)
  return quietNotesOf(slices, { signals, asOf, coverage, employeeCount }, employerKind)
}
