// Builds parsers from the field declarations, once, when the module is loaded.

import { nearest } from '../../../platform/text/edit-distance.ts'
import type { CompanyField } from '../../companies/index.ts'
import { canBeStated, type FieldDeclaration, type FieldValue } from '../../types/index.ts'
import type { CommonField } from './common-fields.ts'
import {
  parseBoolean,
  parseConfidence,
  parseCountry,
  parseDate,
  parseDomain,
  parseDomains,
  parseEnum,
  parseInteger,
  parseNumber,
  parseSlug,
  parseText,
  parseTexts,
  parseTime,
  parseUrl,
} from './parse-values.ts'
import { quoted, Rejection } from './rejection.ts'

/** A parsed JSON object, not yet validated. */
export type JsonObject = Readonly<Record<string, unknown>>

export interface FieldParser {
  readonly name: string
  /** Returns the normalised value, the default, or undefined. Throws a Rejection if it is invalid or missing. */
  readonly parse: (value: unknown, now: number) => FieldValue | undefined
}

type Declared = FieldDeclaration | CompanyField | CommonField

/** `prefix` names the enclosing object in messages: `company.`. */
export function fieldParserOf(declared: Declared, prefix = ''): FieldParser {
  const { name } = declared
  const path = prefix + name
  const parseValue = valueParserOf(declared, path)
  const fallback = 'default' in declared ? declared.default : undefined
  const required = 'required' in declared && declared.required === true
  if (!canBeStated(declared as Partial<FieldDeclaration>)) return computedFieldParser(name, path)
  return {
    name,
    parse(value, now) {
      const parsed = parseValue(value, now) ?? fallback
      if (parsed === undefined && required) throw new Rejection(`${path} is required`)
      return parsed
    },
  }
}

function computedFieldParser(name: string, path: string): FieldParser {
  return {
    name,
    parse(value) {
      if (value === undefined || value === null || value === '') return undefined
      throw new Rejection(`${path} cannot be stated: the service computes it`)
    },
  }
}

/** A larger number means that the source got the unit wrong. */
const MAX_NUMBER = 1e15

function valueParserOf(declared: Declared, path: string): (value: unknown, now: number) => FieldValue | undefined {
  const max = 'max' in declared ? declared.max : undefined
  const values = declared.values ?? []
  switch (declared.kind) {
    case 'text':
    case 'note':
      return (value) => parseText(value, path, max)
    case 'texts':
    case 'countries':
      return (value) => parseTexts(value, path)
    case 'enum':
      return (value) => parseEnum(value, path, values)
    case 'slug':
      return (value) => parseSlug(value, path)
    case 'country':
      return (value) => parseCountry(value, path)
    case 'integer':
      return (value) => parseInteger(value, path, max ?? Number.MAX_SAFE_INTEGER)
    case 'number':
      return (value) => parseNumber(value, path, max ?? MAX_NUMBER)
    case 'boolean':
      return (value) => parseBoolean(value, path)
    case 'confidence':
      return (value) => parseConfidence(value, path)
    case 'time':
      return (value, now) => parseTime(value, path, now)
    case 'date':
      return (value, now) => parseDate(value, path, now)
    case 'url':
      return (value) => parseUrl(value, path)
    case 'domain':
      return (value) => parseDomain(value, path)
    case 'domains':
      return (value) => parseDomains(value, path)
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The fields that an object may have. One pass over the object finds unknown fields and puts the others into slots, in
 * the order of `names`. Reading twenty fields by name from objects of varying shapes took twice as long.
 */
export class ObjectShape {
  readonly #what: string
  readonly #slotOf: ReadonlyMap<string, number>
  readonly #aliases: ReadonlyMap<string, string>
  readonly #slots: unknown[]

  /** `what` names the object in messages: "a hiring signal". `aliases` maps unknown names to the name to suggest. */
  constructor(what: string, names: readonly string[], aliases: ReadonlyMap<string, string> = new Map()) {
    this.#what = what
    this.#slotOf = new Map(names.map((name, slot) => [name, slot]))
    this.#aliases = aliases
    this.#slots = names.map(() => undefined)
  }

  /** The values by slot. The next call reuses the array. Throws a Rejection for an unknown field. */
  slotsOf(object: JsonObject): readonly unknown[] {
    this.#slots.fill(undefined)
    for (const name in object) {
      const slot = this.#slotOf.get(name)
      if (slot === undefined) throw this.#unknownField(name)
      this.#slots[slot] = object[name]
    }
    return this.#slots
  }

  #unknownField(name: string): Rejection {
    const guess = this.#aliases.get(name) ?? nearest(name, [...this.#slotOf.keys()], 1)[0]
    const advice = guess === undefined ? '' : `: did you mean ${guess}?`
    return new Rejection(`${quoted(name)} is not a field of ${this.#what}${advice}`)
  }
}
