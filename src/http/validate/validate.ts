// Validates requests by the route's schema. In a JSON body nothing is coerced, and only nulls of optional fields are
// dropped. Query strings are untyped, so their values are parsed by the declared types first. Every wrong field is
// reported once, with what is expected. Undeclared names are rejected, never ignored: a page with an ignored misspelt
// filter would look right but be wrong. Rejects every text that the database can't store.

import type { FastifySchemaCompiler } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { nearest } from '../../platform/text/edit-distance.ts'
import { unstorableText } from '../../platform/text/unstorable-text.ts'
import { type ErrorDetail, validationFailed } from '../errors.ts'
import { compileDropNulls } from './absent-nulls.ts'
import { MISTAKEN_NAMES } from './mistaken-names.ts'
import { NAMES_A_RESOURCE } from './names-a-resource.ts'
import { type RawQuery, readParameter } from './query-string.ts'

/** A pasted document can have thousands of unknown names. More than a few aren't worth reading. */
const MAX_UNKNOWN_REPORTED = 5
const MAX_SHOWN_CHARACTERS = 60

type MistakenNames = Readonly<Record<string, readonly string[]>>

type Check = (value: unknown) => ErrorDetail | undefined

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return compileQuery(objectOf(schema))
  if (httpPart === 'body') return compileBody(objectOf(schema))
  // Path parameters aren't validated: a malformed id is unknown, and the route returns 404.
  return (value: unknown) => ({ value })
}

function compileBody(schema: TObject) {
  const check = compileFields(schema, 'field')
  const dropNulls = compileDropNulls(schema)
  return (sent: unknown) => {
    const body = dropNulls ? dropNulls(sent) : sent
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      const needed = (schema.required ?? []).join(' and ')
      const message = `The body must be a JSON object${needed && ` with ${needed}`}, not ${kindOf(body)}`
      return { error: validationFailed([{ field: 'body', message }]) }
    }
    const details = check(body as Record<string, unknown>)
    return details.length > 0 ? { error: validationFailed(details) } : { value: body }
  }
}

function compileQuery(schema: TObject) {
  const check = compileFields(schema, 'parameter')
  return (raw: unknown) => {
    // No prototype: a parameter can have any name.
    const value: Record<string, unknown> = Object.create(null)
    const unreadable = new Map<string, ErrorDetail>()
    for (const [name, texts] of Object.entries((raw ?? {}) as RawQuery)) {
      const property = declared(schema, name) ?? declared(schema, name.replace(/\[\]$/, ''))
      const read = property ? readParameter(name, texts, property) : { name, value: texts }
      if ('message' in read) unreadable.set(read.name, { field: read.name, message: read.message })
      else if (Array.isArray(read.value) && Array.isArray(value[read.name]))
        value[read.name] = [...(value[read.name] as string[]), ...read.value]
      else if (read.value !== undefined) value[read.name] = read.value
    }
    const readable = check(value).filter(({ field }) => !unreadable.has(field))
    const details = [...unreadable.values(), ...readable]
    return details.length > 0 ? { error: validationFailed(details) } : { value }
  }
}

function declared({ properties }: TObject, name: string): TSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

/** Reports unknown names first, then missing fields, then wrong values in the order of declaration. */
function compileFields(schema: TObject, noun: string): (value: Record<string, unknown>) => ErrorDetail[] {
  const names = Object.keys(schema.properties)
  const mistaken = (schema as { [MISTAKEN_NAMES]?: MistakenNames })[MISTAKEN_NAMES] ?? {}
  const checks = Object.entries(schema.properties).map(
    ([name, property]) => [name, compileValue(name, property)] as const,
  )
  return (value) => {
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.properties, name))
    const missing = (schema.required ?? []).filter((name) => value[name] === undefined)
    const wrong = checks.flatMap(([name, check]) => (Object.hasOwn(value, name) ? (check(value[name]) ?? []) : []))
    return [
      ...unknown.slice(0, MAX_UNKNOWN_REPORTED).map((name) => unknownName(name, names, noun, mistaken)),
      ...missing.map((name) => ({ field: name, message: `${name} is required` })),
      ...wrong,
    ]
  }
}

function unknownName(name: string, names: readonly string[], noun: string, mistaken: MistakenNames): ErrorDetail {
  const suggestions = meantNames(name.slice(0, MAX_SHOWN_CHARACTERS).replace(/\[\]$/, ''), names, mistaken)
  const [guess] = suggestions
  const alternatives = names.length === 0 ? 'there are none here' : `they are ${names.join(', ')}`
  const field = shownText(name)
  return {
    field,
    message: `There is no ${noun} ${field}: ${guess ? `did you mean ${guess}?` : alternatives}`,
    suggestions,
  }
}

function meantNames(name: string, names: readonly string[], mistaken: MistakenNames): string[] {
  const key = wordsKey(name)
  const same = names.filter((each) => wordsKey(each) === key)
  if (same.length > 0) return same
  const known = Object.entries(mistaken).find(([each]) => wordsKey(each) === key)
  return known ? [...known[1]] : nearest(name, names)
}

/** The words of a name in a normal form: `min_employee` and `employeesMin` are equal. */
function wordsKey(name: string): string {
  const words = name
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
    .toSorted()
    .join(' ')
}

function compileValue(name: string, schema: TSchema): Check {
  // Compiled at the first request: most processes use few routes.
  let validator: Validator | undefined
  const takesAnyText = NAMES_A_RESOURCE in schema
  return (value) => {
    validator ??= Compile(schema)
    if (validator.Check(value)) {
      const problem = takesAnyText ? undefined : unstorableTextIn(value)
      return problem === undefined ? undefined : { field: name, message: `${name}${problem}` }
    }
    const errors = validator.Errors(value)
    // For a nullable value, report what is wrong with it, not that it isn't null.
    const ofChoice = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'type')
    const reported = errors.some(({ keyword }) => keyword === 'anyOf') && ofChoice.length > 0 ? ofChoice : errors
    // The outermost error explains the nested ones.
    const [first] = reported.toSorted((a, b) => a.instancePath.length - b.instancePath.length)
    const place = (first?.instancePath ?? '').replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')
    const actual = valueAt(value, first?.instancePath ?? '')
    const { words, suggestions } = describeError(first?.keyword ?? '', (first?.params ?? {}) as Params, actual)
    return { field: name, message: `${name}${place} ${words}`, ...(suggestions && { suggestions }) }
  }
}

/** No request schema has more levels. Deeper input is invalid, and its reader rejects it. */
const MAX_DEPTH = 8

/** The first problem of a text in the value, with its place: `[0] has a NUL character (U+0000)`. */
function unstorableTextIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    const problem = unstorableText(value)
    return problem && ` ${problem}`
  }
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return undefined
  for (const [key, each] of Object.entries(value)) {
    const problem = unstorableTextIn(each, depth + 1)
    if (problem !== undefined) return `${Array.isArray(value) ? `[${key}]` : `.${shownText(key)}`}${problem}`
  }
  return undefined
}

interface Params {
  readonly type?: string
  readonly limit?: number
  readonly allowedValues?: readonly string[]
  readonly format?: string
}

function describeError(keyword: string, { type, limit, allowedValues = [], format = '' }: Params, actual: unknown) {
  switch (keyword) {
    case 'type':
      return { words: `must be ${TYPE_WORDS[type ?? ''] ?? type}, not ${kindOf(actual)}` }
    case 'enum': {
      const suggestions =
        typeof actual === 'string' ? nearest(actual.slice(0, MAX_SHOWN_CHARACTERS), allowedValues) : []
      return { words: `must be one of ${allowedValues.join(', ')}, not ${kindOf(actual)}`, suggestions }
    }
    case 'minimum':
      return { words: `must be at least ${limit}` }
    case 'maximum':
      return { words: `must be at most ${limit}` }
    case 'minLength':
      return { words: limit === 1 ? 'must not be empty' : `must have at least ${limit} characters` }
    case 'maxLength':
      return { words: `must have at most ${limit} characters` }
    case 'minItems':
      return { words: `must have at least ${limit} ${limit === 1 ? 'value' : 'values'}` }
    case 'uniqueItems':
      return { words: 'must have each value once' }
    case 'format':
      return { words: FORMAT_WORDS[format] ?? 'is not valid' }
    case 'maxItems':
      return { words: `must have at most ${limit} values` }
    default:
      return { words: 'is not valid' }
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  'date-time': 'must be a time such as 2026-11-15T09:00:00Z',
  uuid: 'must be an id such as 228e30f0-b309-8056-9a02-48b39bce5609',
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return `the text ${JSON.stringify(shownText(value))}`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : String(value)
}

function shownText(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS
    ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 1).toWellFormed()}…`
    : text.toWellFormed()
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
}

/** Allows only what compileFields enforces: a rule across fields would be declared but never checked. */
function objectOf(schema: TSchema): TObject {
  const {
    type,
    properties,
    required: _required,
    additionalProperties,
    ...rest
  } = schema as unknown as TObject & {
    additionalProperties?: unknown
  }
  const rules = Object.keys(rest).filter((key) => !['title', 'description', 'examples'].includes(key))
  if (type !== 'object' || !properties || additionalProperties !== false || rules.length > 0) {
    throw new Error(`a request schema must be a closed object with properties only, not with ${rules.join(', ')}`)
  }
  return schema as unknown as TObject
}
