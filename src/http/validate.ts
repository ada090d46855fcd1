// A route's schema, enforced. A JSON body is taken as it is: nothing is coerced, nothing is dropped. A query string has
// no types of its own, so its texts are read by the declared ones, and then meet the same checks. Every field that is
// wrong is told, each once, with what would be right; a name that is not declared is refused, never ignored, because a
// misspelt filter that is ignored gives a page that looks right and is wrong.

import type { FastifySchemaCompiler } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { nearest } from '../platform/nearest.ts'
import { type ErrorDetail, validationFailed } from './errors.ts'
import { type RawQuery, readParameter } from './query-string.ts'

/** A pasted page has thousands of wrong names; nobody reads more than these. */
const MOST_UNKNOWN = 5
const SHOWN_CHARACTERS = 60

type Check = (value: unknown) => ErrorDetail | undefined

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return compileQuery(objectOf(schema))
  if (httpPart === 'body') return compileBody(objectOf(schema))
  // A path is found or it is not: an id of the wrong form is an unknown one, and the route says so.
  return (value: unknown) => ({ value })
}

function compileBody(schema: TObject) {
  const check = compileFields(schema, 'field')
  return (body: unknown) => {
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
    // Without a prototype: a parameter may be called anything.
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

/** Names first, then what is missing, then values in the order in which they are declared. */
function compileFields(schema: TObject, noun: string): (value: Record<string, unknown>) => ErrorDetail[] {
  const names = Object.keys(schema.properties)
  const checks = Object.entries(schema.properties).map(
    ([name, property]) => [name, compileValue(name, property)] as const,
  )
  return (value) => {
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.properties, name))
    const missing = (schema.required ?? []).filter((name) => value[name] === undefined)
    const wrong = checks.flatMap(([name, check]) => (Object.hasOwn(value, name) ? (check(value[name]) ?? []) : []))
    return [
      ...unknown.slice(0, MOST_UNKNOWN).map((name) => unknownName(name, names, noun)),
      ...missing.map((name) => ({ field: name, message: `${name} is needed` })),
      ...wrong,
    ]
  }
}

function unknownName(name: string, names: readonly string[], noun: string): ErrorDetail {
  const suggestions = nearest(name.slice(0, SHOWN_CHARACTERS), names)
  const [guess] = suggestions
  const known = names.length === 0 ? 'there are none here' : `they are ${names.join(', ')}`
  const field = shownText(name)
  return { field, message: `There is no ${noun} ${field}: ${guess ? `did you mean ${guess}?` : known}`, suggestions }
}

function compileValue(name: string, schema: TSchema): Check {
  const validator = Compile(schema)
  return (value) => {
    if (validator.Check(value)) return undefined
    const errors = validator.Errors(value)
    // Of a value that may also be null, what is wrong with it and not that it is not null.
    const ofChoice = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'type')
    const told = errors.some(({ keyword }) => keyword === 'anyOf') && ofChoice.length > 0 ? ofChoice : errors
    // The outermost fault explains those within.
    const [first] = told.toSorted((a, b) => a.instancePath.length - b.instancePath.length)
    const place = (first?.instancePath ?? '').replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')
    const found = valueAt(value, first?.instancePath ?? '')
    const { words, suggestions } = explain(first?.keyword ?? '', (first?.params ?? {}) as Params, found)
    return { field: name, message: `${name}${place} ${words}`, ...(suggestions && { suggestions }) }
  }
}

interface Params {
  readonly type?: string
  readonly limit?: number
  readonly allowedValues?: readonly string[]
  readonly format?: string
}

function explain(keyword: string, { type, limit, allowedValues = [], format = '' }: Params, found: unknown) {
  switch (keyword) {
    case 'type':
      return { words: `must be ${TYPE_WORDS[type ?? ''] ?? type}, not ${kindOf(found)}` }
    case 'enum': {
      const suggestions = typeof found === 'string' ? nearest(found.slice(0, SHOWN_CHARACTERS), allowedValues) : []
      return { words: `must be one of ${allowedValues.join(', ')}, not ${kindOf(found)}`, suggestions }
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
  uuid: 'must be an id such as 6f0c1a52-9b3d-8e4f-a1b2-c3d4e5f60718',
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return `the text ${JSON.stringify(shownText(value))}`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : String(value)
}

function shownText(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1).toWellFormed()}…` : text.toWellFormed()
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
}

/** Only what compileFields enforces: a rule across fields would be declared and never checked. */
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
    throw new Error(`a request is declared by a closed object and its properties alone, not with ${rules.join(', ')}`)
  }
  return schema as unknown as TObject
}
