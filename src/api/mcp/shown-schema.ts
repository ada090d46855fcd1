import type { TObject, TSchema } from 'typebox'

/** A model pays for every word, and the service validates these anyway. */
const LEFT_OUT = new Set([
  'description',
  'examples',
  'default',
  'maxItems',
  'minLength',
  'maxLength',
  'maximum',
  'minimum',
])

/** Properties whose names are self-explanatory. */
const SELF_EXPLANATORY = new Set([
  'fundingStages',
  'employerKind',
  'employeesMin',
  'employeesMax',
  'adoptionScoreMin',
  'scoreMin',
  'scoreMax',
  'countriesNot',
  'domainsNot',
  'page',
])

/** The input of a tool as the model sees it: only the first sentence of each description, without bounds and examples. */
export function shownSchema({ properties, ...rest }: TObject): Record<string, unknown> {
  const shown = Object.entries(properties).map(([name, schema]) => [name, shownProperty(name, schema)])
  return { ...rest, properties: Object.fromEntries(shown) }
}

function shownProperty(name: string, schema: TSchema): object {
  if (SELF_EXPLANATORY.has(name)) return withoutDetails(schema)
  const [sentence] = (schema as { description?: string }).description?.split(/(?<=\.)\s/) ?? []
  return { ...withoutDetails(schema), ...(sentence && { description: sentence }) }
}

function withoutDetails(schema: object): object {
  const entries = Object.entries(schema).filter(([name]) => !LEFT_OUT.has(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, name === 'items' ? withoutDetails(value) : value]))
}
