// The properties of HubSpot that we write: created in their own group if missing.

import { CRM_FIELDS, type CrmField } from '../../../closed-sets/crm.ts'
import { CrmError, type CrmUses, type FieldMapping } from './crm.ts'
import { Refusal } from './hubspot-errors.ts'

const GROUP = 'pro_signal'
/** Unique, on companies and tasks that we create. */
export const OUR_ID = 'pro_signal_id'

export const HUBSPOT_FIELDS: Readonly<Record<CrmField, string>> = {
  window: 'pro_signal_window',
  reason: 'pro_signal_reason',
  opened: 'pro_signal_opened',
  closes: 'pro_signal_closes',
  heat: 'pro_signal_heat',
  link: 'pro_signal_link',
}

const DEFINITIONS: Readonly<Record<CrmField, { label: string; type: string; fieldType: string }>> = {
  window: { label: 'Pro Signal: buying window', type: 'string', fieldType: 'text' },
  reason: { label: 'Pro Signal: why now', type: 'string', fieldType: 'textarea' },
  opened: { label: 'Pro Signal: window opened', type: 'date', fieldType: 'date' },
  closes: { label: 'Pro Signal: window closes', type: 'date', fieldType: 'date' },
  heat: { label: 'Pro Signal: heat', type: 'number', fieldType: 'number' },
  link: { label: 'Pro Signal: dossier', type: 'string', fieldType: 'text' },
}

interface WantedProperty {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly fieldType: string
  readonly hasUniqueValue?: boolean
}

const OUR_ID_PROPERTY: WantedProperty = {
  name: OUR_ID,
  label: 'Pro Signal: id',
  type: 'string',
  fieldType: 'text',
  hasUniqueValue: true,
}

/** A POST, whose answer is a success. */
type Ask = (path: string, body: object) => Promise<object>

export async function prepareProperties(
  ask: Ask,
  fields: FieldMapping,
  { createsCompanies, createsTasks }: CrmUses,
): Promise<void> {
  const wanted = CRM_FIELDS.flatMap((field) => {
    const name = fields[field]
    return name === undefined ? [] : [{ name, ...DEFINITIONS[field] }]
  })
  await prepareObject(ask, 'companies', [...wanted, ...(createsCompanies ? [OUR_ID_PROPERTY] : [])])
  if (createsTasks) await prepareObject(ask, 'tasks', [OUR_ID_PROPERTY])
}

async function prepareObject(
  ask: Ask,
  object: 'companies' | 'tasks',
  wanted: readonly WantedProperty[],
): Promise<void> {
  if (wanted.length === 0) return
  const missing = await missingOf(ask, object, wanted)
  if (missing.length === 0) return
  await unlessThere(ask, `/crm/v3/properties/${object}/groups`, {
    name: GROUP,
    label: 'Pro Signal',
    displayOrder: -1,
  })
  for (const property of missing)
    await unlessThere(ask, `/crm/v3/properties/${object}`, { groupName: GROUP, formField: false, ...property })
}

async function missingOf(ask: Ask, object: string, wanted: readonly WantedProperty[]): Promise<WantedProperty[]> {
  const inputs = wanted.map(({ name }) => ({ name }))
  const { results = [] } = (await ask(`/crm/v3/properties/${object}/batch/read`, {
    archived: false,
    inputs,
  })) as { results?: readonly { name?: unknown; type?: unknown }[] }
  return wanted.filter(({ name, type }) => {
    const there = results.find((each) => each.name === name)
    if (there && there.type !== type)
      throw new CrmError(
        'setup',
        `The property ${name} of HubSpot is of the type ${String(there.type).slice(0, 40)}, and ${type} is needed. Choose another property.`,
      )
    return !there
  })
}

/** Another process may have created it at the same time. */
async function unlessThere(ask: Ask, path: string, body: object): Promise<void> {
  try {
    await ask(path, body)
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) throw error
  }
}
