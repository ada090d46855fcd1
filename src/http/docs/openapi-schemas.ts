// The schemas of openapi.json: the routes' schemas, changed where a description must differ from a validator or a
// serialiser.

type Json = Record<string, unknown>

/** Schemas by title whose description differs from their serialisation. `parts` become components too. */
export type DescribedSchemas = Readonly<Record<string, { readonly schema: Json; readonly parts: Json }>>

/**
 * Moves every schema with a title to `schemas`, and leaves a reference. Examples are data and stay unchanged.
 */
export function hoist<T>(value: T, schemas: Json, described: DescribedSchemas, key = ''): T {
  if (typeof value !== 'object' || value === null || key === 'example' || key === 'examples') return value
  if (Array.isArray(value)) return value.map((each) => hoist(each, schemas, described)) as T
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, hoist(each, schemas, described, name)]),
  )
  const { title } = copy
  if (typeof title !== 'string' || !('type' in copy || 'anyOf' in copy)) return copy as T
  const { schema = copy, parts = {} } = described[title] ?? {}
  const existing = schemas[title]
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema)) {
    throw new Error(`two different schemas have the title ${title}`)
  }
  Object.assign(schemas, { [title]: schema, ...parts })
  return { $ref: `#/components/schemas/${title}` } as T
}

/** Fields can be added to replies, so reply schemas allow them. */
export function openReply<T>(value: T, key = ''): T {
  if (typeof value !== 'object' || value === null || key === 'example' || key === 'examples') return value
  if (Array.isArray(value)) return value.map((each) => openReply(each)) as T
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      name === 'additionalProperties' && each === false ? [] : [[name, openReply(each, name)]],
    ),
  ) as T
}

/**
 * A default in a request body moves to its description. Generators read `default` as "always present" and make the
 * field required in the request's type.
 */
export function withoutDefaults(schema: { properties?: Record<string, Json> }): void {
  for (const property of Object.values(schema.properties ?? {})) {
    if (property.default === undefined) continue
    property.description = `${property.description ?? ''} Default: \`${property.default}\`.`.trim()
    delete property.default
  }
}
