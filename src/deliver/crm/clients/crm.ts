// What the worker needs from a CRM. Every call is idempotent.

import type { CrmField } from '../../../closed-sets/crm.ts'
import { hide } from '../../sending/index.ts'

/** The property of each field. A field without one isn't written. */
export type FieldMapping = Readonly<Partial<Record<CrmField, string>>>
/** By property. An empty text clears it. */
export type PropertyValues = Readonly<Record<string, string>>

export interface CheckedAccess {
  /** What the CRM calls the account. */
  readonly account: string
  /** What a person must add in the CRM before anything can be written, with the steps. */
  readonly problem: string | null
}

export interface CrmCompany {
  /** Our number for it. */
  readonly company: number
  readonly domain: string
  readonly externalId: string | null
}

export interface FoundCompany {
  readonly externalId: string
  readonly ownerId: string | null
  readonly values: PropertyValues
}

export interface NewCompany {
  readonly company: number
  /** Ours, as an external id in the CRM. */
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly values: PropertyValues
}

export interface CompanyUpdate {
  readonly externalId: string
  readonly values: PropertyValues
}

export interface CrmTask {
  /** Ours, and permanent. */
  readonly key: string
  readonly companyId: string
  readonly ownerId: string
  readonly subject: string
  /** Plain text. */
  readonly lines: readonly string[]
  /** Unix seconds. */
  readonly dueAt: number
  readonly isDone: boolean
}

/** What is written besides the properties. */
export interface CrmUses {
  readonly createsCompanies: boolean
  readonly createsTasks: boolean
}

export interface Crm {
  /** Read-only. Throws with an explanation if the credentials or rights are not sufficient. */
  check(fields: FieldMapping, uses: CrmUses): Promise<CheckedAccess>
  /** Ensures that the properties exist, or throws with instructions. */
  prepare(fields: FieldMapping, uses: CrmUses): Promise<void>
  /** By its id or its domain. Companies missing from the result aren't in the CRM. */
  find(companies: readonly CrmCompany[], properties: readonly string[]): Promise<Map<number, FoundCompany>>
  /** Problems as text, by the id in the CRM. */
  update(updates: readonly CompanyUpdate[]): Promise<Map<string, string>>
  /** The id in the CRM or a problem, by our number. */
  create(companies: readonly NewCompany[]): Promise<Map<number, { readonly externalId: string } | { problem: string }>>
  /** Problems as text, by key. */
  putTasks(tasks: readonly CrmTask[]): Promise<Map<string, string>>
}

/**
 * What keeps a whole batch from being written. - access: the credentials or rights are not sufficient. A person must
 * act. - setup: the CRM isn't set up correctly, such as a missing property.
 * - limit: too many requests.
 * - unavailable: no answer, or a temporary error.
 */
export type CrmProblem = 'access' | 'setup' | 'limit' | 'unavailable'

/** The message is for owners: one or two sentences, without secrets. */
export class CrmError extends Error {
  readonly problem: CrmProblem
  readonly retryAfterSeconds: number | undefined

  constructor(problem: CrmProblem, message: string, retryAfterSeconds?: number) {
    super(message)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const MAX_SAID = 300

/** A CRM's message, on one line, without secrets. */
export function shortened(text: unknown, secrets: readonly string[]): string {
  const line = typeof text === 'string' ? text.replaceAll(/[^\P{C}]/gu, ' ').trim() : ''
  if (line === '') return 'no reason given'
  const shown = secrets.reduce(hide, line)
  return shown.length > MAX_SAID ? `${shown.slice(0, MAX_SAID - 1).toWellFormed()}…` : shown
}

export function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
