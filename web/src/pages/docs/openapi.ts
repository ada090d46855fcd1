// The parts of openapi.json that the reference shows.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
  readonly example?: unknown
  readonly schema: Schema
}

interface Content {
  readonly 'application/json'?: { readonly schema: Schema; readonly example?: unknown }
}

export interface Reply {
  readonly $ref?: string
  readonly description: string
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
}

export interface Description {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Reply>>
  }
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** In the order of the tags. */
export function callsOf({ paths, tags }: Description): Call[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const place = ({ operation }: Call) => tags.findIndex(({ name }) => name === operation.tags[0])
  return calls.sort((a, b) => place(a) - place(b))
}

/** What a reference such as `#/components/schemas/Company` names. Anything else as it is. */
export function resolved<Part extends { readonly $ref?: string }>({ components }: Description, part: Part): Part {
  const [, kind, name] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec(part.$ref ?? '') ?? []
  if (!kind || !name) return part
  return (components[kind as 'schemas' | 'responses'][name] as Part | undefined) ?? part
}

/** Such as `array of string` or `Company`. */
export function typeName(description: Description, given: Schema): string {
  const schema = resolved(description, given)
  if (schema.title) return schema.title
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.join(' | ')
  const parts = schema.oneOf ?? schema.anyOf
  if (parts) return [...new Set(parts.map((part) => typeName(description, part)))].join(' | ')
  if (schema.allOf?.[0]) return typeName(description, schema.allOf[0])
  if (schema.items) return `array of ${typeName(description, schema.items)}`
  const name = Array.isArray(schema.type) ? schema.type.join(' | ') : ((schema.type as string | undefined) ?? 'any')
  const bounds = [
    schema.minimum !== undefined && `from ${schema.minimum}`,
    // Limits of the representation aren't worth reading.
    schema.maximum !== undefined && schema.maximum < 2 ** 31 - 1 && `up to ${schema.maximum}`,
  ].filter(Boolean)
  return [schema.format ? `${name} (${schema.format})` : name, ...bounds].join(', ')
}

/** The object whose fields a value has: of itself, of its entries, or of what it combines. Undefined: it has none. */
export function objectOf(description: Description, given: Schema): Schema | undefined {
  const schema = resolved(description, given)
  if (schema.properties) return schema
  const inner =
    schema.items ??
    schema.allOf?.[0] ??
    schema.anyOf?.find((each) => objectOf(description, each)) ??
    (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined)
  return inner && objectOf(description, inner)
}
