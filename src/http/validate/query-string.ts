// Parses query strings by the declared types. A list is written with commas, by repeating the parameter, or as `name[]=`.

import type { TSchema } from 'typebox'

export type RawQuery = Readonly<Record<string, string | readonly string[]>>

type Read = { readonly name: string } & ({ readonly value: unknown } | { readonly message: string })

export function readParameter(given: string, texts: string | readonly string[], schema: TSchema): Read {
  const { type } = schema as { type?: string }
  const name = given.replace(/\[\]$/, '')
  if (type === 'array') return { name, value: listOf([texts].flat()) }
  if (name !== given) return { name, message: `${name} takes one value: write it without the brackets` }
  if (typeof texts !== 'string') return { name, message: `${name} is given ${texts.length} times: it takes one value` }
  if (type === 'integer' || type === 'number') return numberOf(name, texts, type)
  if (type === 'boolean') return booleanOf(name, texts)
  return { name, value: texts === '' ? undefined : texts }
}

/** Empty items are ignored. */
function listOf(texts: readonly string[]): string[] | undefined {
  const values = texts.flatMap((text) => text.split(',')).flatMap((text) => text.trim() || [])
  return values.length > 0 ? values : undefined
}

/** Plain decimals only, no exponents. */
function numberOf(name: string, text: string, type: 'integer' | 'number'): Read {
  const plain = type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,10})?$/
  if (plain.test(text)) return { name, value: Number(text) }
  const expected = type === 'integer' ? 'a whole number such as 25' : 'a number such as 60 or 72.5'
  return { name, message: `${name} must be ${expected}${text === '' ? ', or left out' : ''}` }
}

function booleanOf(name: string, text: string): Read {
  if (text === 'true' || text === 'false') return { name, value: text === 'true' }
  return { name, message: `${name} must be true or false` }
}
