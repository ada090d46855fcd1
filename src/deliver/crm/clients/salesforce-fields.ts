// The fields of Salesforce that we write. Its data API can't create fields, so missing ones are listed with the steps
// to create them.

import { CRM_FIELDS, type CrmField } from '../../../closed-sets/crm.ts'
import type { CrmUses, FieldMapping } from './crm.ts'

/** An external id, on tasks and on accounts that we create. */
export const OUR_ID = 'Pro_Signal_Id__c'

export const SALESFORCE_FIELDS: Readonly<Record<CrmField, string>> = {
  window: 'Pro_Signal_Window__c',
  reason: 'Pro_Signal_Reason__c',
  opened: 'Pro_Signal_Opened__c',
  closes: 'Pro_Signal_Closes__c',
  heat: 'Pro_Signal_Heat__c',
  link: 'Pro_Signal_Link__c',
}

/** As returned by describe. */
export interface DescribedField {
  readonly name?: unknown
  readonly type?: unknown
  readonly length?: unknown
  readonly scale?: unknown
  readonly updateable?: unknown
  readonly createable?: unknown
  readonly externalId?: unknown
  readonly unique?: unknown
}

interface FieldNeed {
  /** As named in Setup. */
  readonly shown: string
  readonly types: readonly string[]
  readonly minLength?: number
  readonly minScale?: number
  readonly isId?: boolean
}

const NEEDS: Readonly<Record<CrmField, FieldNeed>> = {
  window: { shown: 'Text(255)', types: ['string', 'textarea'], minLength: 255 },
  reason: { shown: 'Long Text Area(1000)', types: ['string', 'textarea'], minLength: 500 },
  opened: { shown: 'Date', types: ['date'] },
  closes: { shown: 'Date', types: ['date'] },
  heat: { shown: 'Number(6, 1)', types: ['double'], minScale: 1 },
  link: { shown: 'URL', types: ['url', 'string'] },
}

const ID_NEED: FieldNeed = {
  shown: 'Text(40), Unique, External ID',
  types: ['string'],
  minLength: 36,
  isId: true,
}

export interface Described {
  readonly Account: readonly DescribedField[]
  /** Read only if tasks are created. */
  readonly Task: readonly DescribedField[]
}

/** Undefined if nothing is missing. Otherwise the missing fields and the steps, as text. */
export function missingFields(
  described: Described,
  fields: FieldMapping,
  { createsCompanies, createsTasks }: CrmUses,
): string | undefined {
  const onAccount = CRM_FIELDS.flatMap((field) => {
    const name = fields[field]
    return name === undefined ? [] : [[name, NEEDS[field]] as const]
  })
  if (createsCompanies) onAccount.push([OUR_ID, ID_NEED])
  const sentences = [
    sentenceOf('Account', 'Account', problemsOf(described.Account, onAccount)),
    createsTasks ? sentenceOf('Task', 'Activity', problemsOf(described.Task, [[OUR_ID, ID_NEED]])) : '',
  ].filter(Boolean)
  if (sentences.length === 0) return undefined
  return `${sentences.join(' ')} Let the user of the connected app see and edit them (field-level security), then test the connection.`
}

function sentenceOf(object: string, inSetup: string, problems: readonly string[]): string {
  if (problems.length === 0) return ''
  return `${object} has no usable ${problems.join('; ')}. In Setup, Object Manager, ${inSetup}, Fields & Relationships, create or change ${problems.length === 1 ? 'it' : 'them'}.`
}

function problemsOf(there: readonly DescribedField[], wanted: readonly (readonly [string, FieldNeed])[]): string[] {
  return wanted.flatMap(([name, need]) => {
    const field = there.find((each) => each.name === name)
    return field && isUsable(field, need) ? [] : [`${name} (${need.shown})`]
  })
}

function isUsable(field: DescribedField, { types, minLength = 0, minScale = 0, isId = false }: FieldNeed): boolean {
  return (
    types.includes(String(field.type)) &&
    Number(field.length ?? 0) >= minLength &&
    Number(field.scale ?? 0) >= minScale &&
    field.updateable === true &&
    field.createable === true &&
    (!isId || (field.externalId === true && field.unique === true))
  )
}
