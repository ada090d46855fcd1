// What the CRM should have for a company: the values of its properties, and a task for each window.

import { createHash } from 'node:crypto'
import { CRM_FIELDS, type CrmField } from '../../closed-sets/crm.ts'
import type { Queryable } from '../../db/index.ts'
import { heatAt, NO_HEAT } from '../../meaning/scores/index.ts'
import { publicSignal } from '../../meaning/signals/index.ts'
import { InvalidQuery, parseSignalQuery, type Query, ranking, satisfies, windowEnd } from '../../query/index.ts'
import { dayOf, MAX_SIGNALS, readCompanies, type WhyNow, whyNowText } from '../alerts/index.ts'
import type { FieldMapping, PropertyValues } from './clients/crm.ts'
import type { DueCompany, StoredWindow } from './work-queries.ts'

export interface DescribeOptions {
  readonly db: Queryable
  /** The buying window that these signals of the company opened. */
  readonly whyNow: (companyId: string, signalIds: readonly string[]) => Promise<WhyNow | undefined>
  /** Where people reach the screen, without a trailing slash. */
  readonly publicUrl: () => string
}

export interface DesiredTask {
  readonly window: StoredWindow
  readonly key: string
  readonly subject: string
  readonly lines: readonly string[]
  readonly isDone: boolean
}

export interface Desired {
  readonly isOpen: boolean
  readonly values: Readonly<Record<CrmField, string>>
  readonly tasks: readonly DesiredTask[]
}

type FieldValues = Desired['values']

const NOTHING = Object.fromEntries(CRM_FIELDS.map((field) => [field, ''])) as FieldValues
/** The limit of Salesforce's text fields. */
const MAX_NAMES = 255
const MAX_REASON = 500
const MAX_TASK_REASON = 1_500

interface OpenWindow extends StoredWindow {
  readonly name: string
  readonly query: string
}

/** Of the last opened window, and the names of all. Without an open window, everything is cleared. */
export async function describe(
  { db, whyNow, publicUrl }: DescribeOptions,
  teamId: string,
  companies: readonly DueCompany[],
  now: number,
): Promise<Map<number, Desired>> {
  const open = companies.filter(({ id, windows }) => id !== null && windows.some(isOpen))
  const read = await readCompanies(
    db,
    open.map(({ company }) => company),
  )
  const desired = new Map<number, Desired>()
  for (const each of companies) {
    const { company, id, name, domain, heatKey, windows } = each
    const known = read.get(company)
    const opened = id === null ? [] : windows.filter(isOpen)
    const link = `${publicUrl()}/explore/companies/${id}`
    const told = await Promise.all(
      opened.map(async (window) => {
        const query = readQuery(window.query)
        const signals = known?.signals ?? []
        const options = { limit: MAX_SIGNALS, employeeCount: known?.company.employeeCount ?? 0 }
        const shown = (query && ranking(query, signals, now, options)?.shown) ?? []
        const why = await whyNow(
          id ?? '',
          shown.map((signal) => signal.id),
        )
        const [first] = shown.map(publicSignal)
        const plain = first ? `${String(first.label)} (${dayOf(String(first.occurredAt))})` : ''
        const closes = query && windowEnd(query, signals, (clause, signal) => satisfies(clause, signal, now))
        return { window, why, plain, closes }
      }),
    )
    const [lead] = told
    desired.set(company, {
      isOpen: lead !== undefined,
      values: lead
        ? {
            window: shortened(told.map(({ window }) => window.name).join('; '), MAX_NAMES),
            reason: shortened(lead.why ? whyNowText(lead.why, MAX_REASON, 1) : lead.plain, MAX_REASON),
            opened: dateOf(lead.window.openedAt),
            closes: lead.closes !== undefined && Number.isFinite(lead.closes) ? dateOf(lead.closes) : '',
            heat: String(heatAt(heatKey ?? NO_HEAT, now)),
            link,
          }
        : NOTHING,
      tasks: windows.map((window): DesiredTask => {
        const { why, plain } = told.find((each) => each.window === window) ?? {}
        return {
          window,
          key: taskKey(teamId, company, window),
          subject: shortened(`${name || domain}: ${window.name ?? 'buying window'}`, 200),
          lines: [
            why ? whyNowText(why, MAX_TASK_REASON) : (plain ?? ''),
            ...(why?.approach === undefined ? [] : [`Whom to approach: ${why.approach}`]),
            link,
          ].filter(Boolean),
          isDone: window.endedAt !== null,
        }
      }),
    })
  }
  return desired
}

/** The values that the CRM doesn't have yet. */
export function differences(values: FieldValues, mapping: FieldMapping, there: PropertyValues): PropertyValues {
  const changed = CRM_FIELDS.flatMap((field) => {
    const property = mapping[field]
    if (property === undefined) return []
    const [wanted, found] = [values[field], there[property] ?? '']
    const isSame = wanted === found || (field === 'heat' && wanted !== '' && found !== '' && +wanted === +found)
    return isSame ? [] : [[property, wanted] as const]
  })
  return Object.fromEntries(changed)
}

/** Undefined for a query that this version doesn't understand: its windows have no reason, and don't block others. */
function readQuery(text: string): Query | undefined {
  try {
    return parseSignalQuery(text)
  } catch (error) {
    if (error instanceof InvalidQuery) return undefined
    throw error
  }
}

const isOpen = (window: StoredWindow): window is OpenWindow => window.endedAt === null && window.query !== null

/** Stable for one opening of one window, whoever writes it and however often. */
function taskKey(teamId: string, company: number, { search, openedAt }: StoredWindow): string {
  const text = `${teamId} ${company} ${search} ${openedAt}`
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}

const dateOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)

const shortened = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text
