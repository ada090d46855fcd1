import type { Queryable } from '../../db/index.ts'
import type { Company } from '../../meaning/companies/index.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import { coverageOf, lookedTypes } from '../../write/sources/index.ts'
import { type Slice, slicesOf } from '../slices/index.ts'
import { readCompany } from './queries.ts'

/** A company with more signals is judged by its newest ones: the rest is years old and has little weight. */
export const MAX_READ_SIGNALS = 20_000

interface CompanyWindows {
  readonly company: Company
  readonly signals: readonly Signal[]
  /** The slices that the company is in, highest score first, with the dossier's notes. */
  readonly memberships: ReturnType<typeof slicesOf>
  /** Of everything that the memberships rest on. */
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
  const { company, signals, declared, looks, fingerprint, now } = read
  const coverage = coverageOf(signals, declared, looks)
  const looked = lookedTypes(coverage, now)
  const memberships = slicesOf(slices, signals, now, looked, company.employerKind, coverage)
  return { company, signals, memberships, fingerprint }
}
