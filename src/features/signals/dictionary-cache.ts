import type { FieldValue, SignalType } from './declarations.ts'
import { fillFromDictionary } from './dictionary.ts'

type Fields = Readonly<Record<string, FieldValue>>

/**
 * Reading a title's words costs several times as much as the rest of the line, and titles repeat: a million jobs share a
 * few thousand titles. When this is full everything is forgotten, which is cheaper on every hit than to keep an order.
 */
const MOST_ENTRIES = 20_000

const jobs = new Map<string, Fields>()
const tools = new Map<string, Fields>()

/** What the dictionary says about a signal of the type, from the only fields that it looks at. */
export function dictionaryFields(type: SignalType, { jobTitle, department, tool }: Fields): Fields | undefined {
  if (type === 'tool' && tool !== undefined) return remembered(tools, `${tool}`, type, { tool })
  if (type !== 'hiring' || jobTitle === undefined) return undefined
  if (department === undefined) return remembered(jobs, `${jobTitle}`, type, { jobTitle })
  // Text holds no line break, so that the two cannot run into each other.
  return remembered(jobs, `${jobTitle}\n${department}`, type, { jobTitle, department })
}

function remembered(cache: Map<string, Fields>, key: string, type: SignalType, asked: Fields): Fields {
  const known = cache.get(key)
  if (known) return known
  const filled = fillFromDictionary(type, asked)
  if (cache.size >= MOST_ENTRIES) cache.clear()
  cache.set(key, filled)
  return filled
}
