// Inputs that are valid by their schema, except for one text in them.

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly minLength?: number
  readonly minItems?: number
  readonly minimum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

export interface PlantedInput {
  /** The top-level field that has the text. */
  readonly field: string
  readonly input: Readonly<Record<string, unknown>>
}

/** One input for each place of the object that takes a text. */
export function plantText(schema: object, text: string): PlantedInput[] {
  const { properties = {} } = schema as Schema
  const valid = validValue(schema) as Record<string, unknown>
  return Object.entries(properties).flatMap(([field, property]) =>
    plantedValues(property, text).map((value) => ({ field, input: { ...valid, [field]: value } })),
  )
}

function plantedValues(schema: Schema, text: string): unknown[] {
  const { type, anyOf, items, properties } = schema
  if (anyOf) return anyOf.flatMap((choice) => plantedValues(choice, text))
  if (type === 'string' || schema.enum) return [text]
  if (type === 'array') return plantedValues(items ?? {}, text).map((item) => [item])
  if (type !== 'object') return []
  // An object of any fields: the filters of a saved search or a webhook.
  return properties ? plantText(schema, text).map(({ input }) => input) : [{ industries: [text] }]
}

/** Only the required fields. */
function validValue(schema: Schema): unknown {
  const { type, anyOf, format, minLength = 0, minItems = 0, minimum = 1, items, properties = {}, required } = schema
  if (schema.enum) return schema.enum[0]
  if (anyOf) return validValue(anyOf[0] ?? {})
  if (format === 'uuid') return '228e30f0-b309-8056-9a02-48b39bce5609'
  if (format === 'date-time') return '2036-11-15T09:00:00Z'
  if (type === 'string') return 'x'.repeat(minLength)
  if (type === 'array') return Array.from({ length: minItems }, () => validValue(items ?? {}))
  if (type === 'boolean') return false
  if (type === 'object')
    return Object.fromEntries((required ?? []).map((name) => [name, validValue(properties[name] ?? {})]))
  return minimum
}
