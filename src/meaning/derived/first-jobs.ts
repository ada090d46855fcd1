// A company's first job of a function, and its first jobs in a country: a country is new for 90 days, because one job
// does not make an office, whatever its level: a leader may work from home. Two within these 90 days do, or one whose
// title says that it leads the country: they open the country. They are known to be the first only if the company's
// jobs were monitored for a year before.
//
// A large company has every function, whatever its board shows, so only a company known to be small has a first job of
// one. Interns, beginners and seasonal workers don't build a function: the first other job counts as the first. If the
// headquarters are unknown, the first job in a country may be one at home, unless the company has had jobs elsewhere
// for a year.

import { postsOwnJobs, UNKNOWN_COUNTRY } from '../companies/index.ts'
import { readPlace } from '../places/index.ts'
import type { FieldValue } from '../types/index.ts'
import type { DeriveContext } from './context.ts'
import { type BaseSignal, DAY_SECONDS } from './derived-signal.ts'
import { isPassingJob } from './passing-jobs.ts'

export const FIRST_JOB = { lookedDays: 365, maxEmployees: 250, elsewhereDays: 365 } as const

/** The computed field, the field whose values it distinguishes, and the values to ignore. */
const FIRST_FIELDS = [
  { name: 'first', per: 'function', ignored: ['other'], newForDays: 0 },
  { name: 'newCountry', per: 'country', ignored: ['ZZ'], newForDays: 90 },
] as const

export const FIRST_FIELD_NAMES: readonly string[] = [...FIRST_FIELDS.map(({ name }) => name), 'opensCountry']

type FirstField = (typeof FIRST_FIELDS)[number]
/** `opening`: a country, by its jobs that last. */
type FirstPer = FirstField['per'] | 'opening'

const COUNTRY = FIRST_FIELDS[1]
const LEADS_COUNTRY =
  /\bcountry (?:manager|lead|leader|head|director)\b|\bhead of country\b|\bl(?:ä|ae)nderchef|\blandesleit/i
/** "Managing Director, Poland": leads the country only if the title names it. */
const LEADS_PLACE =
  /^(?:general manager|managing director|head|directeur|director)(?:,| of| for| in| [–-])? (.{2,40})$/i

/** When the first known job was opened, by function or country. */
export interface Earliest {
  of(per: FirstField['per'], value: FieldValue): number | undefined
  /** The second job in a country, passing jobs excluded. */
  secondIn(country: FieldValue): number | undefined
  /** The first job in any other country than this one. */
  elsewhere(country: FieldValue): number | undefined
}

/** `employeeCount` is 0 if it isn't known. */
export function isSmallCompany(employeeCount: number): boolean {
  return employeeCount > 0 && employeeCount <= FIRST_JOB.maxEmployees
}

/** The values of a job by which it may be a first one: an opening in several countries has one for each. None if it is retracted. */
export function firstValuesOf({ type, status, fields }: BaseSignal): [per: FirstPer, value: FieldValue][] {
  if (type !== 'hiring' || status === 'retracted') return []
  const passes = isPassingJob({ fields })
  return FIRST_FIELDS.flatMap(({ per, ignored }) => {
    if (per === 'function' && passes) return []
    const values = [(per === 'country' ? fields.countries : undefined) ?? fields[per] ?? []].flat()
    const known = values.filter((value) => !(ignored as readonly FieldValue[]).includes(value))
    const pers: FirstPer[] = per === 'country' && !passes ? [per, 'opening'] : [per]
    return pers.flatMap((each) => known.map((value): [FirstPer, FieldValue] => [each, value]))
  })
}

/**
 * The computed fields of the jobs that have any, by the fact's id. Jobs of the same second are first together. If the
 * facts are only a part of the company's, `given` knows its first jobs.
 */
export function computedFields(
  facts: readonly BaseSignal[],
  context: DeriveContext,
  given?: Earliest,
): Map<string, Readonly<Record<string, FieldValue>>> {
  const computed = new Map<string, Record<string, FieldValue>>()
  if (context.lookedSince === undefined || !postsOwnJobs(context.employerKind)) return computed
  const from = firstKnownFrom(context.lookedSince)
  const earliest = given ?? earliestIn(facts)
  for (const fact of facts) {
    for (const [per, value] of firstValuesOf(fact)) {
      if (per === 'opening') continue
      const first = earliest.of(per, value)
      const { name, newForDays } = FIRST_FIELDS.find((each) => each.per === per) as FirstField
      if (first === undefined || first < from || fact.occurredAt > first + newForDays * DAY_SECONDS) continue
      if (per === 'country' ? !isAbroad(value, first, earliest, context) : !context.isSmall) continue
      const opens = per === 'country' && opensCountry(fact, value, first, earliest.secondIn(value))
      computed.set(fact.id, { ...computed.get(fact.id), [name]: true, ...(opens && { opensCountry: true }) })
    }
  }
  return computed
}

function leadsCountry(title: string, country: FieldValue): boolean {
  if (LEADS_COUNTRY.test(title)) return true
  const [, place] = LEADS_PLACE.exec(title) ?? []
  return place !== undefined && readPlace(place).country === country
}

/** For a job in a new country: whether it leads the country, or isn't the only one. */
function opensCountry({ fields }: BaseSignal, country: FieldValue, first: number, second: number | undefined): boolean {
  if (isPassingJob({ fields })) return false
  return (
    leadsCountry(String(fields.jobTitle ?? ''), country) ||
    (second !== undefined && second <= first + COUNTRY.newForDays * DAY_SECONDS)
  )
}

/** Whether a country, whose first job is given, is known not to be the company's own. */
function isAbroad(country: FieldValue, first: number, earliest: Earliest, { hqCountry }: DeriveContext): boolean {
  if (hqCountry !== undefined && hqCountry !== UNKNOWN_COUNTRY) return country !== hqCountry
  const elsewhere = earliest.elsewhere(country)
  return elsewhere !== undefined && elsewhere <= first - FIRST_JOB.elsewhereDays * DAY_SECONDS
}

/** Before this time no job is known to be the first one. */
export function firstKnownFrom(lookedSince: number): number {
  return lookedSince + FIRST_JOB.lookedDays * DAY_SECONDS
}

function earliestIn(facts: readonly BaseSignal[]): Earliest {
  const earliest = { function: new Map<FieldValue, number>(), country: new Map<FieldValue, number>() }
  const openings = new Map<FieldValue, number[]>()
  for (const fact of facts) {
    for (const [per, value] of firstValuesOf(fact)) {
      if (per === 'opening') {
        openings.set(value, [...(openings.get(value) ?? []), fact.occurredAt].sort((a, b) => a - b).slice(0, 2))
        continue
      }
      earliest[per].set(value, Math.min(fact.occurredAt, earliest[per].get(value) ?? fact.occurredAt))
    }
  }
  return {
    of: (per, value) => earliest[per].get(value),
    secondIn: (country) => openings.get(country)?.[1],
    elsewhere: (country) => earliestElsewhere(earliest.country, country),
  }
}

export function earliestElsewhere(
  byCountry: Iterable<readonly [FieldValue, number]>,
  country: FieldValue,
): number | undefined {
  const others = [...byCountry].filter(([each]) => each !== country).map(([, at]) => at)
  return others.length === 0 ? undefined : Math.min(...others)
}
