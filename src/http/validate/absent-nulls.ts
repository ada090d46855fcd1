// In a JSON body, null in an optional field means that the field is absent, because many clients send unset fields as
// null. A field whose schema allows null keeps it, because there null has its own meaning. The schemas in openapi.json
// don't say this: every optional field would be nullable, and generated client types would be worse.

import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type DropNulls = (value: unknown) => unknown

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

/** Drops the nulls of absent fields, on every level that the schema declares. Undefined: there can't be any. */
export function compileDropNulls(schema: TSchema): DropNulls | undefined {
  const { properties, required = [], items, anyOf } = schema as Shape
  if (properties) return ofObject(properties, required)
  if (items) return ofList(compileDropNulls(items))
  const choices = (anyOf ?? []).flatMap((choice) => compileDropNulls(choice) ?? [])
  return choices.length === 0 ? undefined : (value) => choices.reduce((rest, drop) => drop(rest), value)
}

function ofObject(properties: Readonly<Record<string, TSchema>>, required: readonly string[]): DropNulls | undefined {
  const fields = new Map(
    Object.entries(properties).flatMap(([name, schema]) => {
      const isDropped = !required.includes(name) && !Compile(schema).Check(null)
      const dropInside = compileDropNulls(schema)
      return isDropped || dropInside ? [[name, { isDropped, dropInside }] as const] : []
    }),
  )
  if (fields.size === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const given = value as Record<string, unknown>
    // Most bodies have no null and aren't copied.
    let kept: Record<string, unknown> | undefined
    for (const name of Object.keys(given)) {
      const before = given[name]
      if (typeof before !== 'object') continue
      const field = fields.get(name)
      const after = before === null && field?.isDropped ? undefined : (field?.dropInside?.(before) ?? before)
      if (after === before) continue
      kept ??= { ...given }
      if (after === undefined) delete kept[name]
      else kept[name] = after
    }
    return kept ?? given
  }
}

function ofList(drop: DropNulls | undefined): DropNulls | undefined {
  return drop && ((value) => (Array.isArray(value) ? value.map(drop) : value))
}
