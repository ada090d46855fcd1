// From declarations to readers, built once when the module is loaded: what is declared is what is enforced.

import { nearest } from '../../platform/nearest.ts'
import type { CompanyField } from '../companies/index.ts'
import type { FieldDeclaration, FieldValue } from './declarations.ts'
import type { LineField } from './line-fields.ts'
import { quoted, Refusal } from './refusal.ts'
import {
  readBoolean,
  readConfidence,
  readCountry,
  readDate,
  readEnum,
  readInteger,
  readNumber,
  readSlug,
  readText,
  readTexts,
  readTime,
  readUrl,
} from './value-readers.ts'

/** A JSON object as it came. */
export type Incoming = Readonly<Record<string, unknown>>

export interface FieldReader {
  readonly name: string
  /** The value in its form, its default, or nothing. Throws a Refusal, also where a required field is absent. */
  readonly read: (value: unknown, now: number) => FieldValue | undefined
}

type Declared = FieldDeclaration | CompanyField | LineField

/** `within` is the object that holds the field, as messages name it: `company.`. */
export function readerOf(declared: Declared, within = ''): FieldReader {
  const { name } = declared
  const path = within + name
  const read = valueReaderOf(declared, path)
  const fallback = 'default' in declared ? declared.default : undefined
  const required = 'required' in declared && declared.required === true
  return {
    name,
    read(value, now) {
      const found = read(value, now) ?? fallback
      if (found === undefined && required) throw new Refusal(`${path} is required`)
      return found
    },
  }
}

/** Beyond what a source may mean by it, a number is a slip of units. */
const MOST_NUMBER = 1e15

function valueReaderOf(declared: Declared, path: string): (value: unknown, now: number) => FieldValue | undefined {
  const most = 'most' in declared ? declared.most : undefined
  const values = declared.values ?? []
  switch (declared.kind) {
    case 'text':
      return (value) => readText(value, path, most)
    case 'texts':
      return (value) => readTexts(value, path)
    case 'enum':
      return (value) => readEnum(value, path, values)
    case 'slug':
      return (value) => readSlug(value, path)
    case 'country':
      return (value) => readCountry(value, path)
    case 'integer':
      return (value) => readInteger(value, path, most ?? Number.MAX_SAFE_INTEGER)
    case 'number':
      return (value) => readNumber(value, path, most ?? MOST_NUMBER)
    case 'boolean':
      return (value) => readBoolean(value, path)
    case 'confidence':
      return (value) => readConfidence(value, path)
    case 'time':
      return (value, now) => readTime(value, path, now)
    case 'date':
      return (value, now) => readDate(value, path, now)
    case 'url':
      return (value) => readUrl(value, path)
  }
}

export function isObject(value: unknown): value is Incoming {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The fields that an object may have. One walk over the object finds what is unknown and puts the rest into slots, by
 * position in `names`: reading twenty fields by name from objects of ever other shapes took twice as long.
 */
export class Shape {
  readonly #what: string
  readonly #slotOf: ReadonlyMap<string, number>
  readonly #meant: ReadonlyMap<string, string>
  readonly #slots: unknown[]

  /** `what` has these fields: "a hiring signal". `meant` are names from elsewhere that stand for one of ours. */
  constructor(what: string, names: readonly string[], meant: ReadonlyMap<string, string> = new Map()) {
    this.#what = what
    this.#slotOf = new Map(names.map((name, slot) => [name, slot]))
    this.#meant = meant
    this.#slots = names.map(() => undefined)
  }

  /** The values by slot, good until the next object. A misspelt field is never dropped in silence. */
  take(object: Incoming): readonly unknown[] {
    this.#slots.fill(undefined)
    for (const name in object) {
      const slot = this.#slotOf.get(name)
      if (slot === undefined) throw this.#unknown(name)
      this.#slots[slot] = object[name]
    }
    return this.#slots
  }

  #unknown(name: string): Refusal {
    const guess = this.#meant.get(name) ?? nearest(name, [...this.#slotOf.keys()], 1)[0]
    const advice = guess === undefined ? '' : `: did you mean ${guess}?`
    return new Refusal(`${quoted(name)} is no field of ${this.#what}${advice}`)
  }
}
