// The fields of a fact with several reports: those of the report that is shown, and what the others add.

import type { Signal } from '../signals/index.ts'
import type { FieldValue } from '../types/index.ts'
import { namesRound } from './group-rounds.ts'
import { isBeginning } from './group-states.ts'
import { bounds, byTime, type Report, textOf } from './report.ts'
import { reportFields } from './report-fields.ts'

/** A company rarely has more places for one job, and a list of thousands would make every reply large. */
const MAX_PLACES = 50

/** The places of a job that is open are those of its open posts. */
export function withPlaces(fields: Signal['fields'], reports: readonly Report[]): Signal['fields'] {
  const isRequisition = (report: Report) => textOf(report.fields.requisition) !== ''
  const open = reports.filter(({ status }) => status === 'active')
  const posts = (open.length > 0 ? open : reports).filter(isRequisition)
  const valuesOf = (field: string) => {
    const values = new Set(posts.map((report) => textOf(report.fields[field])))
    return [...values].filter((value) => value !== '').slice(0, MAX_PLACES)
  }
  const [locations, countries] = [valuesOf('location'), valuesOf('country')]
  return {
    ...fields,
    ...(locations.length > 1 && { locations }),
    ...(countries.some((country) => country !== fields.country) && { countries }),
  }
}

/** These belong together, so they come from one report. */
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(['amountUsd', 'amountOriginal', 'partial'])

/**
 * One report knows the round, another the amount. "Undisclosed" counts as absent if another report names the round, and so does
 * an unknown instrument if another one is known.
 */
export function withMissing(shown: Report, reports: readonly Report[]): Signal['fields'] {
  const ordered = [shown, ...[...reports].sort((a, b) => b.confidence - a.confidence || byTime(a, b))]
  const named = ordered.find(namesRound)?.fields.round
  const known = ordered.find(({ fields }) => fields.instrument !== undefined && fields.instrument !== 'unknown')
  const merged: Record<string, FieldValue> = {
    ...(named !== undefined && { round: named }),
    ...(known?.fields.instrument !== undefined && { instrument: known.fields.instrument }),
  }
  for (const { fields } of ordered) {
    for (const [name, value] of Object.entries(reportFields(shown.type, fields))) {
      if (!AMOUNT_FIELDS.has(name)) merged[name] ??= value
    }
  }
  const amount = Object.entries(amountReport(ordered).fields).filter(([name]) => AMOUNT_FIELDS.has(name))
  return { ...merged, ...Object.fromEntries(amount) }
}

/** The announced amount replaces a filing's partial one. */
function amountReport(ordered: readonly Report[]): Report {
  const known = ordered.filter(({ fields }) => fields.amountUsd !== undefined)
  return known.find(({ fields }) => fields.partial !== true) ?? known[0] ?? (ordered[0] as Report)
}

/** The first report shows how the state began: a tool that was seen in use before was not adopted later. */
export function withBeginning(fields: Signal['fields'], reports: readonly Report[]): Signal['fields'] {
  const [start] = bounds(reports, ({ occurredAt }) => occurredAt)
  const first = reports.filter(({ occurredAt }) => occurredAt === start)
  const change = (first.find(isBeginning) ?? first[0])?.fields.change
  return change === undefined || change === fields.change ? fields : { ...fields, change }
}
